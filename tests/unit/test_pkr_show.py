"""The frequencies of a strategy by classes of hands, and their table."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from zerosum.cards import FULL_DECK, RANKS, card_set, parse
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Fold,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RiverOfBlood,
)
from zerosum.pkr.shows.grid import class_of, hand_grid
from zerosum.pkr.shows.picture import bars, class_name
from zerosum.pkr.shows.river import opening, table
from zerosum.pkr.text import read_line

FOLD, CALL, POT, THREE, NINE, ALLIN = Fold(), Call(), RaisePot(), Bet(3), Bet(9), Allin()


def strategy(infoset):
    """Raise aces, and ace-king if suited; fold the rest but for calls with king-queen off."""
    ranks = sorted(str(infoset.hand)[::2])
    suited = len(set(str(infoset.hand)[1::2])) == 1
    if ranks == ["A", "A"]:
        return {FOLD: 0.0, POT: 0.75, ALLIN: 0.25}
    if ranks == ["A", "K"] and suited:
        return {FOLD: 0.0, THREE: 0.5, NINE: 0.5}
    if ranks == ["K", "Q"] and not suited:
        return {FOLD: 0.25, CALL: 0.75}
    return {FOLD: 1.0}


def at(grid, row, column):
    """Return what a cell does, by label, without what it never does."""
    pairs = zip(grid.options, grid.cells[row][column], strict=True)
    return {option.label: share for option, share in pairs if share}


def after(text, act=strategy):
    return hand_grid(act, RiverOfBlood(), read_line(text, RiverOfBlood()))


def lines_of(grid, **options):
    console = Console(width=80, file=io.StringIO(), **options)
    console.print(table(grid))
    return console.file.getvalue().splitlines()


def test_frequencies_of_classes() -> None:
    grid = after("")
    assert (grid.player, grid.hands, grid.unknown) == (0, 1326, 0)
    assert at(grid, 12, 12) == {"Pot +3": 0.75, "All-in +399": 0.25}
    assert at(grid, 12, 11) == {"Bet +3": 0.5, "Bet +9": 0.5}
    assert at(grid, 11, 12) == {"Fold": 1.0}
    assert at(grid, 10, 11) == {"Fold": 0.25, "Call": 0.75}
    whole = {option.label: share for option, share in zip(grid.options, grid.whole, strict=True)}
    assert whole["Pot +3"] == pytest.approx(6 * 0.75 / 1326)
    assert whole["Call"] == pytest.approx(12 * 0.75 / 1326)
    assert whole["Bet +9"] == pytest.approx(4 * 0.5 / 1326)
    assert sum(whole.values()) == pytest.approx(1)
    places = [class_of(card_set(one) | card_set(two)) for one, two in combinations(FULL_DECK, 2)]
    sizes = {place: places.count(place) for place in places}
    assert len(sizes) == 169
    for (row, column), size in sizes.items():
        assert size == (6 if row == column else 4 if row > column else 12)
    names = {class_name(row, column) for row in range(13) for column in range(13)}
    assert {"AA", "22", "AKs", "AKo", "32s", "32o", "T9s"} <= names
    assert len(names) == 169


@pytest.mark.parametrize("system", [ColorSystem.TRUECOLOR, ColorSystem.STANDARD])
def test_each_option_has_a_colour_of_its_own(system) -> None:
    """Bets of chips take no colour of a bet by the pot, and few colours are enough."""
    grid = after("")
    assert len({option.colour for option in grid.options}) == len(grid.options) == 6
    assert {option.word for option in grid.options} == {"f", "r100%", "a", "c", "r4", "r10"}

    menu = (RaiseHalfPot(), POT, THREE, NINE)
    grid = after("", lambda infoset: dict.fromkeys(menu, 1 / 4))
    assert len({option.colour for option in grid.options}) == 4

    menu = (FOLD, CALL, RaiseHalfPot(), Raise75Pot(), POT, ALLIN)
    grid = after("", lambda infoset: dict.fromkeys(menu, 1 / 6))
    shown = [Color.parse(option.colour).downgrade(system) for option in grid.options]
    assert len({(colour.number, colour.triplet) for colour in shown}) == 6


def test_the_board_leaves_fewer_hands() -> None:
    """With three aces out a single one is left: no pair, and one suit of ace-king."""
    grid = after("c k / AhAdAc", lambda infoset: {Check(): 1.0})
    assert grid.hands == 49 * 48 // 2
    assert grid.player == 1
    assert grid.cells[12][12] is None
    assert at(grid, 12, 11) == at(grid, 11, 12) == {"Check": 1.0}
    assert sum(cell is None for row in grid.cells for cell in row) == 1
    _, _, _, head, aces, kings, *_ = lines_of(grid)
    assert head.split() == list(reversed(RANKS))
    assert aces.split() == ["A", *["X100"] * 12]
    assert aces.index("X100") == head.index("K")
    assert kings.split() == ["K", *["X100"] * 13]
    assert {(bar.row, bar.column) for bar in bars(grid)} == {
        (row, column) for row in range(13) for column in range(13)
    } - {(0, 0)}

    def spades(infoset):
        return {Check(): 0.0, POT: 1.0} if infoset.hand == parse("AsKs") else {Check(): 1.0}

    grid = after("c k / Kh2d7c", spades)
    assert at(grid, 12, 11) == pytest.approx({"Check": 2 / 3, "Pot +4": 1 / 3})
    assert grid.whole == pytest.approx((1 - 1 / grid.hands, 1 / grid.hands))


def test_narrow_terminals_crop_cells_and_the_opening_is_the_first_decision() -> None:
    """What tables look like is in tests/golden/test_hands.py."""
    console = Console(width=40, file=io.StringIO())
    console.print(table(after("")))
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert lines[-1].split() == ["2", *["F100"] * 6, "F1"]
    assert "Call 0.7%" in " ".join(lines)
    made = [io.StringIO(), io.StringIO()]
    Console(width=80, file=made[0]).print(opening(strategy, RiverOfBlood()))
    Console(width=80, file=made[1]).print(table(after("")))
    assert made[0].getvalue() == made[1].getvalue()


@pytest.mark.slow
def test_many_bets_are_one_option() -> None:
    grid = after("", lambda infoset: dict.fromkeys(infoset.actions(), 1 / 399))
    assert [option.label for option in grid.options] == ["Fold", "Call", "Bet"]
    assert grid.whole == pytest.approx((1 / 399, 1 / 399, 397 / 399))
    few = {Bet(chips): 1 / 6 for chips in range(3, 9)}
    assert len(after("", lambda infoset: few).options) == 6


def test_the_player_to_act_is_asked_with_every_hand_and_each_is_watched() -> None:
    seen = []

    def watch(infoset):
        seen.append(infoset)
        return {FOLD: 1.0}

    after("r5", watch)
    assert len({infoset.hand for infoset in seen}) == 1326
    assert parse("2c2d") in {infoset.hand for infoset in seen}
    assert {(infoset.player, infoset.pips) for infoset in seen} == {(1, (5, 2))}

    seen = []

    def each(hands):
        for hand in hands:
            seen.append((hand, len(hands)))
            yield hand

    grid = hand_grid(strategy, RiverOfBlood(), watch=each)
    assert len({hand for hand, _ in seen}) == grid.hands == 1326
    assert {size for _, size in seen} == {1326}
    assert grid == after("")


def test_unknown_infosets_are_counted() -> None:
    class Half:
        unknown = 7

        def __call__(self, infoset):
            self.unknown += len(infoset.hand & parse("AhAdAsAc")) == 0
            return {Check(): 0.5, RaiseHalfPot(): 0.5}

    act = Half()
    grid = after("c k / 2c3c4d", act)
    assert grid.unknown == act.unknown - 7 == 45 * 44 // 2
    assert lines_of(grid)[-1] == (
        "The strategy is uniform for 990 of 1,176 hands, at unvisited infosets."
    )
