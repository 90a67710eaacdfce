"""How each seat of hold'em opens, as tables of hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.holdem_players import sound
from zerosum.abstraction import Abstracted
from zerosum.errors import NotApplicable
from zerosum.kuhn import Kuhn
from zerosum.pkr import Allin, Bet, Call, Fold, NoLimitHoldem
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.holdem import SHORT
from zerosum.pkr.scenarios import Measure, Quantity
from zerosum.pkr.scenarios.spots import Questions
from zerosum.pkr.shows.grid import opening_grids
from zerosum.pkr.shows.opening import opening
from zerosum.support.rendering import text_of

SIX = NoLimitHoldem(players=6, stacks=(10_000,), blinds=(50, 100), sizes=(150,))
ACE, TWO = 12, 0


def pusher(infoset: Any) -> Any:
    """Raise suited hands, going all-in with half of them; call with the others."""
    cards = [card % 4 for card in infoset.hand]
    if cards[0] != cards[1]:
        return {Fold(): 0.0, Call(): 1.0}
    return {Fold(): 0.25, Bet(infoset.bounds()[0]): 0.25, Allin(): 0.5}


def test_every_seat_but_the_last_opens_as_quantities_find() -> None:
    grids = list(opening_grids(sound, SIX))
    names = ["seat under the gun", "hijack", "cutoff", "button", "small blind"]
    assert [grid.title for grid in grids] == [f"Opening strategy of the {name}" for name in names]
    assert [grid.cells[ACE][ACE] for grid in grids] == [(0.0, 0.0, 1.0, 0.0)] * 5
    assert grids[0].cells[TWO][TWO] == (1.0, 0.0, 0.0, 0.0)
    ask = Questions(sound, SIX)
    for folds, grid in enumerate(grids):
        value = ask(Quantity(Measure.RAISE, "f " * folds, "random"))
        assert grid.whole[2] == pytest.approx(value.mean)


def test_raises_and_all_ins_are_options_of_their_own() -> None:
    (grid,) = opening_grids(pusher, NoLimitHoldem())
    assert [option.label for option in grid.options] == ["Fold", "Call", "Raises", "All-in to 200"]
    assert grid.cells[ACE][TWO] == (0.25, 0.0, 0.25, 0.5)  # suited
    assert grid.cells[TWO][ACE] == (0.0, 1.0, 0.0, 0.0)


def test_options_and_hands_are_those_of_the_game() -> None:
    game = Abstracted(NoLimitHoldem(), None, passive + allin)
    (grid,) = opening_grids(lambda infoset: {Fold(): 0.75, Allin(): 0.25}, game)
    assert [option.word for option in grid.options] == ["f", "c", "a"]
    (grid,) = opening_grids(pusher, replace(NoLimitHoldem(), deck=SHORT))
    assert grid.hands == 630
    assert grid.cells[TWO][TWO] is None
    (grid,) = opening_grids(lambda infoset: {Fold(): 0.5, Call(): 0.5}, NoLimitHoldem())
    assert grid.unknown == 1326
    assert "uniform for 1,326 of 1,326 hands" in text_of(
        opening(lambda infoset: {Fold(): 0.5, Call(): 0.5}, NoLimitHoldem())
    )


def test_blinds_that_are_all_in_leave_nothing_to_open() -> None:
    game = NoLimitHoldem(stacks=(1,))
    assert text_of(opening(sound, game)) == "No seat can open before the flop."


@pytest.mark.parametrize("game", [Kuhn(), replace(NoLimitHoldem(), hole=1)])
def test_other_games_are_refused(game: Any) -> None:
    with pytest.raises(NotApplicable, match="must be poker with two cards each"):
        opening(sound, game)


def test_a_picture_has_a_part_for_each_seat() -> None:
    figures = pytest.importorskip("matplotlib.figure", reason="the extra plots is not installed")
    figure = figures.Figure(layout="constrained")
    game = NoLimitHoldem(players=3, stacks=(10_000,), blinds=(50, 100), sizes=(150,))
    opening.draw(sound, game, figure)
    titles = [part.axes[0].get_title() for part in figure.subfigs if part.axes]
    assert titles == [grid.title for grid in opening_grids(sound, game)]
