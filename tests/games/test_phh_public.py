"""Histories of the kinds that public files hold: unknown stacks, posts, folds without a bet."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.games.phh import CHECKED, by_pokerkit, hand_of, table
from zerosum.errors import GameError
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.phh import parse, read, record, repaired, spell
from zerosum.pkr.phh.show import picture
from zerosum.support.rendering import text_of

ALL_IN = "'p3 cbr 100', 'p4 cc', 'p1 cc', 'p2 cc', "
DOWN = "'d db 7h8h9s', 'p3 cc', 'p4 cc', 'd db 4d', 'p3 cc', 'p4 cc', 'd db 5s', 'p3 cc', 'p4 cc', "
FOUR = {
    "starting_stacks": "[20, 40, 200, 200]",
    "blinds_or_straddles": "[1, 2, 0, 0]",
    "min_bet": "2",
}
CENTS = {"min_bet": "0.5", "starting_stacks": "[50, 49.75, 12.5, 61]"}
POSTED = CENTS | {"blinds_or_straddles": "[0.25, 0.5, 0, -0.5]"}
UNKNOWN = {"starting_stacks": "[inf, inf, inf]"}
RIVER = "'d db 7h8h9h', 'p1 cc', 'p2 cc', 'd db 2d', 'p1 cc', 'p2 cc', 'd db 2s', 'p1 cc', 'p2 cc'"


@pytest.mark.parametrize(
    ("ending", "stacks"),
    [
        ("'p3 sm', 'p4 sm', 'p1 sm AhAd', 'p2 sm KhKd'", (80, 60, 100, 220)),
        ("'p4 sm', 'p3 sm', 'p1 sm AhAd', 'p2 sm KhKd'", (80, 60, 220, 100)),
        ("'p3 sm', 'p4 sm', 'p2 sm'", (80, 60, 100, 220)),
        ("'p3 sm', 'p2 sm', 'p1 sm AhAd'", (80, 0, 100, 280)),
        ("'p3 sm', 'p1 sm AhAd', 'p2 sm KhKd'", (80, 60, 100, 220)),
    ],
)
def test_a_hand_is_not_mucked_by_the_last_player_who_may_win_a_pot(ending, stacks):
    """Nobody shows for the pot of 120 between p3 and p4; p1 and p2 are all-in for 20 and 40."""
    hand = hand_of(4, f"{ALL_IN}{DOWN}{ending}", **FOUR)
    assert hand.finishing == stacks
    assert record(hand.final).finishing == stacks


def test_a_fold_by_the_last_player_who_may_win_a_pot_loses_the_others_only():
    hand = hand_of(4, f"{ALL_IN}'d db 7h8h9s', 'p3 f', 'p4 f', 'p1 sm AhAd', 'p2 sm KhKd'", **FOUR)
    assert hand.nets is None  # the board is not dealt
    hand = hand_of(
        3,
        "'p3 cbr 100', 'p1 cc', 'p2 cc', 'd db 7h8h9s', 'p2 f', 'p3 f'",
        **{**FOUR, "starting_stacks": "[20, 200, 200]", "blinds_or_straddles": "[1, 2, 0]"},
    )
    assert hand.finishing == (60, 100, 260)


@pytest.mark.parametrize(
    ("blinds", "antes", "first", "variant"),
    [
        ("[50, 100]", "[0, 0]", "p2", "'NT'"),
        ("[100, 50]", "[0, 0]", "p1", "'NS'"),
        ("[100, 0]", "[50, 50]", "p1", "'NT'"),
        ("[0, 100]", "[50, 50]", "p2", "'NS'"),
        ("[0, 0]", "[50, 50]", "p1", "'NS'"),
        ("[200, 100]", "[0, 0]", "p1", "'NT'"),
    ],
)
def test_of_two_players_the_second_has_the_button(blinds, antes, first, variant):
    """``[100, 0]`` is a blind of the button, and ``[200, 100]`` a straddle by it."""
    changed = {"blinds_or_straddles": blinds, "antes": antes, "variant": variant}
    other = {"p1": "p2", "p2": "p1"}[first]
    board = "'d db 7h8h9h', ", "'d db Td', ", "'d db Js', "
    checks = "'p1 cc', 'p2 cc', "
    cards = "'d dh p1 AhAd', 'd dh p2 KhKd', "
    actions = f"{cards}'{first} cc', '{other} cc', {''.join(street + checks for street in board)}"
    hand = hand_of(2, actions, **changed)
    assert hand.finishing == by_pokerkit(spell(hand))
    start = hand.game
    assert record(hand.final).game == start
    assert (start.button, start.first) == (1, 0)


def test_the_button_is_a_parameter_of_two_seats():
    game = NoLimitHoldem(blinds=(2, 0), antes=(1,), button=0)
    assert (game.active, game.first) == (1, 1)
    assert NoLimitHoldem(blinds=(1, 2)) == NoLimitHoldem(blinds=(1, 2), button=0)
    assert NoLimitHoldem(players=3).button == 2
    for players, button in ((2, 2), (3, 0)):
        with pytest.raises(GameError, match=f"The button of NoLimitHoldem must be .*got {button}:"):
            NoLimitHoldem(players=players, button=button)
    with pytest.raises(GameError, match=r"The posts of NoLimitHoldem must be a tuple .* got -1"):
        NoLimitHoldem(posts=-1)
    with pytest.raises(GameError, match=r"The odd of NoLimitHoldem must be one of 'each', 'first'"):
        NoLimitHoldem(odd="all")


@pytest.mark.parametrize(
    ("seats", "actions", "changed", "nets"),
    [
        # A post acts in turn; it may check, raise or fold.
        (4, "'p3 f', 'p4 cc', 'p1 f', 'p2 cbr 2', 'p4 f'", POSTED, "-.25 .75 0 -.5"),
        (4, "'p3 f', 'p4 cbr 2.5', 'p1 f', 'p2 f'", POSTED, "-.25 -.5 0 .75"),
        (4, "'p3 cbr 1.5', 'p4 f', 'p1 f', 'p2 f'", POSTED, "-.25 -.5 1.25 -.5"),
        (4, "'p3 f', 'p4 f', 'p1 f'", POSTED, "-.25 .75 0 -.5"),
        # Two posts, one of half the big blind, which calls; and a post by the seat to open.
        (
            4,
            "'p3 cc', 'p4 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4c', 'p1 cbr 1', 'p2 f', 'p3 f', 'p4 f'",
            CENTS | {"blinds_or_straddles": "[0.25, 0.5, -0.5, -0.25]"},
            "1.5 -.5 -.5 -.5",
        ),
        # All stacks are unknown, or some.
        (3, "'p3 cbr 300', 'p1 f', 'p2 cbr 900', 'p3 f'", UNKNOWN, "-50 350 -300"),
        (
            3,
            f"'d dh p1 AhAd', 'p3 f', 'p1 cc', 'p2 cc', {RIVER}, 'p1 sm -', 'p2 sm ????'",
            UNKNOWN,
            "100 -100 0",
        ),
        (3, "'p3 cbr 900000', 'p1 f', 'p2 cc', 'p3 sm'", UNKNOWN, "-50 900050 -900000"),
        (3, "'p3 cbr 900000', 'p1 f', 'p2 cc'", UNKNOWN, None),
        (
            3,
            "'p3 cbr 900', 'p1 f', 'p2 cc', 'd db 7h8h9h', 'd db 2d', 'd db 2s', 'p2 sm 2c2h'",
            UNKNOWN,
            "-50 950 -900",
        ),
        (
            3,
            "'p3 cbr 1000', 'p1 f', 'p2 cc', 'd db 7h8h9h', 'p3 sm', 'p2 sm 3c3d'",
            {"starting_stacks": "[inf, 3000, 1000]"},
            "-50 1050 -1000",
        ),
        # Folds with nothing to call: the big blind, behind a check, by all but one.
        (3, "'p3 cc', 'p1 f', 'p2 f'", {}, "-50 -100 150"),
        (3, "'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4c', 'p1 f', 'p2 f'", {}, "-100 -100 200"),
        (
            3,
            "'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4c', 'p1 cc', 'p2 f', 'p3 cbr 100', 'p1 f'",
            UNKNOWN,
            "-100 -100 200",
        ),
        # More chips than native code counts: cents of 25,000, and play money.
        (
            2,
            "'p2 cbr 24999.99', 'p1 f'",
            {"starting_stacks": "[31000.5, 24999.99]"},
            "-100 100",
        ),
        (2, "'p2 cbr 9000000001', 'p1 f'", {"starting_stacks": "[9e9, 9000000001.0]"}, "-100 100"),
        (
            2,
            "'p2 cbr 200', 'p1 cbr 300', 'p2 f'",
            {
                "variant": "'FT'",
                "min_bet": "",
                "small_bet": "100",
                "big_bet": "200",
                "starting_stacks": "[9999999, 12345678901]",
            },
            "200 -200",
        ),
        # A dead button, a missing small blind, an ante of the big blind, a straddle.
        (3, "'p3 f', 'p1 f'", {"blinds_or_straddles": "[0, 100, 0]"}, "0 0 0"),
        (3, "'p3 f', 'p1 f'", {"antes": "[0, 100, 0]"}, "-50 50 0"),
        (4, "'p4 f', 'p1 f', 'p2 f'", {"blinds_or_straddles": "[1, 2, 200, 0]"}, "-1 -2 3 0"),
        # Commentaries, spaces, and stacks at the end that are known only in part.
        (2, "'', '# level 3', ' p2   f  # tilt '", {"finishing_stacks": "[inf, 950]"}, "50 -50"),
    ],
)  # fmt: skip
def test_public_kinds_of_hands_are_replayed(seats, actions, changed, nets):
    hand = hand_of(seats, actions, **changed)
    assert hand.nets == (nets and tuple(map(Fraction, nets.split())))
    known = None not in hand.stacks
    assert (hand.finishing is not None) == (known and nets is not None)
    shown = text_of(picture(hand))
    assert ("Some stacks are not known" in shown) == (not known and nets is not None)
    assert parse(spell(hand)) == (hand,)
    if known and nets is not None:
        assert hand_of(seats, actions, **changed).game == record(hand.final, hand.unit).game


@pytest.mark.parametrize(
    ("stacks", "why"),
    [
        ("[900, 7]", "they add up to 1,093 less than those at the start"),
        ("[1000, 1001]", "they add up to 1 more than those at the start"),
        ("[2000, 0]", "p2 loses more than the chips that it put in"),
    ],
)
def test_a_result_of_hidden_cards_conserves_chips(stacks, why):
    hand = hand_of(2, CHECKED, finishing_stacks=stacks)
    assert (hand.finishing, hand.doubt) == (None, why)
    told = text_of(picture(hand))
    assert "Who wins is not known, since cards of the showdown are not: the file gives " in told
    assert f"{why}." in told


@pytest.mark.parametrize(
    ("stacks", "why"),
    [
        ("[80, 180, 100, 100]", "p1 and p2 cannot win more than 140"),
        ("[140, 0, 120, 200]", "p1 cannot win more than 80"),
        ("[0, 0, 230, 230]", ""),
        ("[80, 60, 220, 100]", ""),
    ],
)
def test_a_result_of_hidden_cards_goes_to_those_who_can_win_it(stacks, why):
    hand = hand_of(4, ALL_IN + DOWN[:-2], **FOUR, finishing_stacks=stacks)
    assert hand.doubt == why
    assert hand.finishing == (None if why else tuple(map(Fraction, stacks[1:-1].split(", "))))


def test_a_player_who_gave_up_wins_nothing_of_a_hidden_result():
    actions = "'p3 cc', 'p1 cc', 'p2 cc', 'd db 7h8h9h', 'p1 cc', 'p2 cbr 200', 'p3 cc', 'p1 f', "
    actions += "'d db 2d', 'p2 cc', 'p3 cc', 'd db 2s', 'p2 cc', 'p3 cc'"
    for stacks, why in (
        ("[1000, 700, 1300]", "p1 gave up, and wins 100"),
        ("[900, 700, 1400]", ""),
    ):
        assert hand_of(3, actions, finishing_stacks=stacks).doubt == why


def test_byte_order_marks_are_skipped(tmp_path: Path):
    text = table(2, "'p2 f'")
    (tmp_path / "one.phh").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read(tmp_path / "one.phh") == parse(text)
    joined = f"\ufeff[1]\n{text}\n\ufeff[2]\n{text}\n"
    assert len(parse(joined)) == 2


WHOLE = "".join(f"[{number}]\n{table(2, chr(39) + 'p2 f' + chr(39))}\n" for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "good", "wrong"),
    [
        (WHOLE[:-20], "12", "The actions of hand [3] in f, line 15, must be given"),
        (WHOLE[:-4], "12", "The table of hand [3] in f, line 15, must be whole, and TOML; got"),
        (WHOLE[20:], "23", "The variant of the hand in f must be given"),
        (WHOLE[26:], "23", "The table of the hand in f must be whole, and TOML; got"),
        (
            WHOLE.replace("variant = 'NT'\n", "", 1),
            "23",
            "The variant of hand [1] in f, line 1, mu",
        ),
        (WHOLE.replace("[2]", "[2"), "13", "The table of hand [2] in f, line 8, must be whole, a"),
        (WHOLE.replace("f']\n[2]", "[2]"), "23", "The table of hand [1] in f, line 1, must be wh"),
        (WHOLE.replace("[2]", "[1]"), "113", ""),
        (WHOLE.replace("NT", "PO", 1), "23", "The variant of hand [1] in f, line 2, must be one"),
        (WHOLE.replace("[50, 1", "[1", 1), "23", "The blinds_or_straddles of hand [1] in f, li"),
        (WHOLE.replace("1000", "10'00", 1), "23", "The table of hand [1] in f, line 1, must be"),
    ],
)
def test_bad_hands_of_a_file_are_left_out(text: str, good: str, wrong: str):
    left_out: list[GameError] = []
    hands = parse(text, "f", left_out.append)
    assert "".join(hand.origin.table for hand in hands) == good
    assert [str(error).startswith(wrong) for error in left_out] == [True] * bool(wrong)
    assert all(hand.finishing == (1050, 950) for hand in hands)
    if left_out:
        with pytest.raises(GameError):
            parse(text)


def test_a_hand_that_folds_cannot_mend_is_left_as_it_is():
    for actions in ("'p2 cc', 'p2 cc'", "'p2 cbr 5', 'p1 cc'", "'p2 f'"):
        hand = hand_of(2, actions)
        assert repaired(hand) is hand


@pytest.mark.parametrize(
    ("stacks", "why"),
    [
        ("[0, 260, 100, 100]", "p4 gave up, and wins 0, not 120"),
        ("[80, 60, 220, 100]", "p3 gave up, and wins 120"),
        ("[0, 0, 100, 360]", "p4 gave up, and wins 260, not 120"),
        ("[80, 60, 100, 220]", ""),
        ("[0, 140, 100, 220]", ""),
    ],
)
def test_seats_that_mucked_win_what_no_live_seat_contests(stacks, why):
    hand = hand_of(4, f"{ALL_IN}{DOWN}'p3 sm', 'p4 sm'", finishing_stacks=stacks, **FOUR)
    assert hand.doubt == why


def test_whose_rules_a_hand_follows_is_checked():
    with pytest.raises(
        GameError, match=r"The _rules .* must be 'pokerkit' or 'casino'; got 'acpc'"
    ):
        hand_of(2, "", _rules="'acpc'")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[5.1]\n{0}\n[5.2]\n{0}\n[6]\n{0}", ["5.1", "5.2", "6"]),
        ("[[hands]]\n{0}\n[[hands]]\n{0}", ["hands", "hands"]),
        ("[10]\n{0}\n[ 02 ]\n{0}\n['a b']\n{0}\n[-1]\n{0}", ["10", "02", "a b", "-1"]),
        ("_note = 'ours'\n[1]\n{0}", ["1"]),
        ("[5.1]\n{0}\n[5.2]\n{0}\n[5.3]\nvariant = 'NT", ["5.1", "5.2"]),
        ("{0}\n[_meta.more]\nx = 1", [""]),
    ],
)
def test_tables_may_have_any_numbers(text: str, numbers: list[str]) -> None:
    left_out: list[GameError] = []
    hands = parse(text.format(table(2, CHECKED)), "f", left_out.append)
    assert [hand.origin.table for hand in hands] == numbers
    assert len(left_out) == text.count("'NT")
