r"""The best strategy below a root, by a linear program.

Player :math:`i`'s plan gives each node, action and hand a number :math:`x`: how often the hand
plays to it below the root, which is one at the root. :math:`v_n(h)` is what the opponent's hand
:math:`h` wins from node :math:`n` on, by a best response:

.. math::
   v_n(h) \ge v_{na}(h) \ \text{where the opponent acts}, \qquad
   v_n(h) = \sum_a v_{na}(h) \ \text{elsewhere}, \qquad
   v_t(h) = \sum_o u_t(h, o)\, c_t(h, o)\, \pi_i(o)\, x_t(o) \ \text{at terminals}

and the root says what of :math:`v_0` is made as small as possible (:mod:`zerosum.kernels.roots`).

Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC 1994.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms.plans import METHODS, NEVER, optimum
from zerosum.errors import ZeroSumError
from zerosum.kernels.roots import GADGET, UNSAFE
from zerosum.resolving.part import Part
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
        """Return the rows as a sparse matrix, and their right-hand sides; None for no rows."""
        from scipy.sparse import csr_matrix

        if not self.count:
            return None, None
        rows, columns, numbers = (np.concatenate(each) for each in zip(*self.entries, strict=True))
        return csr_matrix((numbers, (rows, columns)), (self.count, width)), np.concatenate(
            self.sides
        )


def best_plan(part: Part) -> Floats:
    """Return the best strategy of a player below a root.

    Parameters
    ----------
    part
        A part of an enumerated game.

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
    tree: PublicTree = part.tree  # type: ignore[assignment]
    width = tree.numbers + tree.hands[1 - part.player] * tree.nodes
    most, equal, unit = _rules(tree, part)
    values = tree.numbers + np.arange(tree.hands[1 - part.player])
    columns, weights, free = _aim(part, part.least / unit, values, width, most)
    cost = np.zeros(width + free)
    cost[columns] = weights
    most_rows, most_side = most.matrix(cost.size)
    rows, side = equal.matrix(cost.size)
    lows = np.repeat([0.0, -np.inf], [tree.numbers, cost.size - tree.numbers])
    program = {
        "c": cost,
        "A_ub": most_rows,
        "b_ub": most_side,
        "A_eq": rows,
        "b_eq": side,
        "bounds": np.stack([lows, np.full(cost.size, np.inf)], axis=1),
    }
    for method in METHODS:
        result = optimum(program, method)
        if result is not None:
            return shares_by_hand(tree, np.maximum(result.x[: tree.numbers], 0.0), NEVER)
    raise ZeroSumError(
        f"A part to solve again must have a solution; HiGHS found none for {tree!r}: scale payoffs "
        f"to similar sizes, or give iterations.",
        tree,
    )


def _rules(tree: PublicTree, part: Part) -> tuple[Rows, Rows, float]:
    """Return the inequalities, the equations, and the unit of payoffs in chips.

    Columns are the numbers of the player's nodes, then the values of all nodes.
    """
    player, rival = part.player, 1 - part.player
    mine, theirs = np.arange(tree.hands[player]), np.arange(tree.hands[rival])
    paid = tree.payoffs_of(tree.deciders[rival])
    # By hand of the opponent, then of the player.
    paid = (paid if rival == 0 else paid.swapaxes(1, 2)) * part.reaches[player]
    unit = float(np.abs(paid).max(initial=0.0)) or 1.0
    worth = tree.numbers + theirs.size * np.arange(tree.nodes)
    most, equal = Rows(), Rows()
    # The column of the player's last number on the way to a node, by hand; none at the root.
    before: dict[int, Any] = {0: None}
    for node in range(tree.nodes):
        edges, side = range(tree.firsts[node], tree.firsts[node + 1]), tree.sides[node]
        lasts = [before[node] for _ in edges]
        if side == player:
            lasts = [tree.starts[node] + place * mine.size + mine for place in range(len(edges))]
            _make_plan(equal, lasts, before[node], mine.size)
        group, rows = most, None
        if side != rival:
            group, rows = equal, equal.add(np.zeros(theirs.size))
            equal.put(rows, worth[node] + theirs, -1.0)
        for last, edge in zip(lasts, edges, strict=True):
            if side == rival:
                rows = most.add(np.zeros(theirs.size))
                most.put(rows, worth[node] + theirs, -1.0)
            target = int(tree.targets[edge])
            if target >= 0:
                before[target] = last
                group.put(rows, worth[target] + theirs, 1.0)
            elif last is None:
                # Nothing was chosen on the way: what is won is certain.
                group.sides[-1] -= paid[-1 - target].sum(axis=1) / unit
            else:
                group.put(np.asarray(rows)[:, None], last, paid[-1 - target] / unit)
    return most, equal, unit


def _make_plan(equal: Rows, lasts: list[Any], before: Any, hands: int) -> None:
    """Let the actions of a node sum to what leads there. Modified in place: ``equal``."""
    rows = equal.add(np.full(hands, 1.0 if before is None else 0.0))
    for last in lasts:
        equal.put(rows, last, 1.0)
    if before is not None:
        equal.put(rows, before, -1.0)


def _aim(
    part: Part, alternatives: Floats, values: Any, width: int, most: Rows
) -> tuple[Any, Any, int]:
    """Return what is made as small as possible: columns, weights, and how many columns are new.

    Modified in place: ``most``.
    """
    if part.root == UNSAFE:
        return values, part.reaches[1 - part.player], 0
    if part.root == GADGET:
        # The greater of both is at least each.
        greater = width + np.arange(values.size)
        rows = most.add(np.zeros(values.size))
        most.put(rows, values, 1.0)
        most.put(rows, greater, -1.0)
        most.put(most.add(-alternatives), greater, -1.0)
        return greater, 1.0, values.size
    met = part.weights > 0.0
    rows = most.add(alternatives[met])
    most.put(rows, values[met], 1.0)
    most.put(rows, width, part.weights[met])
    return width, -1.0, 1
