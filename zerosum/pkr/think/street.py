"""The last street of a poker hand for two, solved by CFR over vectors of hands.

Values of pairs of hands that share no card are not weighted further than by the players' ranges,
since all are dealt equally often.

Ganzfried & Sandholm, "Endgame solving in large imperfect-information games", AAMAS 2015.
"""

from __future__ import annotations

import math

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.equities.showdowns import ranked_hands
from zerosum.pkr.think.guard import Guard, write_worth
from zerosum.pkr.think.showdowns import is_last_street, outcomes_of
from zerosum.pkr.think.solved import MOST, Solved, run_until, scaled
from zerosum.resolving.iterations import Resolving, workspace
from zerosum.resolving.roots import Root, entrance
from zerosum.rules import DCFR, Rule
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree, BettingTrees, RankedHands


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

    def __init__(
        self, base: History, menus: View, rule: Rule = DCFR, *, native: bool = True
    ) -> None:
        self.menus = View(None, menus.actions)
        self.rule = rule
        self.native = native
        self._trees = BettingTrees(base, self.menus, native=native)

    def tree(self, real: History) -> BettingTree[RankedHands]:
        """Return the betting tree of a state of the last street.

        Raises
        ------
        GameError
            If cards may still come.
        NotEnumerable
            If the tree is too large.
        """
        if not is_last_street(real):
            raise GameError(
                "A last street must begin where no card can come any more, with a decision: solve "
                "the last street.",
                real,
            )
        cards, ends = ranked_hands(real)
        return self._trees.tree(outcomes_of(real, cards, ends), RankedHands(cards, ends))

    def solve(
        self,
        real: History,
        tree: BettingTree[RankedHands],
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
            When to stop, as :func:`time.perf_counter` tells the time; a few iterations are run in
            any case.

        Raises
        ------
        GameError
            If a player cannot hold any hand.
        """
        first, second = scaled(ranges, real)
        vectors = self._vectors(tree, [first, second], guard)
        done = run_until(vectors, iterations, until, native=self.native)
        return Solved(tree, vectors, done, self.menus, (first, second))

    def _vectors(
        self, tree: BettingTree[RankedHands], ranges: list[Floats], guard: Guard | None = None
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
