"""A street that was solved, and how long to solve it."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.resolving.iterations import Resolving, iterate
from zerosum.strategy.policy import summed
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree
from zerosum.tree.public.response import responses_on

_BATCH = 2  # iterations between two looks at the clock
LEAST, MOST = 4, 1_000
"""The least and the largest number of iterations."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A solved street.

    Parameters
    ----------
    tree
        Its betting tree.
    vectors
        The numbers of the solution; sums of strategies, weighted.
    iterations
        How many were run.
    view
        The menus of the tree.
    ranges
        How likely each hand of both players leads to its root; shape (hands,) each.
    """

    tree: BettingTree[Any]
    vectors: Resolving
    iterations: int
    view: View
    ranges: tuple[Floats, Floats]

    def below(self, node: int, index: int) -> int | None:
        """Return the node that an action of the menu leads to; None if the line ends there."""
        target = int(self.tree.targets[self.tree.firsts[node] + index])
        return target if target >= 0 else None

    def by_hand(self, node: int) -> Floats:
        """Return the probabilities at a node, shape (actions, hands)."""
        weights: Floats = self.at(node)[:, self.tree.hands_held.columns]
        return weights

    def odds(self, node: int, real: History, hand: Cards) -> dict[PokerAction, float]:
        """Return the probability of each real action with a hand at a node."""
        infoset = real.infoset(real.active)
        menu = self.view.menu(infoset)
        held = self.tree.hands_held.place(np.array(list(hand)))
        shares = self.at(node)[:, held]
        return summed(tuple(infoset.concrete(action) for action in menu), shares.tolist())

    def at(self, node: int) -> Floats:
        """Return the probabilities at a node, shape (actions, columns); uniform without reach."""
        begin, end = self.tree.starts[node], self.tree.starts[node + 1]
        sums = self.vectors.sums[begin:end].reshape(-1, len(self.tree.hands_held))
        totals = sums.sum(axis=0)
        strategy = np.full(sums.shape, 1.0 / len(sums))
        np.divide(sums, totals, out=strategy, where=totals > 0.0)
        return strategy

    def nash_conv(self) -> float:
        """Return what both players gain by best responses within the street, in chips a deal."""
        self.vectors.probabilities = self.vectors.sums
        first, second = self.vectors.ranges.reshape(2, -1)
        free = self.tree.hands_held.free(second)
        return sum(responses_on(self.vectors)) / float(first @ free)


def scaled(ranges: tuple[Floats, Floats], real: History) -> tuple[Floats, Floats]:
    """Return ranges in which the most likely hand has a weight of one.

    Raises
    ------
    GameError
        If a player cannot hold any hand.
    """
    first, second = (weights / max(float(weights.max(initial=0.0)), 1e-300) for weights in ranges)
    if not (first.any() and second.any()):
        raise GameError(
            "The range of each player must hold a hand; one is empty: play on without it.", real
        )
    return first, second


def run_until(vectors: Resolving, iterations: int, until: float, *, native: bool) -> int:
    """Run iterations until the time is over, and ``LEAST`` in any case; return how many."""
    done = 0
    while done < iterations:
        last = min(iterations, done + (_BATCH if done >= LEAST else LEAST))
        vectors.run(iterate, done + 1, last, 0, native=native)
        done = last
        if perf_counter() >= until:
            break
    return done
