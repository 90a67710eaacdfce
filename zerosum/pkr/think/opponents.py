"""Opponents that answer with a policy at each place: a strategy, and one that thinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.errors import ZeroSumError
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import numbers_of
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.streets import actions_at
from zerosum.resolving import Resolution
from zerosum.tables import Floats


@dataclass(frozen=True)
class Spot:
    """A place, and who plays there: the strategy and its parts, or a solution of the street.

    Parameters
    ----------
    follower
        Follows hands by the strategy, and enters its parts.
    place
        The place.
    solved, menus, node
        The solution, the menus of its tree, and where the place is in it; None for the strategy.
    """

    follower: Follower
    place: Place
    solved: Resolution | None = None
    menus: View | None = None
    node: int = 0

    @property
    def real(self) -> History:
        """The hand, with the cards of all seats face down."""
        return self.place.real

    @property
    def actions(self) -> list[PokerAction]:
        """The menu, bets by their chips; an action may be there twice."""
        if self.menus is None:
            return [*self.place.menu.actions]
        assert self.solved is not None
        return actions_at(self.solved.tree, self.node, self.place.infoset, self.menus)

    @property
    def by_strategy(self) -> Spot:
        """The same place, played by the strategy."""
        return Spot(self.follower, self.place)

    @property
    def visited(self) -> NDArray[np.bool_]:
        """With which hands training has visited it, in the part or outside of it; shape (1326,)."""
        outer, visited = self.place.outer, self.place.visited
        return visited if outer is None else visited | replace(self, place=outer).visited

    def chances(self) -> dict[PokerAction, Floats]:
        """Return how likely each action is with each hand; shape (1326,) each."""
        if self.solved is None:
            choices = self.place.choices()
            return _summed(choices.actions, choices.chances.T)
        strategy = self.solved.by_hand(self.node)
        rows = np.zeros((len(strategy), len(MASKS)))
        rows[:, numbers_of(self.solved.tree.hands_held.cards)] = strategy
        return _summed(self.actions, rows)

    def after(self, step: Any) -> Spot:
        """Return the spot after an action on the menu, or after cards."""
        place, node = self.follower.after(self.place, step), 0
        if self.solved is not None:
            tree = self.solved.tree
            node = int(tree.targets[tree.firsts[self.node] + self.actions.index(step)])
        return replace(self, place=place, node=node)


def _summed(actions: Sequence[PokerAction], rows: Floats) -> dict[PokerAction, Floats]:
    """Return the sum of the rows of each action."""
    found: dict[PokerAction, Floats] = {}
    for action, row in zip(actions, rows, strict=True):
        found[action] = found[action] + row if action in found else np.ascontiguousarray(row)
    return found


Opponent: TypeAlias = Callable[[Spot, int, Floats], Spot]
"""Returns who plays a street, from the spot where it begins, played by the strategy, the seat of
the opponent, and how likely it does what led there with each hand; shape (1326,)."""


def by_strategy(spot: Spot, seat: int, reach: Floats) -> Spot:  # noqa: ARG001
    """Play a street by the strategy."""
    return spot


class Thinking:
    """Plays streets by solutions, and by the strategy where there is none.

    Parameters
    ----------
    solutions
        Solves streets.
    iterations
        Of each solution.

    Attributes
    ----------
    streets
        The number of streets to solve.
    failed
        How many could not be solved, so that the strategy plays on them.
    """

    def __init__(self, solutions: Solutions, iterations: int) -> None:
        self.solutions, self.iterations = solutions, iterations
        self.streets = self.failed = 0

    def __call__(self, spot: Spot, seat: int, reach: Floats) -> Spot:
        """Play a street; the parameters are those of an :data:`Opponent`."""
        solutions = self.solutions
        if not solutions.solves(spot.real):
            return spot
        self.streets += 1
        held, ranges = numbers_of(solutions.hands(spot)), [*spot.place.reach]
        ranges[seat] = reach
        try:
            first, second = (weights[held] for weights in ranges)
            solved = solutions.solve(spot, seat, self.iterations, ranges=(first, second))
        except ZeroSumError:
            self.failed += 1
            return spot
        return replace(spot, solved=solved, menus=solutions.view)
