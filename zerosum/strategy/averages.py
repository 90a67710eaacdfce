"""From the sums of a table, or the sequences of a tree, to the arrays of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.tables import WORDS, Workspace, action_counts

if TYPE_CHECKING:
    from zerosum.tree import Tree


def arrays_of(work: Workspace, *, current: bool) -> dict[str, NDArray[Any]]:
    """Return the arrays of the average strategy of a table, or of the current one.

    Sums and positive regrets in proportion; uniform where there are none.
    """
    rows = work.rows
    blocks = work.blocks[:rows].copy()
    words = work.words[: int(work.counts[WORDS])].copy()
    counts = action_counts(words, blocks)
    starts = np.zeros(rows + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    places = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    places += np.repeat(words[blocks], counts)
    if not current:
        places += np.repeat(counts, counts)
    weights = np.maximum(work.values[places], 0.0)
    totals = np.add.reduceat(weights, starts[:-1]) if rows else weights
    totals, sizes = np.repeat(totals, counts), np.repeat(counts, counts)
    uniform = totals <= 0.0
    probabilities = np.where(uniform, 1.0 / sizes, weights / np.where(uniform, 1.0, totals))
    return _sorted(words, blocks, work.hashes[:rows], starts, probabilities)


def arrays_on(tree: Tree, probabilities: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Return the arrays of the strategy that plays the sequences of a tree so often."""
    return _sorted(tree.words, tree.blocks, tree.hashes, tree.starts, probabilities)


def _sorted(
    words: NDArray[np.int64],
    blocks: NDArray[np.int64],
    hashes: NDArray[np.int64],
    starts: NDArray[np.int64],
    probabilities: NDArray[np.float64],
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
