"""The frequencies of a strategy by classes of hands, and their table."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from zerosum.abstraction import Abstracted, menu
from zerosum.cards import FULL_DECK, RANKS, card_set, parse
from zerosum.errors import NotApplicable
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
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.shows.grid import strategy_grid
from zerosum.pkr.shows.opening import opening
from zerosum.pkr.shows.picture import bars
from zerosum.pkr.shows.table import table

FOLD, CALL, POT, NINE, ALLIN = Fold(), Call(), RaisePot(), Bet(9), Allin()


def strategy(infoset):
    """Raise aces, and ace-king if suited; fold the rest but for calls with king-queen off."""
    ranks = sorted(str(infoset.key[0].hand)[::2])
    suited = len(set(str(infoset.key[0].hand)[1::2])) == 1
    if ranks == ["A", "A"]:
        return {FOLD: 0.0, POT: 0.75, ALLIN: 0.25}
    if ranks == ["A", "K"] and suited:
        return {FOLD: 0.0, NINE: 1.0}
    if ranks == ["K", "Q"] and not suited:
        return {FOLD: 0.25, CALL: 0.75}
    return {FOLD: 1.0}


def at(grid, row, column):
    """Return what a cell does, by label, without what it never does."""
    pairs = zip(grid.options, grid.cells[row][column], strict=True)
    return {option.label: share for option, share in pairs if share}


def after(text, act=strategy, actions=(FOLD, CALL, POT, NINE, ALLIN)):
    game = Abstracted(RiverOfBlood(), None, menu(lambda infoset: actions))
    return strategy_grid(Follower(act, game).follow(text)[0])


def lines_of(grid, **options):
    console = Console(width=80, file=io.StringIO(), **options)
    console.print(table(grid))
    return console.file.getvalue().splitlines()


def test_frequencies_of_classes() -> None:
    grid = after("")
    assert (grid.title, grid.hands) == ("Opening strategy of the small blind", 1326)
    assert grid.unknown == 0
    assert at(grid, 12, 12) == {"Pot to 4": 0.75, "All-in to 400": 0.25}
    assert at(grid, 12, 11) == {"Raise to 10": 1.0}
    assert at(grid, 11, 12) == {"Fold": 1.0}
    assert at(grid, 10, 11) == {"Fold": 0.25, "Call": 0.75}
    whole = {option.label: share for option, share in zip(grid.options, grid.whole, strict=True)}
    assert whole["Pot to 4"] == pytest.approx(6 * 0.75 / 1326)
    assert whole["Call"] == pytest.approx(12 * 0.75 / 1326)
    assert sum(whole.values()) == pytest.approx(1)
    pairs = [card_set(one) | card_set(two) for one, two in combinations(FULL_DECK, 2)]
    places = [divmod(hole_class(pair.mask), 13) for pair in pairs]
    sizes = {place: places.count(place) for place in places}
    assert len(sizes) == 169
    for (row, column), size in sizes.items():
        assert size == (6 if row == column else 4 if row > column else 12)
    names = set(map(class_name, range(169)))
    assert {"AA", "22", "AKs", "AKo", "32s", "32o", "T9s"} <= names
    assert len(names) == 169


@pytest.mark.parametrize("system", [ColorSystem.TRUECOLOR, ColorSystem.STANDARD])
def test_each_option_has_a_colour_of_its_own(system) -> None:
    """Bets of chips take no colour of a bet by the pot, and few colours are enough."""
    grid = after("")
    assert len({option.colour for option in grid.options}) == len(grid.options) == 5
    assert [option.word for option in grid.options] == ["f", "c", "r100%", "r10", "a"]
    actions = (FOLD, CALL, RaiseHalfPot(), Raise75Pot(), POT, ALLIN)
    grid = after("r10 c | 2c3d7h b2", lambda infoset: dict.fromkeys(actions, 1 / 6), actions)
    shown = [Color.parse(option.colour).downgrade(system) for option in grid.options]
    assert len({(colour.number, colour.triplet) for colour in shown}) == 6


def test_the_board_leaves_fewer_hands() -> None:
    """With three aces out a single one is left: no pair, and one suit of ace-king."""
    checks = Check(), POT
    grid = after("c k / AhAdAc", lambda infoset: {Check(): 1.0}, checks)
    assert grid.hands == 49 * 48 // 2
    assert grid.title == "Strategy of the big blind after c x | AhAdAc"
    assert grid.cells[12][12] is None
    assert at(grid, 12, 11) == at(grid, 11, 12) == {"Check": 1.0}
    assert sum(cell is None for row in grid.cells for cell in row) == 1
    _, _, _, head, aces, kings, *_ = lines_of(grid)
    assert head.split() == list(reversed(RANKS))
    assert aces.split() == ["A", *["C100"] * 12]
    assert aces.index("C100") == head.index("K")
    assert kings.split() == ["K", *["C100"] * 13]
    assert {(bar.row, bar.column) for bar in bars(grid.cells)} == {
        (row, column) for row in range(13) for column in range(13)
    } - {(0, 0)}

    def spades(infoset):
        mine = infoset.key[0].hand == parse("AsKs")
        return {Check(): 0.0, POT: 1.0} if mine else {Check(): 1.0}

    grid = after("c k / Kh2d7c", spades, checks)
    assert at(grid, 12, 11) == pytest.approx({"Check": 2 / 3, "Pot to 4": 1 / 3})
    assert grid.whole == pytest.approx((1 - 1 / grid.hands, 1 / grid.hands))


def test_narrow_terminals_crop_cells_and_the_opening_is_the_first_decision() -> None:
    """What tables look like is in tests/golden/test_hands.py."""
    console = Console(width=40, file=io.StringIO())
    console.print(table(after("")))
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert lines[-1].split() == ["2", *["F100"] * 6, "F1"]
    assert "Call 0.7%" in " ".join(lines)
    game = Abstracted(RiverOfBlood(), None, menu(lambda infoset: (FOLD, CALL, POT, NINE, ALLIN)))
    made = [io.StringIO(), io.StringIO()]
    Console(width=80, file=made[0]).print(opening(strategy, game))
    Console(width=80, file=made[1]).print(table(after("")))
    assert made[0].getvalue() == made[1].getvalue()


def test_many_bets_are_one_option_and_alike_ones_have_numbers() -> None:
    actions = FOLD, CALL, *map(Bet, range(3, 20)), ALLIN
    grid = after("", lambda infoset: dict.fromkeys(actions, 1 / 20), actions)
    assert [option.label for option in grid.options] == ["Fold", "Call", "Raises", "All-in to 400"]
    assert grid.whole == pytest.approx((1 / 20, 1 / 20, 17 / 20, 1 / 20))
    few = (FOLD, *map(Bet, range(3, 9)))
    grid = after("", lambda infoset: {Bet(4): 0.75, Bet(7): 0.25}, few)
    assert len(grid.options) == 7
    assert lines_of(grid)[-1].split() == ["2", *["2:75"] * 13]


def test_unknown_infosets_are_counted_and_other_actions_refused() -> None:
    class Half:
        unknown = 7

        def __call__(self, infoset):
            self.unknown += len(infoset.key[0].hand & parse("AhAdAsAc")) == 0
            return {Check(): 0.5, RaiseHalfPot(): 0.25, ALLIN: 0.25}

    act = Half()
    grid = after("c k / 2c3c4d", act, (Check(), RaiseHalfPot(), ALLIN))
    assert grid.unknown == act.unknown - 7 == 45 * 44 // 2
    assert lines_of(grid)[-1] == (
        "The strategy is uniform for 990 of 1,176 hands, at unvisited infosets."
    )
    with pytest.raises(NotApplicable, match=r"must be on the menu .* got Bet\(quantity=5\)"):
        after("", lambda infoset: {Bet(5): 1.0})
