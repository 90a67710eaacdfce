"""Opponents that answer with a policy at each place: a strategy, and one that thinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import ZeroSumError
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import numbers_of
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.implied import believed
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.thought import Solver, Thought, solved_along
from zerosum.pkr.think.trace import Trace
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
    street
        The street that is played by a solution; None for the strategy.
    """

    follower: Follower
    place: Place
    street: Street | None = None

    @property
    def real(self) -> History:
        """The hand, with the cards of all seats face down."""
        return self.place.real

    @property
    def actions(self) -> list[PokerAction]:
        """The menu, bets by their chips; an action may be there twice."""
        if self.street is None:
            return [*self.place.menu.actions]
        return self.street.actions

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
        if self.street is None:
            choices = self.place.choices()
            return _summed(choices.actions, choices.chances.T)
        return _summed(self.actions, self.street.chances())

    def after(self, step: Any) -> Spot:
        """Return the spot after an action, or after cards, which end a street."""
        place, street = self.follower.after(self.place, step), self.street
        if street is not None:
            street = street.after(step) if place.decides else None
        return replace(self, place=place, street=street)


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


@dataclass(frozen=True)
class Street:
    """A hand on a street that is played by a solution.

    Parameters
    ----------
    solver
        Solves the street again after bets that the solution does not have.
    hand
        The hand, from the start of the street on.
    thought, node
        The solution, and where the hand is in it.
    """

    solver: Solver
    hand: Trace
    thought: Thought
    node: int

    @property
    def actions(self) -> list[PokerAction]:
        """The actions of the solution, bets by their chips."""
        return self.thought.actions(self.node, self.hand.real)

    def chances(self) -> Floats:
        """Return how likely each action is with each hand; shape (actions, 1326)."""
        solved = self.thought.solved
        strategy = solved.by_hand(self.node)
        rows = np.zeros((len(strategy), len(MASKS)))
        rows[:, numbers_of(solved.tree.hands_held.cards)] = strategy
        return rows

    def after(self, action: PokerAction) -> Street:
        """Return the street after an action that does not end it."""
        hand = self.hand.apply(action)
        thought = self.thought
        node, left, _ = thought.follow(hand)
        if left:
            ranges = thought.solved.part.reaches
            thought, node = solved_along(self.solver, thought.root, hand, ranges)
        return replace(self, hand=hand, thought=thought, node=node)


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
        held, ranges = numbers_of(solutions.hands(spot)), [*believed(spot.place)]
        ranges[seat] = reach
        first, second = (weights[held] for weights in ranges)
        start = Trace(spot.real, spot.follower)

        def solver(root: Trace, hand: Trace, ranges: tuple[Floats, Floats]) -> Thought:
            at = spot
            for step in root.steps:
                at = at.after(step.action)
            line = hand.since(root)
            solved = solutions.solve(at, seat, self.iterations, ranges=ranges, line=line)
            return Thought(root, solved, seat, solutions.view)

        try:
            thought = solver(start, start, (first, second))
        except ZeroSumError:
            self.failed += 1
            return spot
        return replace(spot, street=Street(solver, start, thought, 0))
