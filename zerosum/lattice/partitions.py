"""Partitions as arrays: the class of each thing, numbered in the order of first appearance."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.tables import Ints, ShortInts

Classes = ShortInts

# Up to so many times as many numbers as values, a table is faster than sorting.
_SPARSE = 16


def numbered(values: NDArray[Any]) -> Classes:
    """Return the classes of equal values, numbered in the order of their first appearance.

    >>> numbered(np.array([7, 3, 7, 9])).tolist()
    [0, 1, 0, 2]
    """
    span = int(values.max(initial=-1)) + 1 if values.dtype.kind == "i" else 0
    if 0 < span <= _SPARSE * values.size and values.min() >= 0:
        firsts = np.empty(span, np.int64)
        # Of several values written to one place the last one stays.
        firsts[values[::-1]] = np.arange(values.size - 1, -1, -1)
        begun = firsts[values]
        found: Classes = (np.cumsum(begun == np.arange(values.size), dtype=np.int32) - 1)[begun]
        return found
    _, firsts, places = np.unique(values, return_index=True, return_inverse=True)
    ranks = np.empty(firsts.size, np.int32)
    ranks[np.argsort(firsts)] = np.arange(firsts.size, dtype=np.int32)
    return ranks[places]


def count(classes: Classes) -> int:
    """Return how many classes there are."""
    return int(classes.max(initial=-1)) + 1


def joined(first: Classes, second: Classes) -> Classes:
    """Return the join of two partitions: things share a class if they do in both.

    >>> joined(np.array([0, 0, 1]), np.array([0, 1, 1])).tolist()
    [0, 1, 2]
    """
    return numbered(first.astype(np.int64) * count(second) + second)


def met(first: Classes, second: Classes) -> Classes:
    """Return the meet of two partitions: classes with a common member are merged.

    >>> met(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2])).tolist()
    [0, 0, 0, 1]
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    sizes = count(first), count(second)
    edges = coo_matrix((np.ones(first.size, bool), (first, second + sizes[0])), (sum(sizes),) * 2)
    _, components = connected_components(edges, directed=False)
    return numbered(components[first])


def divided(fine: Classes, coarse: Classes) -> tuple[int, int] | None:
    """Return two things of one class of ``fine`` that ``coarse`` separates; None if none.

    The second is the first thing for which there is such an earlier one.

    >>> divided(np.array([0, 1, 0]), np.array([0, 0, 1]))
    (0, 2)
    """
    firsts = first_members(fine)
    wrong = np.flatnonzero(coarse != coarse[firsts][fine])
    return (int(firsts[fine[wrong[0]]]), int(wrong[0])) if wrong.size else None


def first_members(classes: Classes) -> Ints:
    """Return the first member of each class; shape (classes,).

    >>> first_members(np.array([0, 1, 0, 2])).tolist()
    [0, 1, 3]
    """
    firsts = np.empty(count(classes), np.int64)
    # Of several values written to one place the last one stays.
    firsts[classes[::-1]] = np.arange(classes.size - 1, -1, -1)
    return firsts
