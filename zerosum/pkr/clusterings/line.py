"""The earth mover's distance between sets of points on a line.

To move one set of n points to another costs least if both keep their order, so for sorted x and y
the distance is the mean of ``|x_i - y_i|`` (Vallender 1974).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings.nearest import Floats32
from zerosum.workshop import workshop


@dataclass(frozen=True, eq=False)
class Line:
    """The distance from rows of sorted positions to landmarks.

    Parameters
    ----------
    landmarks
        Sorted positions, shape (landmarks, points).
    unit
        The distance of positions that differ by 1.

    Notes
    -----
    Whole numbers whose sums stay below 2^24, as those of 46 positions of 16 bits do, are added
    without rounding. From a row of 46 points to 104 landmarks it takes about 0.8 microseconds.

    Examples
    --------
    >>> measure = Line(np.array([[0, 10], [5, 5]]), unit=0.1)
    >>> measure(np.array([[2, 10]]))
    array([[0.1, 0.4]], dtype=float32)
    """

    landmarks: NDArray[np.integer | np.floating]
    unit: float = 1.0

    def __call__(self, rows: NDArray[np.integer | np.floating]) -> Floats32:
        """Return distances, shape (rows, landmarks)."""
        if rows.ndim != 2 or rows.shape[1:] != self.landmarks.shape[1:]:
            raise AbstractionError(
                f"rows must have as many points as landmarks, {self.landmarks.shape[-1]}; got the "
                f"shape {rows.shape}.",
                rows,
            )
        columns = np.ascontiguousarray(self.landmarks.T, np.float32)
        sums = np.zeros((len(rows), columns.shape[1]), np.float32)
        workshop().trust(add_gaps)(rows.astype(np.float32), columns, sums)
        sums *= np.float32(self.unit / rows.shape[1])
        return sums


def add_gaps(rows: Floats32, columns: Floats32, sums: Floats32) -> None:
    """Add up the gaps between the points of rows and of landmarks.

    Parameters
    ----------
    rows
        Shape (rows, points).
    columns
        The landmarks, shape (points, landmarks).
    sums
        Shape (rows, landmarks). Modified in place.
    """
    points, count = columns.shape
    even = points - points % 4
    for row in range(rows.shape[0]):
        mine = sums[row]
        for at in range(0, even, 4):
            a, b, c, d = rows[row, at], rows[row, at + 1], rows[row, at + 2], rows[row, at + 3]
            for mark in range(count):
                left = abs(a - columns[at, mark]) + abs(b - columns[at + 1, mark])
                right = abs(c - columns[at + 2, mark]) + abs(d - columns[at + 3, mark])
                mine[mark] += left + right
        for at in range(even, points):
            a = rows[row, at]
            for mark in range(count):
                mine[mark] += abs(a - columns[at, mark])
