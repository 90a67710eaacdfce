"""Landmark multidimensional scaling: coordinates whose distances are nearly those of a measure.

For L landmarks, let D2 be the matrix of their squared distances, m the means of its rows, and
B = -(1/2) H D2 H with H = I - 1/L. With the largest eigenvalues l_1, l_2, ... of B and their
eigenvectors v_1, v_2, ..., a row whose squared distances to the landmarks are d2 has the
coordinates

    x_k = -(1/2) v_k . (d2 - m) / sqrt(l_k).

Where rows are points of a Euclidean space of as many dimensions, these are principal coordinates
and exact. Earth mover's distances are not Euclidean: then some eigenvalues are negative. Dimensions
with eigenvalues of 0 or less are dropped, so that there may be fewer than asked.

Source: V. de Silva, J. Tenenbaum (2004), Sparse multidimensional scaling using landmark points.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.clusterings.nearest import Floats, Floats32
from zerosum.support.cores import Progress, share_out
from zerosum.support.store import Array

Measure: TypeAlias = Callable[[NDArray[Any]], Floats32]
"""Returns the distances of rows to landmarks, shape (rows, landmarks)."""
_ROWS = 4_096  # of a part
_SMALL = 1e-9  # of the largest eigenvalue: what rounding leaves of 0


@dataclass(frozen=True, eq=False)
class Scaling:
    """The map from distances to coordinates; calling it maps those of rows.

    Parameters
    ----------
    matrix
        -(1/2) v_k / sqrt(l_k) for each coordinate k, shape (landmarks, coordinates).
    means
        The mean squared distance of each landmark to all.
    eigenvalues
        All of them, falling. Negative ones tell how far distances are from Euclidean ones.

    Examples
    --------
    >>> found = scaling_of(np.array([[0, 3, 4], [3, 0, 5], [4, 5, 0]]), 3)
    >>> found.matrix.shape, found.means.round(2), bool((found.eigenvalues > -1e-9).all())
    ((3, 2), array([ 8.33, 11.33, 13.67], dtype=float32), True)
    """

    matrix: Floats32
    means: Floats32
    eigenvalues: Floats

    def __call__(self, distances: Floats32) -> Floats32:
        """Return coordinates of rows from their distances to the landmarks."""
        found = (distances * distances - self.means) @ self.matrix
        return np.asarray(found, np.float32)


def scaling_of(distances: Array, dimensions: int) -> Scaling:
    """Return the map to coordinates of a measure, given the distances among its landmarks.

    Parameters
    ----------
    distances
        Shape (landmarks, landmarks). Where the two directions differ, their mean is used.
    dimensions
        The most coordinates.

    Raises
    ------
    AbstractionError
        If there are no two landmarks apart, or distances are no square matrix.

    Examples
    --------
    >>> found = scaling_of(np.array([[0, 3, 4], [3, 0, 5], [4, 5, 0]]), 3)
    >>> found.matrix.shape  # a triangle lies in a plane
    (3, 2)
    >>> corners = found(np.float32([[0, 3, 4], [3, 0, 5]]))
    >>> round(float(np.linalg.norm(corners[0] - corners[1])), 4)
    3.0
    """
    check_count("dimensions", dimensions, 1, error=AbstractionError)
    if distances.ndim != 2 or distances.shape[0] != distances.shape[1]:
        raise AbstractionError(
            f"distances among landmarks must be a square matrix; got the shape {distances.shape}: "
            f"write measure(landmarks).",
            distances,
        )
    both = np.asarray(distances, np.float64)
    squares = ((both + both.T) / 2) ** 2
    means = squares.mean(axis=1)
    values, vectors = np.linalg.eigh((means[:, None] + means - squares - squares.mean()) / 2)
    values, vectors = values[::-1], vectors[:, ::-1]
    kept = min(dimensions, int(np.count_nonzero(values > max(_SMALL * values[0], 0.0))))
    if not (kept and np.isfinite(values[0])):
        raise AbstractionError(
            f"distances among landmarks must be finite, and some above 0; got {both.min()} to "
            f"{both.max()}: choose other landmarks.",
            distances,
        )
    vectors = vectors[:, :kept]
    # An eigenvector has two signs, and libraries differ: the largest entry is made positive.
    most = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.sign(vectors[most, np.arange(kept)])
    matrix = np.ascontiguousarray(-0.5 * vectors / np.sqrt(values[:kept]), np.float32)
    return Scaling(matrix, means.astype(np.float32), values)


def embed(
    rows: Array,
    measure: Measure,
    scaling: Scaling,
    progress: Progress = lambda _: None,
) -> Floats32:
    """Return the coordinates of rows, shape (rows, coordinates), in blocks on all cores.

    They do not depend on the number of threads.

    Parameters
    ----------
    rows
        As the measure takes them.
    measure
        The distances of rows to landmarks: :class:`~zerosum.pkr.clusterings.Line`,
        :class:`~zerosum.pkr.clusterings.Greedy` or :class:`~zerosum.pkr.clusterings.Exact`.
    scaling
        :func:`scaling_of` the distances among these landmarks.
    progress
        Called with the share of rows done.

    Examples
    --------
    >>> from zerosum.pkr.clusterings import Line
    >>> measure = Line(np.array([[0, 9], [4, 6], [9, 9]]))
    >>> scaling = scaling_of(measure(measure.landmarks), 2)
    >>> embed(np.array([[0, 1], [4, 5]]), measure, scaling).shape
    (2, 2)
    """
    width = scaling.matrix.shape[1]
    return placed(rows, width, _ROWS, lambda part: scaling(measure(part)), progress)


def placed(
    rows: Array,
    width: int,
    size: int,
    place: Callable[[Array], Floats32],
    progress: Progress,
) -> Floats32:
    """Return coordinates of all rows, so many rows at a time; matrix products use one thread each.

    The parts depend on the number of rows only, so the coordinates of each do not depend on the
    number of threads.

    Parameters
    ----------
    width, size
        The coordinates, and the rows of a part.
    place
        Returns the coordinates of one part; several run at a time.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    found = np.empty((len(rows), width), np.float32)

    def work(start: int) -> None:
        found[start : start + size] = place(rows[start : start + size])

    with threadpool_limits(1):
        share_out(work, range(0, len(rows), size), progress)
    return found
