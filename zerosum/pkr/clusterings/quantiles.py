"""Coordinates of multisets without landmarks: cheap, and compared by plain distances.

On a line, the earth mover's distance of sorted rows is the mean of ``|x_i - y_i|``, so the means of
blocks of a sorted row are coordinates that keep most of it. For labels that are points of a space,
the mean of the points gives a lower bound of the distance (it is convex), and sorted projections on
several lines give the sliced distance (Rabin, Peyre, Delon & Bernot 2012).
"""

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.clusterings.landmarks import placed
from zerosum.pkr.clusterings.nearest import Floats32
from zerosum.support.cores import Progress
from zerosum.support.store import Array

_ROWS = 8_192  # of a part


def block_means(
    rows: Array,
    blocks: int = 8,
    unit: float = 1.0,
    progress: Progress = lambda _: None,
) -> Floats32:
    """Return the means of blocks of sorted positions, shape (rows, blocks).

    Each is multiplied by the root of the share of positions in the block. So the L2 distance of two
    results is nearly the root mean square of ``x_i - y_i``, and never more; with blocks of one
    position it is equal to it.

    Parameters
    ----------
    rows
        Sorted positions, shape (rows, points).
    blocks
        Their number, at most that of points; they are of equal size, or nearly.
    unit
        The distance of positions that differ by 1.
    progress
        Called with the share of rows done.

    Raises
    ------
    AbstractionError
        If there are more blocks than points.

    Examples
    --------
    >>> found = block_means(np.array([[0, 2, 6, 8]]), 2)
    >>> (found * 2**0.5).round(4)
    array([[1., 7.]], dtype=float32)
    """
    weights = _weights(rows.shape[1], blocks, unit)
    return placed(rows, blocks, _ROWS, lambda part: part.astype(np.float32) @ weights, progress)


def _weights(points: int, blocks: int, unit: float) -> Floats32:
    """Return what each point counts in each block, shape (points, blocks)."""
    check_count("blocks", blocks, 1, error=AbstractionError)
    if blocks > points:
        raise AbstractionError(
            f"blocks must be at most the {points} points of a row; got {blocks}: ask for fewer.",
            blocks,
        )
    edges = np.linspace(0, points, blocks + 1).round().astype(np.int64)
    weights = np.zeros((points, blocks), np.float32)
    for block, (first, last) in enumerate(pairwise(edges)):
        weights[first:last, block] = unit / np.sqrt(points * (last - first))
    return weights


def mean_points(
    rows: NDArray[Any], points: Floats32, progress: Progress = lambda _: None
) -> Floats32:
    """Return the mean of the points of each row's labels, shape (rows, coordinates).

    Parameters
    ----------
    rows
        Labels, shape (rows, labels of each).
    points
        Of each label, shape (labels, coordinates).
    progress
        Called with the share of rows done.

    Examples
    --------
    >>> mean_points(np.array([[0, 1], [1, 1]]), np.float32([[0, 0], [2, 4]]))
    array([[1., 2.],
           [2., 4.]], dtype=float32)
    """

    def average(part: Array) -> Floats32:
        total = np.zeros((len(part), points.shape[1]), np.float32)
        for column in part.T:
            total += points[column]
        return total / np.float32(rows.shape[1])

    return placed(rows, points.shape[1], _ROWS, average, progress)


def sliced(
    rows: Array,
    points: Floats32,
    slices: int = 4,
    blocks: int = 4,
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> Floats32:
    """Return block means of sorted projections on several lines, shape (rows, slices * blocks).

    Parameters
    ----------
    rows
        Labels, shape (rows, labels of each).
    points
        Of each label, shape (labels, coordinates).
    slices
        The lines: the first coordinate, then random directions.
    blocks
        The coordinates for each line.
    seed
        Of the directions.
    progress
        Called with the share of rows done.

    Notes
    -----
    The L2 distance of two results is nearly the root mean square of the differences between the
    sorted projections on all lines.

    Examples
    --------
    >>> points = np.float32([[0, 0], [2, 4]])
    >>> found = sliced(np.array([[0, 1], [1, 1]]), points, 1, 2)
    >>> (found * 2**0.5).round(4)
    array([[0., 2.],
           [2., 2.]], dtype=float32)
    """
    check_count("slices", slices, 1, error=AbstractionError)
    ways = np.random.default_rng(seed).normal(size=(slices, points.shape[1]))
    ways[0] = np.arange(points.shape[1]) == 0
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    shades = (points @ ways.T.astype(np.float32)).astype(np.float32)
    weights = _weights(rows.shape[1], blocks, slices**-0.5)

    def project(part: Array) -> Floats32:
        shadows = [np.sort(shade[part], axis=1) @ weights for shade in shades.T]
        return np.concatenate(shadows, axis=1)

    return placed(rows, slices * blocks, _ROWS, project, progress)
