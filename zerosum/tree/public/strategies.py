"""Numbers by infoset, as tables and strategies keep them, and by node, as vectors do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled, kernel
from zerosum.tree.public.tree import PublicTree


@kernel
def number_rows(firsts: Any, widths: Any, starts: Any, rows: Any, sequences: Any) -> None:
    """Write which sequence each number by node is of. Modified in place: ``sequences``.

    Parameters
    ----------
    firsts, widths, starts
        The first edge, the hands and the first number of each node.
    rows
        The first sequence of the infoset of each node and hand; -1 where the hand cannot be held.
    sequences
        Those of each node, action and hand; -1 where the hand cannot be held.
    """
    place = 0
    for node in range(widths.size):
        hands, actions = widths[node], firsts[node + 1] - firsts[node]
        for hand in range(hands):
            at = rows[place]
            place += 1
            for action in range(actions):
                number = starts[node] + action * hands + hand
                sequences[number] = at + action if at >= 0 else -1


def by_infoset(tree: PublicTree, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers of each infoset and action, given those by node; shape (sequences,)."""
    # One more behind the last, which is at -1, for hands that cannot be held.
    found = np.zeros(tree.rows.sequences + 1)
    found[_sequences(tree)] = numbers
    return found[:-1]


def by_node(tree: PublicTree, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers of each node, action and hand, given those by infoset.

    Of a hand that cannot be held they are 0.
    """
    return np.append(numbers, 0.0)[_sequences(tree)]


def _sequences(tree: PublicTree) -> NDArray[np.int64]:
    """Return the sequence of each node, action and hand; -1 where the hand cannot be held."""
    infosets, found = tree.rows, np.empty(tree.numbers, np.int64)
    rows = infosets.starts[infosets.numbers]
    rows[infosets.numbers < 0] = -1
    compiled(number_rows)(tree.firsts, tree.widths, tree.starts, rows, found)
    return found
