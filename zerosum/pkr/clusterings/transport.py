"""The earth mover's distance between multisets of labels, exactly.

A multiset of n labels is n units of mass, one at each label. To move the mass of one multiset to
where that of another lies costs the ground distance of two labels for each unit moved between them;
the distance is the least cost, divided by n (Rubner, Tomasi & Guibas 2000).

This is a minimum-cost flow from the distinct labels x_i of one multiset, with a_i units each, to
the y_j of the other, with room for b_j. It is found by successive shortest paths (Ahuja, Magnanti &
Orlin 1993, section 9.7): each path leads from a label with units left to one with room left, partly
back along what flows already. Potentials u and v keep the reduced costs c_ij - u_i - v_j at 0 or
more, and at 0 where there is a flow, so that the algorithm of Dijkstra finds shortest paths.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.clusterings.multisets import Ints32, check_labels, merged
from zerosum.pkr.clusterings.nearest import Floats, Floats32
from zerosum.support.store import Array
from zerosum.workshop import workshop

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Exact:
    """The exact earth mover's distance from rows of labels to landmarks.

    Parameters
    ----------
    landmarks
        Labels, shape (landmarks, labels of each); best sorted.
    ground
        The distance of each label to each, at least 0; shape (labels, labels).

    Raises
    ------
    AbstractionError
        When it is called, if rows do not fit.

    Notes
    -----
    About 15 microseconds for two sorted rows of 47 labels, half of them distinct.

    Examples
    --------
    >>> ground = np.float32([[0, 1, 4], [1, 0, 4], [4, 4, 0]])
    >>> Exact(np.array([[0, 2], [1, 1]]), ground)(np.array([[0, 1]]))
    array([[2. , 0.5]], dtype=float32)
    """

    landmarks: NDArray[Any]
    ground: Floats32

    def __call__(self, rows: Array) -> Floats32:
        """Return distances, shape (rows, landmarks)."""
        check_labels(rows, self.landmarks, self.ground)
        found = np.empty((len(rows), len(self.landmarks)), np.float32)
        ground = np.ascontiguousarray(self.ground, np.float32)
        size = rows.shape[1]
        reals, ints = np.zeros((4, size)), np.zeros((6, size), np.int64)
        costs, flows = np.zeros((size, size)), np.zeros((size, size), np.int64)
        measure = workshop().trust(move_all)
        measure(merged(rows), merged(self.landmarks), ground, costs, flows, reals, ints, found)
        return found


def move_all(
    rows: tuple[Ints32, Ints32, Ints32],
    landmarks: tuple[Ints32, Ints32, Ints32],
    ground: Floats32,
    costs: Floats,
    flows: Ints,
    reals: Floats,
    ints: Ints,
    found: Floats32,
) -> None:
    """Write the distance of each row to each landmark.

    Parameters
    ----------
    rows, landmarks
        Their distinct labels, the numbers of these, and how many there are.
    ground
        Between labels.
    costs, flows, reals, ints
        Room for :func:`move`.
    found
        Modified in place.
    """
    kinds, counts, sizes = rows
    others, rooms, widths = landmarks
    supply, room = ints[0], ints[1]
    total = counts.shape[1]
    for row in range(kinds.shape[0]):
        for mark in range(others.shape[0]):
            sources, sinks = sizes[row], widths[mark]
            for i in range(sources):
                supply[i] = counts[row, i]
                for j in range(sinks):
                    costs[i, j] = ground[kinds[row, i], others[mark, j]]
                    flows[j, i] = 0
            for j in range(sinks):
                room[j] = rooms[mark, j]
            start(sources, sinks, costs, flows, reals, supply, room)
            for i in range(sources):
                while supply[i] > 0:
                    move(i, sources, sinks, costs, flows, reals, ints)
            cost = 0.0
            for i in range(sources):
                for j in range(sinks):
                    cost += flows[j, i] * costs[i, j]
            found[row, mark] = cost / total


def start(
    sources: int, sinks: int, costs: Floats, flows: Ints, reals: Floats, supply: Ints, room: Ints
) -> None:
    """Set potentials from the least costs, and move what they let move at a reduced cost of 0.

    Modified in place: ``flows``, the potentials in ``reals``, ``supply`` and ``room``.
    """
    u, v = reals[0], reals[1]
    for j in range(sinks):
        v[j] = costs[0, j]
        for i in range(1, sources):
            v[j] = min(v[j], costs[i, j])
    for i in range(sources):
        least, at = costs[i, 0] - v[0], 0
        for j in range(1, sinks):
            cost = costs[i, j] - v[j]
            if cost < least:
                least, at = cost, j
        u[i] = least
        units = min(supply[i], room[at])
        flows[at, i] += units
        supply[i] -= units
        room[at] -= units


def move(
    source: int, sources: int, sinks: int, costs: Floats, flows: Ints, reals: Floats, ints: Ints
) -> None:
    """Move units of a source along a shortest path to a sink with room.

    Modified in place: all arrays but ``costs``.
    """
    u, v, near, far = reals[0], reals[1], reals[2], reals[3]
    way, back, met, done = ints[2], ints[3], ints[4], ints[5]
    at = reach(source, sources, sinks, costs, flows, reals, ints)
    for i in range(sources):
        if met[i] == 1:
            u[i] += far[at] - near[i]
    for j in range(sinks):
        if done[j] == 1:
            v[j] -= far[at] - far[j]
    push(source, at, flows, ints[0], ints[1], way, back)


def reach(
    source: int, sources: int, sinks: int, costs: Floats, flows: Ints, reals: Floats, ints: Ints
) -> int:
    """Return the sink with room that is nearest to a source, by Dijkstra's algorithm.

    Modified in place: the distances of sources and sinks, and by which source a sink is reached,
    and by which sink a source.
    """
    u, v, near, far = reals[0], reals[1], reals[2], reals[3]
    room, way, back, met, done = ints[1], ints[2], ints[3], ints[4], ints[5]
    for i in range(sources):
        met[i] = 0
    met[source], near[source] = 1, 0.0
    for j in range(sinks):
        far[j] = costs[source, j] - u[source] - v[j]
        way[j], done[j] = source, 0
    while True:
        at = closest(far, done, sinks)
        if room[at] > 0:
            return at
        done[at] = 1
        for i in range(sources):  # what flows to a full sink may go elsewhere
            if flows[at, i] > 0 and met[i] == 0:
                met[i], near[i], back[i] = 1, far[at], at
                before = far[at] - u[i]
                for j in range(sinks):
                    length, old, by = before + costs[i, j] - v[j], far[j], way[j]
                    better = (length < old) & (done[j] == 0)
                    far[j] = length if better else old
                    way[j] = i if better else by


def closest(far: Floats, done: Ints, sinks: int) -> int:
    """Return the nearest sink that is not done."""
    at, low = -1, np.inf
    for j in range(sinks):
        if done[j] == 0 and far[j] < low:
            low, at = far[j], j
    return at


def push(
    source: int, sink: int, flows: Ints, supply: Ints, room: Ints, way: Ints, back: Ints
) -> None:
    """Move as many units as a path to a sink allows.

    Modified in place: ``flows``, ``supply`` and ``room``.
    """
    units, at = min(supply[source], room[sink]), sink
    while way[at] != source:
        between = way[at]
        at = back[between]
        units = min(units, flows[at, between])
    supply[source] -= units
    room[sink] -= units
    at = sink
    while way[at] != source:
        between = way[at]
        flows[at, between] += units
        at = back[between]
        flows[at, between] -= units
    flows[at, source] += units
