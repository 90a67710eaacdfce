"""The arrays of a strategy, from the sums of a table or the sequences of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.tables import Floats, Ints, Table, action_counts, starts_of

if TYPE_CHECKING:
    from zerosum.tree.infosets import Infosets


def arrays_of(table: Table, *, current: bool) -> dict[str, NDArray[Any]]:
    """Return the arrays of the average strategy of a table, or of the current one.

    Probabilities are proportional to sums or to positive regrets, and uniform if all are zero.
    """
    rows = table.rows
    blocks = table.blocks[:rows].copy()
    words = table.words[: table.words_end].copy()
    counts = action_counts(words, blocks)
    starts = starts_of(counts)
    places = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    places += np.repeat(words[blocks], counts)
    if not current:
        places += np.repeat(counts, counts)
    weights = np.maximum(table.values[places], 0.0)
    return _sorted(words, blocks, table.hashes[:rows], starts, shares(weights, starts))


def shares(weights: Floats, starts: Ints, least: float = 0.0) -> Floats:
    """Return each weight's share of its row's total; uniform if that is at most ``least``.

    >>> shares(np.array([1.0, 3.0, 0.0, 0.0]), np.array([0, 2, 4])).tolist()
    [0.25, 0.75, 0.5, 0.5]
    """
    counts = np.diff(starts)
    totals = np.repeat(np.add.reduceat(weights, starts[:-1]) if counts.size else counts, counts)
    uniform = np.repeat(1.0 / counts, counts)
    found: Floats = np.divide(weights, totals, out=uniform, where=totals > least)
    return found


def arrays_on(tree: Infosets, probabilities: Floats) -> dict[str, NDArray[Any]]:
    """Return the arrays of the strategy with given probabilities of a tree's sequences."""
    return _sorted(tree.words, tree.blocks, tree.hashes, tree.starts, probabilities)


def _sorted(
    words: Ints,
    blocks: Ints,
    hashes: Ints,
    starts: Ints,
    probabilities: Floats,
) -> dict[str, NDArray[Any]]:
    order = np.argsort(hashes, kind="stable")
    return {
        "words": words,
        "blocks": blocks,
        "hashes": hashes[order],
        "order": order,
        "starts": starts,
        "probabilities": probabilities,
    }
