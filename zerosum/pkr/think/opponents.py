"""Opponents that answer with a policy at a place: a strategy, and one that thinks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import ZeroSumError
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.solutions import Solutions, numbers_of
from zerosum.pkr.think.solved import Solved
from zerosum.tables import Floats


class Play(Protocol):
    """How an opponent plays a street."""

    def menu(self, place: Place) -> Sequence[PokerAction]:
        """Return what either player may do at a place, bets by their chips."""

    def chances(self, place: Place) -> Mapping[PokerAction, Floats]:
        """Return how likely the opponent does each of these, with each hand; shape (1326,)."""


class Opponent(Protocol):
    """A player of poker that answers with a policy."""

    @property
    def follower(self) -> Follower:
        """Follows hands through places."""

    def on(self, place: Place, player: int, reach: Floats) -> Play:
        """Return how the opponent plays a street.

        Parameters
        ----------
        place
            Where the street begins.
        player
            The seat of the opponent.
        reach
            How likely it does what led there, with each hand; shape (1326,).
        """


class Plain:
    """Plays a strategy, and parts of it that were solved again.

    Parameters
    ----------
    follower
        Follows hands by the strategy, and enters its parts.

    Attributes
    ----------
    decisions, unknown
        The decisions that were asked for, one for each hand, and how many of them training has not
        visited.
    """

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self.decisions = self.unknown = 0

    def on(self, place: Place, player: int, reach: Floats) -> Play:  # noqa: ARG002
        """Return how it plays a street: as anywhere."""
        return self

    def menu(self, place: Place) -> Sequence[PokerAction]:
        """Return the menu of the strategy."""
        return list(dict.fromkeys(place.menu.actions))

    def chances(self, place: Place) -> Mapping[PokerAction, Floats]:
        """Return what the strategy does; that of the part, with the hands that it knows there."""
        found, visited = self._played(place)
        self.decisions += int((MASKS & place.real.community.mask == 0).sum())
        self.unknown += int((~visited).sum())
        return found

    def _played(self, place: Place) -> tuple[dict[PokerAction, Floats], NDArray[np.bool_]]:
        found = _by_action(place.menu.actions, place.strategy.T)
        visited = place.visited
        if place.outer is None or visited.all():
            return found, visited
        others, known = self._played(place.outer)
        for action in {**found, **others}:
            inner, outer = (some.get(action, np.zeros(len(MASKS))) for some in (found, others))
            found[action] = np.where(visited, inner, outer)
        return found, visited | known


class At(NamedTuple):
    """A hand at a place."""

    place: Place

    @property
    def real(self) -> History:
        """The hand, with the cards of all seats face down."""
        return self.place.real


class Thinking:
    """Plays a strategy, and solves streets again with a number of iterations.

    Parameters
    ----------
    solutions
        Solves streets.
    plain
        Plays where nothing is solved.
    iterations
        Of each solution.

    Attributes
    ----------
    streets
        The number of streets that it solved.
    failed
        How many could not be solved, so that the strategy plays on them.
    """

    def __init__(self, solutions: Solutions, plain: Plain, iterations: int) -> None:
        self.solutions, self.plain, self.iterations = solutions, plain, iterations
        self.follower = plain.follower
        self.streets = self.failed = 0

    def on(self, place: Place, player: int, reach: Floats) -> Play:
        """Return the solution of a street; the strategy where there is none."""
        if not self.solutions.solves(place.real):
            return self.plain
        self.streets += 1
        hand = At(place)
        held = numbers_of(self.solutions.hands(hand))
        ranges = [each[held] for each in (place.reach[0], place.reach[1])]
        ranges[player] = reach[held]
        try:
            solved = self.solutions.solve(
                hand, player, self.iterations, ranges=(ranges[0], ranges[1])
            )
        except ZeroSumError:
            self.failed += 1
            return self.plain
        return Solution(solved, place)


class Solution:
    """Plays a street that was solved.

    Parameters
    ----------
    solved
        The solution.
    start
        Where the street begins.
    """

    def __init__(self, solved: Solved, start: Place) -> None:
        self.solved, self._nodes = solved, {start: 0}
        self._held = numbers_of(solved.tree.hands_held.cards)

    def menu(self, place: Place) -> Sequence[PokerAction]:
        """Return the menu of the solution."""
        infoset = place.infoset
        return [infoset.concrete(action) for action in self.solved.view.menu(infoset)]

    def chances(self, place: Place) -> Mapping[PokerAction, Floats]:
        """Return what the solution does."""
        strategy = self.solved.by_hand(self._node(place))
        chances = np.zeros((len(strategy), len(MASKS)))
        chances[:, self._held] = strategy
        return _by_action(self.menu(place), chances)

    def _node(self, place: Place) -> int:
        """Return the node of a place that comes from the start."""
        node = self._nodes.get(place)
        if node is None:
            before: Any = place.before
            node = self._node(before)
            if place.step is not None:  # else it is the same place in a part
                edge = self.solved.tree.firsts[node] + self.menu(before).index(place.step)
                node = int(self.solved.tree.targets[edge])
            self._nodes[place] = node
        return node


def _by_action(actions: Sequence[PokerAction], rows: Floats) -> dict[PokerAction, Floats]:
    """Return the sum of the rows of each action; several names may mean one action."""
    found: dict[PokerAction, Floats] = {}
    for action, row in zip(actions, rows, strict=True):
        found[action] = found[action] + row if action in found else np.ascontiguousarray(row)
    return found
