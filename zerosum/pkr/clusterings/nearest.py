"""The nearest of many centres for each of many rows, by Euclidean distance.

Centres are sorted by their first coordinate. A row x whose distance to some centre is u has its
nearest one among the centres c with ``|x_1 - c_1| <= u``, since no distance is less than that of
the first coordinates. The centre of the last round is near in most cases, so few are left; these
lie side by side, in blocks of 32, which vector instructions compare. Principal coordinates, of
which the first spreads most, make this fast.

Nothing is rounded in another order on another machine or with more threads, so labels are the same
everywhere.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats32: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]

LANES = 32
"""Centres that are compared at a time: two instructions with 512 bits, four with 256."""
_ZERO = np.float32(0)
_FAR = np.float32(np.inf)
_FEW = 2  # blocks
_MARGIN = np.float32(1.00001)  # of distances that were rounded


def in_blocks(centres: Floats32) -> Floats32:
    """Return centres in blocks, shape (blocks, dimensions, LANES); missing ones are infinite.

    Examples
    --------
    >>> in_blocks(np.float32([[1, 10], [2, 20]]))[0, :, :3]
    array([[ 1.,  2., inf],
           [10., 20., inf]], dtype=float32)
    """
    count, width = centres.shape
    padded = np.full((-(-count // LANES) * LANES, width), _FAR, np.float32)
    padded[:count] = centres
    return np.ascontiguousarray(padded.reshape(-1, LANES, width).transpose(0, 2, 1))


def label_rows(
    rows: Floats32,
    weights: Floats,
    centres: Floats32,
    blocks: Floats32,
    labels: NDArray[np.uint16],
    far: Floats32,
    sums: Floats,
    lanes: tuple[Floats32, Floats32, NDArray[np.int32]],
) -> float:
    """Label each row with its nearest centre; return the weighted sum of squared distances.

    Parameters
    ----------
    rows, weights
        Shape (rows, dimensions), and the weight of each.
    centres, blocks
        Sorted by the first coordinate, and :func:`in_blocks` of them.
    labels
        A guess for each row, the better the faster. Modified in place.
    far
        The squared distance of each row to its centre. Modified in place.
    sums
        By centre the weighted sums of the coordinates, then the weight; added to. Modified in
        place.
    lanes
        Room for ``LANES`` items each.
    """
    total, width, label = 0.0, rows.shape[1], 0
    for row in range(rows.shape[0]):
        guess, before = int(labels[row]), label
        label, best = guess, squared(rows, row, centres, guess)
        if before != guess:  # rows that follow one another are often alike
            other = squared(rows, row, centres, before)
            if other < best:
                label, best = before, other
        label, best = search(rows, row, blocks, label, best, lanes)
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
    total = _ZERO
    for place in range(rows.shape[1]):
        apart = rows[row, place] - centres[centre, place]
        total += apart * apart
    return total


def search(
    rows: Floats32,
    row: int,
    blocks: Floats32,
    label: int,
    best: Any,
    lanes: tuple[Floats32, Floats32, NDArray[np.int32]],
) -> tuple[int, Any]:
    """Return the nearest centre of a row and its squared distance, given those of a guess.

    Modified in place: ``lanes``.
    """
    apart, least, where = lanes
    for lane in range(LANES):
        least[lane] = _FAR
        where[lane] = 0
    head, start = rows[row, 0], label // LANES
    low, high = bounds(head, best)
    block, goal = start, start + _FEW
    while block < blocks.shape[0] and blocks[block, 0, 0] <= high:
        compare(rows, row, blocks, block, apart, least, where)
        block += 1
        if block == goal:  # the guess was poor: look how near the nearest one is by now
            goal += _FEW
            label, best = nearest_lane(least, where, label, best)
            low, high = bounds(head, best)
    block, goal = start - 1, start - 1 - _FEW
    while block >= 0 and blocks[block, 0, LANES - 1] >= low:
        compare(rows, row, blocks, block, apart, least, where)
        block -= 1
        if block == goal:
            goal -= _FEW
            label, best = nearest_lane(least, where, label, best)
            low, high = bounds(head, best)
    return nearest_lane(least, where, label, best)


def bounds(head: Any, best: Any) -> tuple[Any, Any]:
    """Return between which first coordinates there may be a nearer centre."""
    reach = np.sqrt(best) * _MARGIN
    return head - reach, head + reach


def nearest_lane(
    least: Floats32, where: NDArray[np.int32], label: int, best: Any
) -> tuple[int, Any]:
    """Return the nearest centre of all lanes and its squared distance, if it is less than best."""
    for lane in range(LANES):
        if least[lane] < best:
            best = least[lane]
            label = where[lane] * LANES + lane
    return label, best


def compare(
    rows: Floats32,
    row: int,
    blocks: Floats32,
    block: int,
    apart: Floats32,
    least: Floats32,
    where: NDArray[np.int32],
) -> None:
    """Compare a row with the centres of a block.

    Modified in place: ``apart``, the squared distances; ``least`` and ``where``, the least one of
    each lane so far, and its block.
    """
    width = blocks.shape[1]
    even = width - width % 4
    for lane in range(LANES):
        apart[lane] = _ZERO
    for place in range(0, even, 4):
        x, y = rows[row, place], rows[row, place + 1]
        z, w = rows[row, place + 2], rows[row, place + 3]
        for lane in range(LANES):
            a = x - blocks[block, place, lane]
            b = y - blocks[block, place + 1, lane]
            c = z - blocks[block, place + 2, lane]
            d = w - blocks[block, place + 3, lane]
            apart[lane] += (a * a + b * b) + (c * c + d * d)
    for place in range(even, width):
        x = rows[row, place]
        for lane in range(LANES):
            a = x - blocks[block, place, lane]
            apart[lane] += a * a
    number = np.int32(block)
    for lane in range(apart.shape[0]):
        new, old, place = apart[lane], least[lane], where[lane]
        least[lane] = new if new < old else old
        where[lane] = number if new < old else place
