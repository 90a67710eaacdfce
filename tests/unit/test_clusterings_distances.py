"""Distances between rows and landmarks: by linear programs, by assignment, and on a line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.stats import wasserstein_distance

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings import Exact, Greedy, Line
from zerosum.pkr.clusterings.line import add_gaps
from zerosum.pkr.clusterings.multisets import merge_rows, merged, serve_all
from zerosum.pkr.clusterings.transport import move_all
from zerosum.workshop import workshop

LABELS = 12


def ground(seed: int = 0, labels: int = LABELS) -> np.ndarray:
    points = np.random.default_rng(seed).normal(size=(labels, 3))
    return np.linalg.norm(points[:, None] - points, axis=2).astype(np.float32)


def labelled(count: int, width: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    rows = random.integers(LABELS, size=(count, width)) // random.integers(1, 4, (count, 1))
    return np.sort(rows, axis=1).astype(np.uint16)


def assigned(rows: np.ndarray, landmarks: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Return the least mean cost of a one-to-one assignment: the earth mover's distance."""
    found = np.empty((len(rows), len(landmarks)))
    for i, row in enumerate(rows):
        for j, landmark in enumerate(landmarks):
            cost = costs[np.ix_(row, landmark)].astype(float)
            found[i, j] = cost[linear_sum_assignment(cost)].mean()
    return found


@pytest.mark.parametrize("width", [1, 7, 47])
def test_exact_is_the_best_assignment(width: int) -> None:
    rows, landmarks, costs = labelled(15, width, 1), labelled(12, width, 2), ground()
    found = Exact(landmarks, costs)(rows)
    np.testing.assert_allclose(found, assigned(rows, landmarks, costs), rtol=1e-5, atol=1e-6)


@given(st.data())
def test_exact_needs_no_metric(data) -> None:
    """Nor a symmetric one: ground distances of many equal and zero entries are the hard ones."""
    width, labels = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 5))
    items = st.integers(0, 4).map(float)
    costs = np.array(
        data.draw(st.lists(items, min_size=labels**2, max_size=labels**2)), np.float32
    ).reshape(labels, labels)
    sides = st.lists(st.integers(0, labels - 1), min_size=width, max_size=width)
    row, landmark = np.array([data.draw(sides)]), np.array([data.draw(sides)])
    known = assigned(row, landmark, costs)
    assert Exact(landmark, costs)(row) == pytest.approx(known, rel=1e-5)
    assert Greedy(landmark, costs)(row)[0, 0] >= known[0, 0] * (1 - 1e-5)


def by_hand(row: np.ndarray, landmark: np.ndarray, costs: np.ndarray) -> float:
    """Return the greedy distance, a label at a time."""
    left = {int(label): int((landmark == label).sum()) for label in landmark}
    waiting, total = [int(label) for label in row], 0.0
    for nearest in range(len(left)):
        again = []
        for label in waiting:
            source = sorted(left, key=lambda each, label=label: (costs[label, each], each))[nearest]
            if left[source] > 0:
                left[source] -= 1
                total += float(costs[label, source])
            else:
                again.append(label)
        waiting = again
    return total / len(row)


def test_greedy_takes_the_nearest_that_is_left() -> None:
    rows, landmarks, costs = labelled(20, 11, 3), labelled(15, 11, 4), ground(1)
    found = Greedy(landmarks, costs)(rows)
    for i, row in enumerate(rows):
        for j, landmark in enumerate(landmarks):
            assert found[i, j] == pytest.approx(by_hand(row, landmark, costs), rel=1e-5, abs=1e-6)
    exact = assigned(rows, landmarks, costs)
    assert (found >= exact - 1e-6).all()
    assert np.corrcoef(found.ravel(), exact.ravel())[0, 1] > 0.98


@pytest.mark.parametrize(("kind", "points"), [(np.uint16, 46), (np.float32, 5), (np.int64, 1)])
def test_on_a_line_it_is_that_of_scipy(kind, points) -> None:
    random = np.random.default_rng(5)
    rows, landmarks = (
        np.sort(random.integers(0, 65_536, (9, points)), axis=1).astype(kind) for _ in range(2)
    )
    found = Line(landmarks, 0.5)(rows)
    known = [[0.5 * wasserstein_distance(row, mark) for mark in landmarks] for row in rows]
    np.testing.assert_allclose(found, known, rtol=1e-6)


def test_equal_labels_are_merged() -> None:
    rows = labelled(30, 20, 6)
    for row, kinds, counts, size in zip(rows, *merged(rows), strict=True):
        known = np.unique(row, return_counts=True)
        assert (kinds[:size].tolist(), counts[:size].tolist()) == tuple(k.tolist() for k in known)


@pytest.mark.parametrize("measure", [Exact, Greedy])
def test_rows_that_do_not_fit_are_refused(measure) -> None:
    landmarks = labelled(3, 5, 0)
    with pytest.raises(AbstractionError, match=r"rows must be rows of as many labels as landm"):
        measure(landmarks, ground())(landmarks[:, :4])
    with pytest.raises(AbstractionError, match=r"labels of rows must be 0 to 11.*; got 12 to 12"):
        measure(landmarks, ground())(np.full((1, 5), LABELS))
    with pytest.raises(AbstractionError, match="labels of landmarks must be 0 to 11"):
        measure(np.full((1, 5), -1), ground())(landmarks)
    with pytest.raises(AbstractionError, match="ground distances must be a square matrix"):
        measure(landmarks, ground()[:3])(landmarks)


def test_points_that_do_not_fit_are_refused() -> None:
    with pytest.raises(AbstractionError, match="as many points as landmarks, 3; got the shape"):
        Line(np.eye(3))(np.zeros((2, 4)))


def test_native_kernels_are_those_of_the_interpreter() -> None:
    rows, landmarks, costs = labelled(4, 9, 7), labelled(3, 9, 8), ground(2)
    order, nearest, counts = Greedy(landmarks, costs).lists[0]
    made = []
    for form in (lambda kernel: kernel, workshop().trust):
        parts = np.zeros((4, 9), np.int32), np.zeros((4, 9), np.int32), np.zeros(4, np.int32)
        form(merge_rows)(rows.astype(np.int32), *parts)
        exact, reals, ints = np.zeros((4, 3), np.float32), np.zeros((4, 9)), np.zeros((6, 9), int)
        room = np.zeros((9, 9)), np.zeros((9, 9), int), reals, ints
        form(move_all)(parts, merged(landmarks), costs, *room, exact)
        greedy, gaps = np.zeros(4, np.float32), np.zeros((4, 3), np.float32)
        form(serve_all)(parts, order, nearest, counts, np.zeros((3, 9), int), greedy)
        columns = np.ascontiguousarray(landmarks.T, np.float32)
        form(add_gaps)(rows.astype(np.float32), columns, gaps)
        made.append([array.tobytes() for array in (*parts, exact, greedy, gaps)])
    assert made[0] == made[1]
