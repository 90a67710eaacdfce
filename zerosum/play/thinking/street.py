"""The last street of a poker hand for two, solved by CFR over vectors of hands.

Values of pairs of hands that share no card are not weighted further than by the players' ranges,
since all are dealt equally often.

Ganzfried & Sandholm, "Endgame solving in large imperfect-information games", AAMAS 2015.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.showdowns import outcomes_of, ranked_hands
from zerosum.play.thinking.guard import Guard, write_worth
from zerosum.resolving.iterations import Resolving, iterate, workspace
from zerosum.resolving.roots import Root, entrance
from zerosum.rules import DCFR, Rule
from zerosum.strategy.policy import summed
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree, BettingTrees, RankedHands
from zerosum.tree.public.response import responses_on

_BATCH = 2  # iterations between two looks at the clock
LEAST, MOST = 4, 1_000
"""The least and the largest number of iterations."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A solved last street.

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
    """

    tree: BettingTree
    vectors: Resolving
    iterations: int
    view: View

    def below(self, node: int, place: int) -> int | None:
        """Return the node that an action of the menu leads to; None if the hand ends there."""
        target = int(self.tree.targets[self.tree.firsts[node] + place])
        return target if target >= 0 else None

    def odds(self, node: int, real: Any, hand: Cards) -> dict[PokerAction, float]:
        """Return the probability of each real action with a hand at a node."""
        infoset = real.infoset(real.active)
        menu = self.view.menu(infoset)
        held = self.tree.hands_held.place(np.array(list(hand)))
        shares = self.at(node)[:, held]
        return summed(tuple(infoset.concrete(action) for action in menu), shares.tolist())

    def shares(self) -> Floats:
        """Return all probabilities of the solution; shape (numbers of the tree,)."""
        return np.concatenate([self.at(node).ravel() for node in range(self.tree.nodes)])

    def at(self, node: int) -> Floats:
        """Return the probabilities at a node, shape (actions, hands); uniform without reach."""
        begin, end = self.tree.starts[node], self.tree.starts[node + 1]
        sums = self.vectors.sums[begin:end].reshape(-1, len(self.tree.hands_held))
        totals = sums.sum(axis=0)
        found = np.full(sums.shape, 1.0 / len(sums))
        np.divide(sums, totals, out=found, where=totals > 0.0)
        return found

    def nash_conv(self) -> float:
        """Return what both players gain by best responses within the street, in chips a deal."""
        self.vectors.probabilities = self.vectors.sums
        first, second = self.vectors.ranges.reshape(2, -1)
        free = self.tree.hands_held.free(second)
        return sum(responses_on(self.vectors)) / float(first @ free)


class LastStreet:
    """Solves last streets of one poker game for two.

    Parameters
    ----------
    base
        The start of the game.
    menus
        A view whose actions are the menus of the real hand.
    rule
        How regrets and averages are updated.
    native
        False to run interpreted.
    """

    def __init__(self, base: Any, menus: View, rule: Rule = DCFR, *, native: bool = True) -> None:
        self.menus = View(None, menus.actions)
        self.rule = rule
        self.native = native
        self._trees = BettingTrees(base, self.menus, native=native)

    def tree(self, real: Any) -> BettingTree:
        """Return the betting tree of a state of the last street.

        Raises
        ------
        GameError
            If cards may still come.
        NotEnumerable
            If the tree is too large.
        """
        cards, ends = ranked_hands(real)
        return self._trees.tree(outcomes_of(real, cards, ends), RankedHands(cards, ends))

    def solve(
        self,
        real: Any,
        tree: BettingTree,
        ranges: tuple[Floats, Floats],
        *,
        guard: Guard | None = None,
        iterations: int = MOST,
        until: float = math.inf,
    ) -> Solved:
        """Return the solution of a state of the last street.

        Parameters
        ----------
        real
            The state; which hands it holds does not matter.
        tree
            Its tree.
        ranges
            How likely each hand of the tree leads there, for each player.
        guard
            Who solves, and what the opponent's hands are worth otherwise, for the gadget game. If
            left out, the opponent's range is taken as it is.
        iterations
            How many to run at most.
        until
            When to stop, as :func:`time.perf_counter` tells the time; ``LEAST`` iterations are run
            in any case.

        Raises
        ------
        GameError
            If a player cannot hold any hand.
        """
        scaled = [weights / max(float(weights.max(initial=0.0)), 1e-300) for weights in ranges]
        if not all(weights.any() for weights in scaled):
            raise GameError(
                "The range of each player must hold a hand; one is empty: play on without it.",
                real,
            )
        vectors = self._vectors(tree, scaled, guard)
        done = 0
        while done < iterations:
            last = min(iterations, done + (_BATCH if done >= LEAST else LEAST))
            vectors.run(iterate, done + 1, last, 0, native=self.native)
            done = last
            if perf_counter() >= until:
                break
        return Solved(tree, vectors, done, self.menus)

    def _vectors(
        self, tree: BettingTree, ranges: list[Floats], guard: Guard | None = None
    ) -> Resolving:
        player = 0 if guard is None else guard.player
        root = Root.UNSAFE if guard is None else guard.root
        own, believed = ranges[player], ranges[1 - player]
        alternatives = np.zeros(len(tree.hands_held))
        weights = tree.hands_held.free(own)
        entered = entrance(root, player, own, believed, alternatives, weights)
        vectors = workspace(tree, entered, self.rule)
        vectors.ranges = np.concatenate(ranges)
        if guard is not None:
            sums, vectors.probabilities = vectors.probabilities, guard.probabilities
            found = vectors.entrance.alternatives
            vectors.run(write_worth, 1 - player, found, 0, native=self.native)
            vectors.probabilities = sums
        return vectors
