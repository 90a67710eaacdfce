"""The nearest of many centres for each of many rows, by Euclidean distance.

Let a be a centre at the distance u from a row. Any centre nearer to the row lies within 2 u of a,
by the triangle inequality. So the other centres are listed for each centre, nearest first: go down
the list of a, and where a nearer centre is found, go on with its list; where the list has passed
2 u without one, a is the nearest (Elkan 2003, Lemma 1). With the label of the last round as the
first guess, that takes a few distances for each row.

Sums are in the order of rows and coordinates, so results are the same on every machine.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.workshop import workshop

Floats32: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]
Lists: TypeAlias = tuple[NDArray[np.uint16], Floats32]

_CELLS = (64, 16, 8)
_LISTED = 64  # centres of a list; if all of them are within 2 u, all centres are compared
_AT_A_TIME = 1 << 22  # distances among centres
_ZERO = np.float32(0)
_MARGIN = np.float32(1.0001)  # of squares that were rounded


def list_centres(centres: Floats32) -> Lists:
    """Return the nearest other centres of each one, and a quarter of their squared distances.

    Examples
    --------
    >>> numbers, gaps = list_centres(np.float32([[0], [4], [6]]))
    >>> numbers[0], gaps[0]
    (array([1, 2], dtype=uint16), array([4., 9.], dtype=float32))
    """
    from scipy.spatial.distance import cdist

    count = len(centres)
    listed = min(count - 1, _LISTED)
    numbers = np.zeros((count, listed), np.uint16)
    gaps = np.zeros((count, listed), np.float32)
    exact, size = centres.astype(np.float64), max(1, _AT_A_TIME // count)
    for first in range(0, count, size):
        part = slice(first, first + size)
        squares = cdist(exact[part], exact, "sqeuclidean")
        own = np.arange(len(squares))
        squares[own, first + own] = np.inf
        some = np.argpartition(squares, listed, axis=1)[:, :listed]
        some.sort(axis=1)  # of equal distances, the first number comes first
        apart = np.take_along_axis(squares, some, axis=1)
        order = np.argsort(apart, axis=1, kind="stable")
        numbers[part] = np.take_along_axis(some, order, axis=1)
        gaps[part] = np.take_along_axis(apart, order, axis=1) / 4
    return numbers, gaps


def label_rows(
    rows: Floats32,
    weights: Floats,
    centres: Floats32,
    lists: Lists,
    labels: NDArray[np.uint16],
    far: Floats32,
    sums: Floats,
) -> float:
    """Label each row with its nearest centre; return the weighted sum of squared distances.

    Parameters
    ----------
    rows, weights
        Shape (rows, dimensions), and the weight of each.
    centres, lists
        Shape (centres, dimensions), and :func:`list_centres` of them.
    labels
        A guess for each row, the better the faster. Modified in place.
    far
        The squared distance of each row to its centre. Modified in place.
    sums
        By centre the weighted sums of the coordinates, then the weight; added to. Modified in
        place.
    """
    total, width = 0.0, rows.shape[1]
    for row in range(rows.shape[0]):
        guess = int(labels[row])
        label, best = search(rows, row, centres, lists, guess, squared(rows, row, centres, guess))
        labels[row] = label
        far[row] = best
        weight = float(weights[row])
        for place in range(width):
            sums[label, place] += weight * float(rows[row, place])
        sums[label, width] += weight
        total += weight * float(best)
    return total


def squared(rows: Floats32, row: int, centres: Floats32, centre: int) -> Any:
    """Return the squared distance of a row to a centre."""
    width = rows.shape[1]
    even = width - width % 4
    total = _ZERO
    for place in range(0, even, 4):  # four at a time need not wait for one another
        a = rows[row, place] - centres[centre, place]
        b = rows[row, place + 1] - centres[centre, place + 1]
        c = rows[row, place + 2] - centres[centre, place + 2]
        d = rows[row, place + 3] - centres[centre, place + 3]
        total += (a * a + b * b) + (c * c + d * d)
    for place in range(even, width):
        a = rows[row, place] - centres[centre, place]
        total += a * a
    return total


def search(
    rows: Floats32, row: int, centres: Floats32, lists: Lists, label: int, best: Any
) -> tuple[int, Any]:
    """Return the nearest centre of a row and its squared distance, given those of a guess."""
    numbers, gaps = lists
    place, listed = 0, gaps.shape[1]
    while place < listed and gaps[label, place] < best * _MARGIN:
        other = int(numbers[label, place])
        distance = squared(rows, row, centres, other)
        place += 1
        if distance < best:
            label, best, place = other, distance, 0
    if place == listed and listed < centres.shape[0] - 1:
        for other in range(centres.shape[0]):
            distance = squared(rows, row, centres, other)
            if distance < best:
                label, best = other, distance
    return label, best


class Cells:
    """First guesses of the nearest centre: that of the middle of a cell of the space.

    The box around the centres is cut into cells along the first three coordinates, of which
    principal coordinates spread most in the first.

    Parameters
    ----------
    centres, lists
        Shape (centres, coordinates), and the lists of their neighbours.
    """

    def __init__(self, centres: Floats32, lists: Lists) -> None:
        sizes = _CELLS[: centres.shape[1]]
        axes = len(sizes)
        self.low, high = centres[:, :axes].min(axis=0), centres[:, :axes].max(axis=0)
        step = (high - self.low) / np.array(sizes, np.float32)
        self.step = np.where(step > 0, step, np.float32(1))
        places = np.indices(sizes).reshape(axes, -1).T
        middles = np.tile(centres.mean(axis=0), (len(places), 1))
        middles[:, :axes] = self.low + (places + np.float32(0.5)) * self.step
        self.labels = np.zeros(len(places), np.uint16)
        sums = np.zeros((len(centres), centres.shape[1] + 1))
        far, weights = np.zeros(len(places), np.float32), np.ones(len(places))
        label = workshop().trust(label_rows)
        label(middles.astype(np.float32), weights, centres, lists, self.labels, far, sums)
        self.sizes = sizes

    def guess(self, rows: Floats32) -> NDArray[np.uint16]:
        """Return a centre near each row; rows outside of the box take the nearest cell."""
        cell = np.zeros(len(rows), np.int32)
        for axis, size in enumerate(self.sizes):
            place = (rows[:, axis] - self.low[axis]) / self.step[axis]
            cell = cell * np.int32(size) + np.clip(place, 0, size - 1).astype(np.int32)
        return self.labels[cell]
