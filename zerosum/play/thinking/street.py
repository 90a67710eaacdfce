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
    root
        The real hand at its root; whose cards are dealt there does not matter.
    tree
        Its betting tree.
    vectors
        The numbers of the solution; sums of strategies, weighted.
    iterations
        How many were run.
    view
        The menus of the tree.
    """

    root: Any
    tree: BettingTree
    vectors: Resolving
    iterations: int
    view: View

    def below(self, node: int, real: Any, after: Any) -> int | None:
        """Return the node that an action leads to, from a real hand to the one after it.

        None if the tree has no such action, or ends there.
        """
        menu = self.view.menu(real.infoset(real.active))
        for place, action in enumerate(menu):
            if real.apply(action) == after:
                target = int(self.tree.targets[self.tree.firsts[node] + place])
                return target if target >= 0 else None
        return None

    def odds(self, node: int, real: Any, hand: Cards) -> dict[PokerAction, float]:
        """Return the probability of each real action with a hand at a node."""
        infoset = real.infoset(real.active)
        menu = self.view.menu(infoset)
        cards = np.array(list(hand))
        (held,) = np.flatnonzero((self.tree.hands_held.cards == cards).all(axis=1))
        size = len(self.tree.hands_held)
        start = int(self.tree.starts[node]) + int(held)
        sums = self.vectors.sums[start : start + size * len(menu) : size]
        total = float(sums.sum())
        shares = sums / total if total > 0.0 else np.full(len(menu), 1.0 / len(menu))
        return {infoset.concrete(a): float(p) for a, p in zip(menu, shares, strict=True)}

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
        return Solved(real, tree, vectors, done, self.menus)

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
