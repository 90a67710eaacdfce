"""Hand histories as public files have them: who wins when hands are hidden, and what is unknown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.phh import CHECKED, hand_of
from zerosum.errors import GameError
from zerosum.pkr.phh import Hand, parse, read, record, repaired, spell
from zerosum.pkr.phh.show import picture
from zerosum.rendering import text_of
from zerosum.rng import Random

FILE = Path(__file__).with_name("hands.phhs")
DOWN = "'p3 cc', 'p4 cc'"
SIDE_POTS = (
    "'d dh p1 AhAc', 'd dh p2 KhKc', 'd dh p3 ????', 'd dh p4 ????', 'p3 cbr 100', 'p4 cc', "
    f"'p1 cc', 'p2 cc', 'd db 2c3d4h', {DOWN}, 'd db 7s', {DOWN}, 'd db 9s', {DOWN}"
)


def four(actions: str, **changed: str) -> Hand:
    """Return a hand of four seats with stacks of 20, 40, 200 and 200, and blinds of 1 and 2."""
    fields = {
        "blinds_or_straddles": "[1, 2, 0, 0]",
        "min_bet": "2",
        "starting_stacks": "[20, 40, 200, 200]",
    }
    return hand_of(4, actions, **fields | changed)


@pytest.mark.parametrize(
    ("shown", "stacks"),
    [
        ("'p3 sm', 'p4 sm', 'p1 sm AhAc', 'p2 sm KhKc'", (80, 60, 100, 220)),
        ("'p4 sm', 'p3 sm', 'p1 sm AhAc', 'p2 sm KhKc'", (80, 60, 220, 100)),
        ("'p3 sm', 'p4 sm', 'p2 sm', 'p1 sm AhAc'", (80, 60, 100, 220)),
        ("'p3 sm', 'p2 sm', 'p4 sm', 'p1 sm AhAc'", (80, 0, 100, 280)),
        ("'p4 sm', 'p1 sm', 'p2 sm'", (0, 0, 360, 100)),
        ("'p1 sm AhAc', 'p4 sm 8c8d'", (80, 0, 100, 280)),
    ],
)
def test_a_pot_goes_to_the_last_one_who_may_win_it(shown: str, stacks: tuple[int, ...]) -> None:
    hand = four(f"{SIDE_POTS}, {shown}")
    assert hand.finishing == stacks
    assert hand.finishing == parse(spell(record(hand.final)))[0].finishing


@pytest.mark.parametrize(
    ("antes", "blinds", "acting", "paid"),
    [
        ("[0, 0]", "[50, 100]", "p2", (100, 50)),
        ("[1, 1]", "[200, 0]", "p1", (0, 200)),  # the button's blind of short-deck hold'em
        ("[0, 0]", "[100, 50]", "p1", (50, 100)),
        ("[1, 1]", "[0, 0]", "p1", (0, 0)),
        ("[0, 0]", "[100, 100]", "p1", (100, 100)),
    ],
)
def test_the_second_of_two_players_has_the_button(
    antes: str, blinds: str, acting: str, paid: tuple[int, ...]
) -> None:
    other = {"p1": "p2", "p2": "p1"}[acting]
    hand = hand_of(
        2, f"'{acting} cc', '{other} cc', 'd db 2c3d4h'", antes=antes, blinds_or_straddles=blinds
    )
    game = hand.game
    assert (game.paid, game.active, game.button) == (paid, int(acting[1]) - 1, 1)
    assert hand.final.active == 0
    assert parse(spell(record(hand.final)))[0].final == hand.final


def test_posts_count_and_do_not_change_who_acts_first() -> None:
    posted = {"blinds_or_straddles": "[0.25, 0.5, 0, -0.5]", "min_bet": "0.5"}
    hand = four("'p3 f', 'p4 cc', 'p1 f', 'p2 cc', 'd db 2c3c4c'", **posted)
    assert hand.final.total == 5
    assert hand.game.active == 2
    assert parse(spell(record(hand.final, hand.unit)))[0]["blinds_or_straddles"][3] < 0


def test_unknown_stacks_leave_what_is_won() -> None:
    hand = four(
        "'p3 cbr 150', 'p4 f', 'p1 f', 'p2 cc', 'd db 2c3c4c', 'p2 cbr 900', 'p3 f'",
        starting_stacks="[inf, inf, 300, inf]",
    )
    assert hand.stacks == (None, None, 300, None)
    assert hand.nets == (-1, 151, -150, 0)
    assert hand.finishing is None
    told = text_of(picture(hand))
    assert re.search(r"p3 +\?\?\?\? +300", told)
    assert "p2 wins 151\n" in told
    assert "p3 loses 150 and has 150" in told
    assert "Some stacks are not known" in told


def test_a_fold_when_nothing_is_owed_is_a_fold() -> None:
    hand = hand_of(2, "'p2 cc', 'p1 cc', 'd db 2c3d4h', 'p1 f'")
    assert hand.finishing == (900, 1100)
    assert record(hand.final)["actions"][-1] == "p1 f"


def test_more_chips_than_native_code_counts() -> None:
    hand = hand_of(
        2, "'p2 cbr 3000001', 'p1 f'", starting_stacks="[99999999, 5000003]", min_bet="100"
    )
    assert hand.finishing == (99_999_899, 5_000_103)


def test_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8").replace("\n", "\r\n")
    (tmp_path / "marked.phhs").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read(tmp_path / "marked.phhs") == read(FILE)


@pytest.mark.parametrize(
    ("stacks", "why"),
    [
        ("[900, 7]", "they add up to 1,093 less than those at the start"),
        ("[1800, 200]", "p2 loses more than the chips that it put in"),
        ("[1100, 1000]", "they add up to 100 more than those at the start"),
    ],
)
def test_impossible_results_of_hidden_showdowns(stacks: str, why: str) -> None:
    hand = hand_of(2, CHECKED, finishing_stacks=stacks)
    assert hand.finishing is None
    assert re.search(f"Who wins is not known, .* but {why}", text_of(picture(hand)))


def test_a_folded_seat_wins_nothing_and_a_short_one_only_its_pot() -> None:
    down = SIDE_POTS.replace("AhAc", "????").replace("KhKc", "????")
    assert "p1 cannot win more than 80" in four(down, finishing_stacks="[140, 0, 100, 220]").doubt
    folded = down.replace("'p2 cc'", "'p2 f'")
    given = "[80, 118, 100, 162]"
    assert "p2 gave up, and wins 80" in four(folded, finishing_stacks=given).doubt
    assert four(folded, finishing_stacks="[62, 38, 100, 260]").finishing == (62, 38, 100, 260)


def test_folds_that_a_file_lacks_are_inserted() -> None:
    hand = four("'p3 cbr 6', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 8'")
    with pytest.raises(GameError, match="must be one of p4, who is to act"):
        list(hand.replay())
    whole = repaired(hand)
    assert whole["actions"][1:4] == ("p4 f", "p1 f", "p2 cc")
    wrong = four("'p3 cbr 6', 'p1 f', 'p2 f', 'p4 cc'")
    assert repaired(wrong) is wrong  # p4 acts later
    assert repaired(whole) is whole


def test_no_checks_are_inserted() -> None:
    hand = four("'p3 cc', 'p4 cc', 'p1 cc', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 8'")
    assert repaired(hand) is hand


WORDS = ("p1", "p3", "f", "cc", "cbr 6", "sm", "d dh p1 AhAc", "d db 2c3d4h", "20", "1e9", "# -")


def mutated(text: str, rng: Random) -> str:
    """Return a text with a few pieces deleted, doubled, exchanged or replaced."""
    for _ in range(1 + rng.integer(2)):
        at, size = rng.integer(len(text)), rng.integer(9)
        piece = text[at : at + size]
        other = (
            "",
            piece * 2,
            piece[::-1],
            WORDS[rng.integer(len(WORDS))],
            chr(rng.integer(0x2FF)),
            str(rng.integer(2**40) - 2**39),
            ("inf", "-inf", "nan", "0", "[]", "''", "1e400", "true")[rng.integer(8)],
        )[rng.integer(7)]
        text = text[:at] + other + text[at + size :]
    return text


def survive(count: int, seed: int) -> int:
    """Read mutations of hands; return how many are printed. All others must be refused in words."""
    rng, texts = Random(seed), FILE.read_text("utf-8").split("\n[")
    texts += [spell(four(f"{SIDE_POTS}, 'p3 sm', 'p4 sm', 'p1 sm AhAc'"))]
    printed, wrong = 0, list[Any]()
    for _ in range(count):
        text = texts[rng.integer(len(texts))]
        text = mutated(text if text.startswith(("[", "#", "v")) else f"[{text}", rng)
        for hand in parse(text, "a.phhs", wrong.append):
            try:
                picture(repaired(hand))
                text_of(picture(hand))
                printed += 1
            except GameError as error:
                wrong.append(error)
    assert all(str(error).endswith(".") for error in wrong)
    return printed


def test_mutations_are_read_or_refused() -> None:
    assert 20 < survive(200, seed=1) < 180


@pytest.mark.slow
def test_many_mutations_are_read_or_refused() -> None:
    survive(20_000, seed=2)
