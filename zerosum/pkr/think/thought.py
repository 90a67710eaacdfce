"""A solution of a street, and the hand where it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from zerosum.abstraction import View
from zerosum.cards import Cards
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import numbers_of
from zerosum.pkr.think.implied import narrowed, size_of, strengths_of
from zerosum.pkr.think.streets import actions_at
from zerosum.pkr.think.trace import Step, Trace
from zerosum.resolving import Resolution
from zerosum.strategy.policy import summed
from zerosum.tables import Floats, Ints

RARE = 0.005
"""A solution learns hardly anything about what follows bets that are rarer."""


@dataclass(frozen=True, eq=False)
class Thought:
    """A solution of a street, and the hand where it begins.

    Parameters
    ----------
    root
        The hand at its root.
    solved
        The solution.
    player
        For whom it was solved.
    view
        The menus of its tree.
    """

    root: Trace
    solved: Resolution
    player: int
    view: View

    def odds(self, node: int, real: History, hand: Cards) -> dict[PokerAction, float]:
        """Return the probability of each real action with a hand at a node."""
        column = self.solved.tree.hands_held.place(np.array(list(hand)))
        shares = self.solved.at(node)[:, column]
        return summed(tuple(self.actions(node, real)), shares.tolist())

    def actions(self, node: int, real: History) -> list[PokerAction]:
        """Return the actions at a node, bets by their chips."""
        return actions_at(self.solved.tree, node, real.infoset(real.active), self.view)

    def holds(self, hand: Trace) -> bool:
        """Return whether a hand has come from the root, and the same player is to act there."""
        later = hand.steps[len(self.root.steps) :]
        same = (later[0].before if later else hand).hand is self.root.hand
        same = same and hand.active == self.player
        return same and hand.real.community == self.root.real.community

    def carried(self, hand: Trace, cards: Ints) -> tuple[Floats, Floats] | None:
        """Return how likely hands lead through the solution to a later street, by player.

        Parameters
        ----------
        hand
            A hand on another street.
        cards
            Shape (hands, 2): the hands that its board leaves.

        Returns
        -------
        None if the hand did not come from the root, or if it made a decision on a street between
        the two, or a decision that is not in the solution.
        """
        later = hand.steps[len(self.root.steps) :]
        board = self.root.real.community
        if not later or later[0].before.hand is not self.root.hand:
            return None
        if any(step.before.real.community != board for step in later):
            return None
        _, left, ranges = self.follow(hand)
        if left:
            return None
        at = self.solved.tree.hands_held.among(cards)
        return ranges[0][at], ranges[1][at]

    def follow(self, hand: Trace) -> tuple[int, tuple[Step, ...], tuple[Floats, Floats]]:
        """Follow a hand that comes from the root as far as its bets are in the solution.

        Returns
        -------
        The node, the decisions that are left, and how likely each hand of both players comes there,
        by the solution. After a bet off the menu that the opponent hardly makes there, decisions
        are left, that bet is the first of them, and the range after it is a guess.
        """
        tree = self.solved.tree
        node, ranges, steps = 0, [*self.solved.part.reaches], hand.steps[len(self.root.steps) :]
        for number, step in enumerate(steps):
            indices = step.real_places(self.view)
            extra = tree.extras.get(node)
            if extra is not None and step.before.real.apply(extra) == step.after:
                indices = [*indices, -1]  # the last action
            if not indices:
                return node, steps[number:], (ranges[0], ranges[1])
            taken = ranges[step.player] * self.solved.by_hand(node)[indices].sum(axis=0)
            if indices == [-1] and taken.sum() < RARE * ranges[step.player].sum():
                ranges[step.player] = taken + self._implied(step, ranges)
                return node, steps[number:], (ranges[0], ranges[1])
            if taken.any():
                ranges[step.player] = taken
            edges = tree.targets[tree.firsts[node] : tree.firsts[node + 1]]
            below = int(edges[indices[0]])
            if below < 0:  # the street ends here
                return node, steps[number + 1 :], (ranges[0], ranges[1])
            node = below
        return node, (), (ranges[0], ranges[1])

    def _implied(self, step: Step, ranges: Sequence[Floats]) -> Floats:
        """Return what a bet that a player hardly makes says of its hands."""
        real, player = step.before.real, step.player
        strengths = strengths_of(real)[numbers_of(self.solved.tree.hands_held.cards)]
        size = size_of(real, real.infoset(player).quantity(step.action))
        found = narrowed(ranges[player], strengths, ranges[1 - player], size)
        implied: Floats = found * (RARE * ranges[player].sum() / found.sum())
        return implied


Solver: TypeAlias = Callable[[Trace, Trace, tuple[Floats, Floats]], Thought]
"""Returns the solution from the first hand on, with the bets of the second one in its tree, given
the ranges of the players."""


def solved_along(
    solver: Solver, root: Trace, hand: Trace, ranges: tuple[Floats, Floats]
) -> tuple[Thought, int]:
    """Return a solution that a hand is in, and its node there.

    Parameters
    ----------
    solver
        Solves a street.
    root
        Where its solution begins.
    hand
        A hand that comes from there.
    ranges
        The ranges of the players at the root.
    """
    thought = solver(root, hand, ranges)
    node, left, ranges = thought.follow(hand)
    return (solver(hand, hand, ranges), 0) if left else (thought, node)
