"""Hand histories: replayed, refused, and written; PokerKit reads what we write."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.phh import CHECKED, FILE, TEXT, by_pokerkit, hand_of, played
from tests.games.pokerkit_hands import tables
from zerosum.cards import parse as cards
from zerosum.errors import GameError
from zerosum.pkr import Bet, Fold
from zerosum.pkr.holdem import FULL, SHORT, LimitHoldem, NoLimitHoldem, Rules
from zerosum.pkr.phh import Hand, parse, read, record, spell, write

HANDS = read(FILE)
ROYAL = "d db TsJsQs", "d db Ks", "d db As"


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.origin.table)
def test_hands_end_with_the_stacks_of_the_file(hand: Hand) -> None:
    assert hand.finishing is not None
    assert sum(hand.finishing) == sum(hand.stacks)
    if hand.get("finishing_stacks"):
        assert hand.finishing == tuple(map(Fraction, hand["finishing_stacks"]))
    assert len(list(hand.replay())) == len(hand.actions) + 1


def test_a_pot_is_split_to_half_chips() -> None:
    assert HANDS[0].finishing is not None
    assert HANDS[0].finishing[2] == Fraction(20_775, 2)


def test_amounts_are_scaled_to_chips_that_fit() -> None:
    assert [hand.unit for hand in HANDS] == [1, 1, 25_000, 1, Fraction(1, 4), 1, 1]
    assert HANDS[2].game.stacks == (164, 351, 182, 341, 150)
    assert HANDS[4].game.stacks == (163, 400)


@pytest.mark.parametrize("hand", [HANDS[0], HANDS[6]], ids=["no limit", "limit"])
def test_pokerkit_agrees(hand: Hand) -> None:
    assert by_pokerkit(spell(hand)) == hand.finishing


def test_files_are_read_and_written(tmp_path: Path) -> None:
    write(tmp_path / "all.phhs", HANDS)
    write(tmp_path / "one.phh", HANDS[4])
    assert read(tmp_path / "all.phhs") == HANDS
    assert read(tmp_path / "one.phh") == (HANDS[4],)
    assert spell(HANDS[4]) == TEXT.split("[5]\n")[1].split("\n[6]")[0].split("\n", 1)[1]


def test_texts_of_every_kind_are_written() -> None:
    names = '"it\'s"', '"a \\" and \\\\ and \\u0007"'
    hand = hand_of(players=f"[{', '.join(names)}]", _when="1979-05-27T07:32:00Z", _far="inf")
    assert hand.names == ("it's", 'a " and \\ and \x07')
    assert parse(spell(hand)) == (hand,)


@st.composite
def games(draw: Any) -> Any:
    """Draw a table of no-limit, limit or short-deck hold'em."""
    game, kind = replace(draw(tables((FULL,))), whole=False), draw(st.integers(0, 3))
    names = ("players", "stacks", "blinds", "antes", "trim", "button", "posts")
    stakes = {name: getattr(game, name) for name in names}
    if kind == 0:
        return LimitHoldem(bets=(2, 2, 4, 4), **stakes)
    return NoLimitHoldem(least=2, deck=SHORT, **stakes) if kind == 1 else game


@settings(max_examples=12)
@given(games(), st.integers(0, 2**32), st.sampled_from([1, 50, Fraction(1, 4)]))
def test_random_hands_are_written_and_read(game: Any, seed: int, unit: Fraction) -> None:
    game = played(game, seed, 200)
    hand = record(game, unit, players=["x"] * game.players)
    (back,) = parse(spell(hand))
    assert back == hand
    seats = back.seats(game)
    assert back.finishing == tuple(
        unit * (game.stacks[seat] + Fraction(game.won[seat], 2520)) for seat in seats
    )
    assert by_pokerkit(spell(hand)) == back.finishing
    assert record(back.final, back.unit, players=back["players"]).finishing == back.finishing


@settings(max_examples=10)
@given(games(), st.integers(0, 2**32), st.integers(0, 8))
def test_hands_that_go_on_are_written_and_read(game: Any, seed: int, stop: int) -> None:
    game = played(game, seed, stop)
    final = record(game).final
    assert (final.line, final.terminal) == (game.line, game.terminal)
    assert final == game or game.first == 1
    seats = record(game).seats(game)
    assert [final.paid[place] for place in range(game.players)] == [game.paid[s] for s in seats]


def test_an_unfinished_hand_has_no_result() -> None:
    hand = hand_of(2, "'p2 cc'")
    assert hand.finishing is None
    assert not hand.final.terminal


def test_cards_are_known_when_they_are_shown() -> None:
    hand = HANDS[5]
    hands = [[str(game.hand(seat)) for seat in range(4)] for game in hand.replay()]
    dealt, shown = hands[4], hands[10]
    assert dealt == ["", "", "KsKd", "7h2c"]
    assert shown == ["AsAd", "QsQd", "KsKd", "7h2c"]


def test_a_muck_gives_up_the_pot() -> None:
    dealt = "'d dh p1 AhKh', 'd dh p2 3s4c', "
    shown = hand_of(2, f"{dealt}{CHECKED}, 'p1 sm', 'p2 sm 3s4c'")
    unknown = hand_of(2, f"{dealt.replace('3s4c', '????')}{CHECKED}, 'p1 sm'")
    best = hand_of(2, dealt + CHECKED)
    assert shown.finishing == unknown.finishing == (900, 1100)
    assert best.finishing == (1100, 900)
    assert by_pokerkit(spell(shown)) == shown.finishing
    assert record(unknown.final).actions[-1] == "p1 sm"
    assert hand_of(2, "'p2 cbr 1000', 'p1 cc', 'p1 sm'").finishing == (0, 2000)


def test_a_third_of_a_chip_is_exact_but_not_written() -> None:
    dealt = "'d dh p2 2c3c', 'd dh p3 2d3d', 'd dh p4 2h3h', "
    calls = "'p3 cc', 'p4 cc', 'p1 f', 'p2 cc', "
    checks = ", ".join(f"'{street}', 'p2 cc', 'p3 cc', 'p4 cc'" for street in ROYAL)
    hand = hand_of(4, dealt + calls + checks)
    assert hand.finishing == (950, *[900 + Fraction(350, 3)] * 3)
    assert record(hand.final).get("finishing_stacks") is None


def test_a_player_who_mucks_keeps_what_was_not_called() -> None:
    actions = "'d dh p1 AhKh', 'd dh p2 3s4c', 'd dh p3 QhQd', 'p3 cbr 1000', 'p1 cc', 'p2 cc', "
    actions += "'p3 sm', 'p1 sm AhKh', 'p2 sm 3s4c', 'd db 7h8h9h', 'd db 2d', 'd db 2s'"
    hand = hand_of(3, actions, starting_stacks="[300, 800, 1000]")
    assert hand.finishing == by_pokerkit(spell(hand)) == (900, 1000, 200)
    assert record(hand.final).finishing == hand.finishing


def test_a_showdown_of_unknown_cards_has_the_result_of_the_file() -> None:
    actions = f"'d dh p1 AhKh', {CHECKED}"
    assert hand_of(2, actions).finishing is None
    recorded = hand_of(2, actions, finishing_stacks="[900.0, 1100.0]")
    assert recorded.finishing == (900, 1100)


@pytest.mark.parametrize(
    ("shown", "stacks"),
    [
        ("'p1 sm 4h4c', 'p2 sm ????'", (1100, 900)),
        ("'p2 sm ????', 'p1 sm 4h4c'", (1100, 900)),
        ("'p1 sm ????', 'p2 sm 2c3d'", (900, 1100)),
        ("'p1 sm ????', 'p2 sm ????'", None),
        ("'p1 sm 4h??', 'p2 sm 3c3d'", None),
    ],
)
def test_cards_that_are_not_shown_lose_to_those_that_are(shown: str, stacks: Any) -> None:
    for dealt in ("", "'d dh p1 4h4c', ") if stacks else ("",):
        hand = hand_of(2, f"{dealt}{CHECKED}, {shown}")
        assert hand.finishing == stacks
        assert stacks in {None, by_pokerkit(spell(hand))}


def test_a_side_pot_that_nobody_shows_for_is_not_known() -> None:
    actions = "'p3 cbr 1000', 'p1 cc', 'p2 cc', 'p1 sm AhKh', 'p2 sm ????', 'p3 sm ????', "
    actions += "'d db 7h8h9h', 'd db 2d', 'd db 2s'"
    assert hand_of(3, actions, starting_stacks="[300, 800, 1000]").finishing is None
    covered = hand_of(3, actions, starting_stacks="[1000, 800, 1000]")
    assert covered.finishing == by_pokerkit(spell(covered)) == (2800, 0, 0)


def test_hole_cards_may_be_dealt_in_any_order_and_missing() -> None:
    hand = hand_of(3, "'d dh p3 AhKh', 'd dh p1 2c', 'd dh p1 2d', 'p3 cc'")
    assert [len(game.hands) for game in hand.replay()] == [0, 0, 0, 2, 6]
    assert [str(hand.final.hand(seat)) for seat in range(3)] == ["2d2c", "", "AhKh"]


def refused(match: str, *arguments: Any, **changed: str) -> None:
    with pytest.raises(GameError, match=match) as caught:
        _ = hand_of(*arguments, **changed).final
    assert str(caught.value).startswith("The ")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        ("'p3 f', 'p2 f'", "'p2 f' .* must be one of p1, who is to act: look for an act"),
        ("'p3 f', 'p1 f', 'p2 cc'", "must be left out; the hand is over"),
        ("'p3 cbr 199'", "must be to 200 at least and 1,000 at most; got 199"),
        ("'p3 cbr all'", "must say to how many chips on this street, as in 'cbr 200'"),
        ("'p3 cbr 1000', 'p1 cbr 1000'", "must be 'p1 cc' or 'p1 f', since p1 may not bet"),
        ("'p3 cc', 'p1 cc', 'p2 cc', 'p1 cc'", "must wait for the flop, which must be dealt"),
        ("'p3 cc', 'd db 7h8h9h'", "must wait for the end of the street; p1 is to act"),
        ("'p3 cc', 'p1 cc', 'p2 cc', 'd db 7h8h'", "must deal the flop: three known cards"),
        ("'p3 cc', 'p1 cc', 'p2 cc', 'd db 7h8hAh'", "deal cards that are left; p1 has Ah"),
        ("'d dh p2 AhQd'", "'d dh p2 AhQd' .* must deal cards that are left; p1 has Ah"),
        ("'d dh p2 QdQd'", "must name different cards; got Qd twice"),
        ("'d dh p2 Qd1d'", "must name cards: A card must be a rank of .*; got '1d'"),
        ("'d dh p1 Qd'", "must leave p1 with 2 cards; p1 would have 3"),
        ("'p3 cc', 'd dh p2 QdJd'", "must stand before the first bet"),
        ("'d dh p4 QdJd'", "must be of p1 to p3; got 'p4'"),
        ("'p3 sm QdJd'", "must wait for the showdown; p3 is to act"),
        ("'p3 f', 'p1 f', 'p1 sm AhKh'", "must be of a player still in the hand; p1 is not"),
        ("'p3 f', 'p1 f', 'p2 sm'", "must be left out; the last player in the hand wins it"),
        ("'p3 raises 300'", "must be like 'd dh p1 AhKd', .* or a commentary"),
        ("'p3 f', 'p2 sb # {not his turn}'", "The action 'p2 sb # {not his turn}' of the hand"),
    ],
)
def test_illegal_actions_are_refused(actions: str, what: str) -> None:
    refused(what, 3, f"'d dh p1 AhKh', {actions}")


@pytest.mark.parametrize(
    ("shown", "what"),
    [
        ("p1 sm AhQh", "must show the cards that p1 was dealt, AhKh"),
        ("p2 sm Kh3s", "must deal cards that are left; p1 has Kh"),
        ("p2 sm 3c3s3d", "must show the cards that p2 was dealt, [?]{4}"),
        ("p1 f", "must be left out; the hand is over"),
    ],
)
def test_cards_shown_must_be_those_dealt(shown: str, what: str) -> None:
    refused(what, 2, f"'d dh p1 AhKh', {CHECKED}, '{shown}'")


def test_a_limit_has_one_size_of_bets() -> None:
    stakes = {"variant": "'FT'", "min_bet": "", "small_bet": "100", "big_bet": "200"}
    refused("must be to exactly 200; got 300", 2, "'p2 cbr 300'", **stakes)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"variant": "'XX'"}, "must be one of 'FT' .fixed-limit Texas hold'em.*; got 'XX'"),
        ({"variant": ""}, "The variant of the hand must be given; got none: .* variant = 'NT'[.]"),
        ({"min_bet": ""}, "The min_bet of the hand must be given; got none: .* min_bet = 2[.]"),
        ({"min_bet": "true"}, "The min_bet .* must be a number above 0, .*; got True"),
        (
            {"antes": "[0, 0, 0]"},
            "The antes of the hand, line 2, .* an array of 2 .*got 3 .*= \\[0, 0\\][.]",
        ),
        ({"antes": "[0, -1]"}, "The antes .* must be known numbers from 0 up, .*; got -1 for p2"),
        (
            {"starting_stacks": "[1, nan]"},
            "must be numbers above 0, or inf if unknown, of at most 15 digits; got NaN for p2",
        ),
        ({"starting_stacks": f"[1, {10**15}]"}, "of at most 15 digits; got one with more for p2"),
        ({"starting_stacks": str([9] * 11)}, "an array of 2 to 10 numbers, .*; got 11 of them"),
        (
            {"finishing_stacks": "[1]"},
            "finishing_stacks .* .* array of 2 .*; got 1 of them: leave it out",
        ),
        ({"players": "['x']"}, "The players of the hand, line 7, must be an array of 2 strings"),
        ({"actions": "[1]"}, "The actions of the hand, line 6, must be an array of strings"),
        ({"ante_trimming_status": "1"}, "must be true or false; got 1"),
    ],
)
def test_wrong_fields_are_refused(changed: dict[str, str], what: str) -> None:
    refused(what, **changed)


def test_a_truncated_file_is_refused() -> None:
    with pytest.raises(GameError, match=r"file cut[.]phh must be a whole PHH .* document"):
        parse(TEXT[:700], "cut.phh")
    with pytest.raises(GameError, match=r"The text must be a whole .*; got Exceeds the limit"):
        parse(f"min_bet = {'9' * 5000}")
    with pytest.raises(GameError, match="The text must contain a hand; it is empty"):
        parse("# nothing\n")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.phh").write_bytes(b"\xff\xfe")
    with pytest.raises(
        GameError, match=r"x[.]phh must be a readable text file in UTF-8; it is not"
    ):
        read(tmp_path / "x.phh")


def test_an_error_names_the_line_of_its_action() -> None:
    wrong = TEXT.replace('"p3 cbr 232600"', '"p3 cbr 100000"')
    hand = parse(wrong, "hands.phhs")[3]
    line = 1 + wrong[: wrong.index("p3 cbr 100000")].count("\n")
    place = f"'p3 cbr 100000' of hand .4. in hands.phhs, line {line}, must be to 180,000 at least"
    with pytest.raises(GameError, match=place):
        _ = hand.final


def test_games_that_the_format_lacks_are_not_recorded() -> None:
    for game in (
        NoLimitHoldem(rules=Rules.ACPC),
        NoLimitHoldem(hole=1),
        LimitHoldem(raises=(1,) * 4),
    ):
        with pytest.raises(GameError, match="A game to record must be hold'em as the PHH format"):
            record(game)
    with pytest.raises(GameError, match="must have decimals that end to be written; got 1/3"):
        record(NoLimitHoldem(blinds=(1, 2)), Fraction(1, 3))


def test_a_hand_seen_by_one_seat_is_recorded() -> None:
    game = NoLimitHoldem().seated(0, cards("9dKh")).apply(Bet(4)).apply(Fold())
    assert record(game, hand=7).actions == ("d dh p1 ????", "d dh p2 Kh9d", "p2 cbr 5", "p1 f")
