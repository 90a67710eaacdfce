"""The earth mover's distance between multisets of labels, nearly, and some 20 times as fast.

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

from zerosum.pkr.clusterings.labels import Ints32, check_labels, merged
from zerosum.pkr.clusterings.nearest import Floats32
from zerosum.workshop import workshop


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

    def __call__(self, rows: NDArray[Any]) -> Floats32:
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
