"""Multisets of labels, and the earth mover's distance between them, nearly, but 20 times as fast.

Each label of a row takes the nearest label of a landmark that is left: in round k, every label that
is not served yet tries the k-th nearest of the landmark's distinct labels. For each landmark, these
are listed once for every label. The result is the cost of a valid transport, and so never below the
exact distance; from a row to a landmark and back it may differ.

Source: S. Ganzfried, T. Sandholm (2014), Potential-aware imperfect-recall abstraction with earth
mover's distance in imperfect-information games, section 5.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings.nearest import Floats32
from zerosum.support.store import Array
from zerosum.workshop import workshop

Ints32 = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Greedy:
    """The greedy earth mover's distance from rows of labels to landmarks.

    Parameters
    ----------
    landmarks
        Labels, shape (landmarks, labels of each).
    ground
        The distance of each label to each; shape (labels, labels).

    Raises
    ------
    AbstractionError
        When it is called, if rows do not fit.

    Notes
    -----
    Labels are served in the order of their row, so sort rows: equal rows are then equally far, and
    equal labels are served together. About 0.4 microseconds from a row of 47 labels, half of them
    distinct, to a landmark. The lists take 6 bytes for each landmark, label and distinct label of
    the landmark.

    Examples
    --------
    >>> ground = np.float32([[0, 1, 4], [1, 0, 4], [4, 4, 0]])
    >>> Greedy(np.array([[0, 2], [1, 1]]), ground)(np.array([[0, 1]]))
    array([[2. , 0.5]], dtype=float32)
    """

    landmarks: NDArray[Any]
    ground: Floats32

    @cached_property
    def lists(self) -> list[tuple[NDArray[np.uint16], Floats32, Ints32]]:
        """For each landmark its distinct labels by distance, these distances, and the numbers.

        The first two have a row for each label; the last one is in the order of labels.
        """
        made = []
        for landmark in self.landmarks:
            kinds, counts = np.unique(landmark, return_counts=True)
            apart = np.ascontiguousarray(self.ground, np.float32)[:, kinds]
            order = np.argsort(apart, axis=1, kind="stable")
            nearest = np.ascontiguousarray(np.take_along_axis(apart, order, axis=1))
            made.append((order.astype(np.uint16), nearest, counts.astype(np.int32)))
        return made

    def __call__(self, rows: Array) -> Floats32:
        """Return distances, shape (rows, landmarks)."""
        check_labels(rows, self.landmarks, self.ground)
        found = np.empty((len(self.landmarks), len(rows)), np.float32)
        serve, parts = workshop().trust(serve_all), merged(rows)
        room = np.zeros((3, rows.shape[1]), np.int64)
        for (order, costs, counts), column in zip(self.lists, found, strict=True):
            serve(parts, order, costs, counts, room, column)
        return np.ascontiguousarray(found.T)


def serve_all(
    rows: tuple[Ints32, Ints32, Ints32],
    order: NDArray[np.uint16],
    costs: Floats32,
    counts: Ints32,
    room: NDArray[np.int64],
    found: Floats32,
) -> None:
    """Write the distance of each row to a landmark.

    Parameters
    ----------
    rows
        Their distinct labels, the numbers of these, and how many there are.
    order, costs
        For each label the distinct labels of the landmark, nearest first, and how far they are.
    counts
        The numbers of these in the landmark.
    room
        Shape (3, labels of a row). Modified in place.
    found
        Modified in place.
    """
    kinds, numbers, sizes = rows
    labels, units, left = room[0], room[1], room[2]
    for row in range(kinds.shape[0]):
        todo = sizes[row]
        for place in range(todo):
            labels[place], units[place] = kinds[row, place], numbers[row, place]
        for place in range(counts.size):
            left[place] = counts[place]
        total = 0.0
        for nearest in range(counts.size):
            waiting = 0
            for place in range(todo):
                label, wanted = labels[place], units[place]
                source = order[label, nearest]
                taken = min(wanted, left[source])
                left[source] -= taken
                total += taken * float(costs[label, nearest])
                labels[waiting], units[waiting] = label, wanted - taken
                waiting += wanted > taken
            todo = waiting
            if todo == 0:
                break
        found[row] = total / kinds.shape[1]


def merged(rows: Array) -> tuple[Ints32, Ints32, Ints32]:
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


def check_labels(rows: Array, landmarks: Array, ground: Floats32) -> None:
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
