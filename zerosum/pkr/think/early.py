"""A street after which a card comes, solved up to that card with hands in groups.

Where the street ends, the hand has no value of its own. The player who solves goes on by the
strategy, and each group of the opponent's hands chooses one of several ways to go on, whose values
were fitted beforehand (:mod:`zerosum.pkr.think.values`).

Brown, Sandholm & Amos, "Depth-limited solving for imperfect-information games", NeurIPS 2018.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.think.groups import GroupedHands, grouped
from zerosum.pkr.think.runouts import hands_of, runouts_of
from zerosum.pkr.think.showdowns import is_next_to_last
from zerosum.pkr.think.solved import MOST, Solved, run_until, scaled
from zerosum.pkr.think.values import ALL_IN, Values
from zerosum.resolving.iterations import workspace
from zerosum.resolving.roots import UNSAFE, entrance
from zerosum.rules import DCFR, Rule
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree, BettingTrees, RankedHands

BOARDS = 48
"""On how many completed boards hands are compared: in River of Blood one for each next card."""


class EarlyStreet:
    """Solves streets of one poker game for two that the last street may follow.

    Parameters
    ----------
    base
        The start of the game.
    menus
        A view whose actions are the menus of the real hand.
    values
        What hands win after the street.
    rule
        How regrets and averages are updated.
    native
        False to run interpreted.
    """

    def __init__(
        self,
        base: History,
        menus: View,
        values: Values,
        rule: Rule = DCFR,
        *,
        native: bool = True,
    ) -> None:
        self.menus = View(None, menus.actions)
        self.values, self.rule, self.native = values, rule, native
        self._trees = BettingTrees(base, self.menus, native=native)

    def tree(self, real: History) -> BettingTree[RankedHands]:
        """Return the betting tree of a state with hands that are not in groups, in no order.

        Raises
        ------
        GameError
            If it is not of a street that the last one may follow, with a decision.
        NotEnumerable
            If the tree is too large.
        """
        _check_street(real)
        return self._trees.tree((real,), RankedHands(hands_of(real), np.zeros(0, np.int64)))

    def solve(
        self,
        real: History,
        ranges: tuple[Floats, Floats],
        player: int,
        *,
        iterations: int = MOST,
        until: float = math.inf,
    ) -> Solved:
        """Return the solution of a street for a player.

        Parameters
        ----------
        real
            A state of the street; which hands it holds does not matter.
        ranges
            How likely each hand of two cards leads there, for each player, in the order of
            :func:`~zerosum.pkr.think.runouts.hands_of`.
        player
            Who will play by it.
        iterations, until
            As for :meth:`~zerosum.pkr.think.LastStreet.solve`.

        Raises
        ------
        GameError
            If a player cannot hold any hand, or the street is another one.
        NotEnumerable
            If the tree is too large.
        """
        _check_street(real)
        scaled_ranges = scaled(ranges, real)
        held = grouped(runouts_of(real, BOARDS), scaled_ranges, self.values, 1 - player)
        tree = with_ways(self._trees.tree((real,), held))
        columns = [held.weigh(weights) for weights in scaled_ranges]
        none = np.zeros(len(held))
        entered = entrance(UNSAFE, player, columns[player], columns[1 - player], none, none)
        vectors = workspace(tree, entered, self.rule)
        vectors.ranges = np.concatenate(columns)
        done = run_until(vectors, iterations, until, native=self.native)
        return Solved(tree, vectors, done, self.menus, scaled_ranges)


def _check_street(real: History) -> None:
    if not is_next_to_last(real):
        raise GameError(
            "A street to solve up to the next card must have a decision, and the last street must "
            "be able to follow it: give a state of the turn.",
            real,
        )


def with_ways(tree: BettingTree[GroupedHands]) -> BettingTree[GroupedHands]:
    """Return a betting tree in which the rival chooses how to go on where a card comes.

    No choice is left where both players are all-in, or if there is only one way.
    """
    values, rival = tree.hands_held.values, tree.hands_held.rival
    ways = values.ways
    goes_on = np.array([pot > 0 and values.size(pot) != ALL_IN for pot in tree.pots.tolist()])
    edges = np.flatnonzero(tree.targets < 0)
    edges = edges[goes_on[-1 - tree.targets[edges]]]
    if ways == 1 or edges.size == 0:
        return tree
    ends = -1 - tree.targets[edges]
    new = tree.pots.size + np.arange(edges.size * (ways - 1)).reshape(edges.size, -1)
    targets = tree.targets.copy()
    targets[edges] = tree.nodes + np.arange(edges.size)
    return replace(
        tree,
        owners=np.append(tree.owners, np.full(edges.size, rival)),
        firsts=np.append(tree.firsts, targets.size + ways * np.arange(1, edges.size + 1)),
        targets=np.append(targets, -1 - np.column_stack([ends, new])),
        rewards=np.concatenate([tree.rewards, np.zeros((new.size, tree.rewards.shape[1]))]),
        pots=np.append(tree.pots, np.repeat(tree.pots[ends], ways - 1)),
        ways=np.append(tree.ways, np.tile(np.arange(1, ways), edges.size)),
    )
