"""Numbers by infoset, as tables and strategies keep them, and by node, as vectors do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled, kernel
from zerosum.tree.public.tree import PublicTree


@kernel
def move(
    firsts: Any, widths: Any, starts: Any, rows: Any, by_node: Any, by_row: Any, back: bool
) -> None:
    """Copy numbers from nodes to the rows of their infosets, or back.

    Modified in place: ``by_row``, or ``by_node``.

    Parameters
    ----------
    firsts, widths, starts
        The first edge, the hands and the first number of each node.
    rows
        The first number of the infoset of each node and hand; -1 where the hand cannot be held.
    by_node, by_row
        The numbers.
    back
        Whether to copy to the nodes.
    """
    place = 0
    for node in range(widths.size):
        hands, actions = widths[node], firsts[node + 1] - firsts[node]
        for hand in range(hands):
            at = rows[place]
            place += 1
            if at < 0:
                continue
            for action in range(actions):
                number = starts[node] + action * hands + hand
                if back:
                    by_node[number] = by_row[at + action]
                else:
                    by_row[at + action] = by_node[number]


def by_infoset(tree: PublicTree, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers of each infoset and action, given those by node; shape (sequences,)."""
    found = np.zeros(tree.rows.sequences)
    _move(tree, numbers, found, back=False)
    return found


def by_node(tree: PublicTree, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers of each node, action and hand, given those by infoset.

    Of a hand that cannot be held they are 0.
    """
    found = np.zeros(tree.numbers)
    _move(tree, found, numbers, back=True)
    return found


def _move(
    tree: PublicTree, nodes: NDArray[np.float64], rows: NDArray[np.float64], *, back: bool
) -> None:
    infosets = tree.rows
    firsts = infosets.starts[infosets.numbers]
    firsts[infosets.numbers < 0] = -1
    compiled(move)(tree.firsts, tree.widths, tree.starts, firsts, nodes, rows, back)
