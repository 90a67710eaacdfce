"""The solver of a street whose hands are ranked: that of trees of streets, with one street."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms import StreetCFR
from zerosum.algorithms.streets import BEST, iterate
from zerosum.ranked import Ranked
from zerosum.resolving.subgames import Reaches
from zerosum.rules import Rule
from zerosum.tables import Floats
from zerosum.tables.arena import run_kernel
from zerosum.tree.public import BettingTree, RankedHands
from zerosum.tree.streets.betting import Betting, Leaf
from zerosum.tree.streets.runouts import runouts_of
from zerosum.tree.streets.tree import StreetTree


def street_solver(
    tree: BettingTree[RankedHands], reaches: Reaches, rule: Rule, *, native: bool
) -> StreetCFR:
    """Return the solver of a street, whose numbers lie as those of the tree do."""
    cards, ends = tree.hands_held.cards, tree.hands_held.ends
    masks = (1 << cards).sum(axis=1)
    values = np.repeat(np.arange(ends.size), np.diff(ends, prepend=0))[None]
    unasked: Any = None  # what is asked of a game has been asked
    ranked = Ranked(
        deck=int(np.bitwise_or.reduce(masks)),
        board=0,
        hands=(masks, masks),
        weights=reaches,
        drawn=(),
        values=lambda *_: values,
        dealt=unasked,
        seen=unasked,
        moved=unasked,
    )
    betting = Betting(
        streets=np.zeros(1, np.int64),
        decisions=np.array([0, tree.nodes]),
        leaves=np.array([0, tree.bases.size]),
        owners=tree.owners,
        edges=tree.firsts,
        targets=tree.targets,
        kinds=np.where(tree.gains > 0.0, Leaf.SHOWDOWN, Leaf.OVER),
        nexts=np.full(tree.bases.size, -1),
        bases=np.column_stack([tree.bases, -tree.bases]),
        gains=np.column_stack([tree.gains, tree.gains]),
    )
    street = StreetTree(None, None, ranked, betting, runouts_of(ranked))
    # Sums begun anew would be poor for a while, and time may end at any iteration.
    return StreetCFR(street, rule, resets=False, native=native)


def best_by_hand(solver: StreetCFR, player: int) -> Floats:
    """Return what each hand of a player wins by a best response to the average strategy.

    Beyond the share of the player, times the weights of the other's hands.
    """
    numbers, room = solver.numbers, solver.rooms[0]
    run_kernel(iterate, numbers, room, 0, 0, player, BEST, native=solver.native)
    found: Floats = room.values[: numbers.hands[player]].astype(np.float64)
    return found
