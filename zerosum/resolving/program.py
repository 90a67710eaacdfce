r"""The best strategy below a root, by a linear program.

Player :math:`i`'s plan gives each node, action and hand a number :math:`x`: how often the hand plays
to it below the root, which is one at the root. :math:`v_n(h)` is what the opponent's hand :math:`h`
wins from node :math:`n` on, by a best response:

.. math::
   v_n(h) \ge v_{na}(h) \ \text{where the opponent acts}, \qquad
   v_n(h) = \sum_a v_{na}(h) \ \text{elsewhere}, \qquad
   v_t(h) = \sum_o u_t(h, o)\, c_t(h, o)\, \pi_i(o)\, x_t(o) \ \text{at terminals}

and the root says what of :math:`v_0` is made as small as possible (:mod:`zerosum.resolving.roots`).

Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC 1994.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms.plans import METHODS, optimum
from zerosum.errors import ZeroSumError
from zerosum.resolving.roots import GADGET, UNSAFE, Entrance
from zerosum.resolving.subgames import shares_by_hand
from zerosum.tables import Floats
from zerosum.tree.public import PublicTree


class Rows:
    """Rows of a linear program, written block by block."""

    def __init__(self) -> None:
        self.entries: list[tuple[Any, Any, Any]] = []
        self.sides: list[Any] = []
        self.count = 0

    def add(self, side: Any) -> Any:
        """Return new rows, as many as their right-hand sides."""
        side = np.atleast_1d(np.asarray(side, np.float64))
        self.sides.append(side)
        self.count += side.size
        return np.arange(self.count - side.size, self.count)

    def put(self, rows: Any, columns: Any, numbers: Any) -> None:
        """Set entries; the three are broadcast together."""
        rows, columns, numbers = np.broadcast_arrays(rows, columns, numbers)
        self.entries.append((rows.ravel(), columns.ravel(), numbers.ravel()))

    def matrix(self, width: int) -> tuple[Any, Any]:
        """Return the rows as a sparse matrix, and the right-hand sides; None where there are none."""
        from scipy.sparse import csr_matrix

        if not self.count:
            return None, None
        rows, columns, numbers = (np.concatenate(each) for each in zip(*self.entries, strict=True))
        return csr_matrix((numbers, (rows, columns)), (self.count, width)), np.concatenate(
            self.sides
        )


def best_plan(tree: PublicTree, entrance: Entrance) -> Floats:
    """Return the best strategy of a player below a root.

    Parameters
    ----------
    tree
        The public tree below the root.
    entrance
        The root.

    Returns
    -------
    Shape (numbers,): the probability of each node, action and hand where the player acts; uniform
    where its own plan never leads, and where the opponent acts.

    Raises
    ------
    ZeroSumError
        If HiGHS finds no solution.

    Notes
    -----
    A row for each node and hand of the opponent, and an entry for each pair of hands at each
    terminal. Leduc's parts take hundredths of a second; for much larger parts use iterations.
    """
    player, rival = entrance.player, 1 - entrance.player
    sides, starts, firsts, targets = tree.sides, tree.starts, tree.firsts, tree.targets
    paid = tree.payoffs_of(tree.deciders[rival])
    # By hand of the opponent, then of the player.
    paid = (paid if rival == 0 else paid.swapaxes(1, 2)) * entrance.own
    unit = float(np.abs(paid).max(initial=0.0)) or 1.0
    paid = paid / unit
    alternatives = entrance.alternatives / unit
    mine, theirs = tree.hands[player], tree.hands[rival]
    # Columns: numbers of the player's nodes, then values of nodes, then the root's own.
    plan, worth = np.arange(tree.numbers), tree.numbers + theirs * np.arange(tree.nodes)
    extra = tree.numbers + theirs * tree.nodes
    most, equal = Rows(), Rows()
    # The column of the last number of each hand on the way to a node; -1 at the root.
    before = np.full((tree.nodes, mine), -1, np.int64)
    hands = np.arange(theirs)
    for node in range(tree.nodes):
        edges, side = range(firsts[node], firsts[node + 1]), sides[node]
        if side == player:
            rows = equal.add(np.where(before[node] < 0, 1.0, 0.0))
            for place in range(len(edges)):
                equal.put(rows, plan[starts[node] + place * mine + np.arange(mine)], 1.0)
            led = before[node] >= 0
            equal.put(rows[led], before[node][led], -1.0)
        if side != rival:
            rows = equal.add(np.zeros(theirs))
            equal.put(rows, worth[node] + hands, -1.0)
        for place, edge in enumerate(edges):
            last = before[node]
            if side == player:
                last = starts[node] + place * mine + np.arange(mine)
            group = equal
            if side == rival:
                group, rows = most, most.add(np.zeros(theirs))
                most.put(rows, worth[node] + hands, -1.0)
            if targets[edge] >= 0:
                before[targets[edge]] = last
                group.put(rows, worth[targets[edge]] + hands, 1.0)
                continue
            won = paid[-1 - targets[edge]]
            if (last < 0).all():
                # Nothing was chosen on the way: what is won is certain.
                group.sides[-1] -= won.sum(axis=1)
            else:
                group.put(rows[:, None], last, won)
    costs, free = _aim(entrance, alternatives, worth[0] + hands, extra, most)
    width = extra + free
    cost = np.zeros(width)
    for columns, numbers in costs:
        cost[columns] = numbers
    bounds = np.repeat([[0.0, np.inf], [-np.inf, np.inf]], [tree.numbers, width - tree.numbers], 0)
    most_rows, most_side = most.matrix(width)
    rows, side = equal.matrix(width)
    program = {
        "c": cost,
        "A_ub": most_rows,
        "b_ub": most_side,
        "A_eq": rows,
        "b_eq": side,
        "bounds": bounds,
    }
    for method in METHODS:
        result = optimum(program, method)
        if result is not None:
            return shares_by_hand(tree, np.maximum(result.x[: tree.numbers], 0.0))
    raise ZeroSumError(
        f"A part to solve again must have a solution; HiGHS found none for {tree!r}: scale payoffs "
        f"to similar sizes, or give iterations.",
        tree,
    )


def _aim(
    entrance: Entrance, alternatives: Floats, values: Any, extra: int, most: Rows
) -> tuple[list[tuple[Any, Any]], int]:
    """Return what is made as small as possible, and how many columns that adds.

    Modified in place: ``most``.
    """
    if entrance.root == UNSAFE:
        return [(values, entrance.range)], 0
    if entrance.root == GADGET:
        # The greater of both is at least each.
        greater = extra + np.arange(values.size)
        rows = most.add(np.zeros(values.size))
        most.put(rows, values, 1.0)
        most.put(rows, greater, -1.0)
        most.put(most.add(-alternatives), greater, -1.0)
        return [(greater, 1.0)], values.size
    met = entrance.weights > 0.0
    rows = most.add(alternatives[met])
    most.put(rows, values[met], 1.0)
    most.put(rows, extra, entrance.weights[met])
    return [(extra, -1.0)], 1
