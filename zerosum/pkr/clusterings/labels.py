"""Rows of labels as multisets: the distinct labels of each, and how often each occurs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings.nearest import Floats32
from zerosum.workshop import workshop

Ints32 = NDArray[np.int32]


def merged(rows: NDArray[Any]) -> tuple[Ints32, Ints32, Ints32]:
    """Return the distinct labels of each row, the number of each, and how many are distinct.

    Equal labels that follow one another are merged, so rows are best sorted.

    Examples
    --------
    >>> kinds, counts, sizes = merged(np.array([[3, 3, 7], [1, 2, 4]]))
    >>> kinds[0, : sizes[0]], counts[0, : sizes[0]]
    (array([3, 7], dtype=int32), array([2, 1], dtype=int32))
    """
    kinds, counts = np.zeros(rows.shape, np.int32), np.zeros(rows.shape, np.int32)
    sizes = np.zeros(len(rows), np.int32)
    workshop().trust(merge_rows)(np.ascontiguousarray(rows, np.int32), kinds, counts, sizes)
    return kinds, counts, sizes


def merge_rows(rows: Ints32, kinds: Ints32, counts: Ints32, sizes: Ints32) -> None:
    """Write what :func:`merged` returns.

    Modified in place: ``kinds``, ``counts``, ``sizes``.
    """
    for row in range(rows.shape[0]):
        size = 0
        for place in range(rows.shape[1]):
            if place == 0 or rows[row, place] != rows[row, place - 1]:
                kinds[row, size] = rows[row, place]
                size += 1
            counts[row, size - 1] += 1
        sizes[row] = size


def check_labels(rows: NDArray[Any], landmarks: NDArray[Any], ground: Floats32) -> None:
    """Check that rows and landmarks hold as many labels each, of those with a ground distance.

    Raises
    ------
    AbstractionError
        If they do not.
    """
    if ground.ndim != 2 or ground.shape[0] != ground.shape[1]:
        raise AbstractionError(
            f"ground distances must be a square matrix; got the shape {ground.shape}: give the "
            f"distance of each label to each.",
            ground,
        )
    for name, labels in (("rows", rows), ("landmarks", landmarks)):
        if labels.ndim != 2 or labels.shape[1:] != landmarks.shape[1:] or not labels.shape[1]:
            raise AbstractionError(
                f"{name} must be rows of as many labels as landmarks; got the shape "
                f"{labels.shape}, and landmarks of {landmarks.shape}.",
                labels,
            )
        if labels.size and not 0 <= labels.min() <= labels.max() < len(ground):
            raise AbstractionError(
                f"labels of {name} must be 0 to {len(ground) - 1:,}, which have ground distances; "
                f"got {labels.min()} to {labels.max()}.",
                labels,
            )
