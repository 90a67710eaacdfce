"""Coordinates that keep distances: exact for Euclidean ones, close for earth mover's."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings import (
    Exact,
    Greedy,
    Line,
    block_means,
    embed,
    mean_points,
    scaling_of,
    sliced,
)
from zerosum.support import cores as sharing


def apart(rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    return np.linalg.norm(rows[:, None].astype(float) - others, axis=2)


def test_points_of_a_space_are_kept_exactly() -> None:
    points = np.random.default_rng(0).normal(size=(60, 3)) * [3, 2, 1]
    landmarks = points[:10]
    scaling = scaling_of(apart(landmarks, landmarks), 5)
    assert scaling.matrix.shape == (10, 3)  # of the others the eigenvalues are 0
    found = embed(points, lambda rows: apart(rows, landmarks).astype(np.float32), scaling)
    np.testing.assert_allclose(apart(found, found), apart(points, points), atol=1e-4)
    spread = found[:10].var(axis=0)
    assert (np.diff(spread) < 0).all()
    np.testing.assert_allclose(spread * 10, scaling.eigenvalues[:3], rtol=1e-3)


def test_negative_eigenvalues_are_dropped_and_directions_count_alike() -> None:
    # Four corners of a cycle, two steps to the opposite one: no Euclidean space holds them.
    cycle = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
    scaling = scaling_of(cycle, 4)
    assert scaling.eigenvalues[-1] < -0.5
    assert scaling.matrix.shape == (4, 2)
    skew = np.array([[0, 1, 5], [3, 0, 4], [7, 2, 0]])
    even = (skew + skew.T) / 2
    assert (scaling_of(skew, 2).matrix == scaling_of(even, 2).matrix).all()


@pytest.mark.parametrize(
    ("distances", "match"),
    [
        (np.zeros((3, 3)), "must be finite, and some above 0; got 0.0 to 0.0"),
        (np.ones((3, 2)), "must be a square matrix"),
        (np.ones(4), "must be a square matrix"),
    ],
)
def test_bad_distances_are_refused(distances, match) -> None:
    with pytest.raises(AbstractionError, match=match):
        scaling_of(distances, 2)


def positions(count: int, points: int = 46) -> np.ndarray:
    random = np.random.default_rng(1)
    middles, spreads = random.beta(1.2, 1.2, (count, 1)), random.gamma(2, 0.05, (count, 1))
    rows = np.clip(middles + spreads * random.normal(size=(count, points)), 0, 1)
    return np.sort(np.round(65_535 * rows).astype(np.uint16), axis=1)


def test_distances_on_a_line_are_nearly_kept() -> None:
    rows = positions(9_000)
    measure = Line(rows[:60], 1 / 65_535)
    told: list[float] = []
    found = embed(rows, measure, scaling_of(measure(measure.landmarks), 8), told.append)
    assert told == [1 / 3, 2 / 3, 1.0]
    some, others = slice(100, 400), slice(400, 700)
    known = Line(rows[others], 1 / 65_535)(rows[some])
    got = apart(found[some], found[others])
    assert np.corrcoef(got.ravel(), known.ravel())[0, 1] > 0.99
    means = block_means(rows, 8, 1 / 65_535)
    got = apart(means[some], means[others])
    assert np.corrcoef(got.ravel(), known.ravel())[0, 1] > 0.99


def test_threads_change_no_coordinate(monkeypatch) -> None:
    rows = positions(9_000)
    measure = Line(rows[:20])
    scaling, made = scaling_of(measure(measure.landmarks), 4), []
    for cores in (1, 3):
        monkeypatch.setattr(sharing, "cores", lambda cores=cores: cores)
        made.append(embed(rows, measure, scaling).tobytes() + block_means(rows).tobytes())
    assert made[0] == made[1]


def test_distances_of_labels_are_nearly_kept() -> None:
    points = np.random.default_rng(2).normal(size=(40, 4)).astype(np.float32) * [3, 1, 0.5, 0.2]
    points = points[np.argsort(points[:, 0])].astype(np.float32)
    rows = positions(300, 47) // np.uint16(1_639)
    ground = apart(points, points).astype(np.float32)
    known = Exact(rows[:80], ground)(rows[80:160])
    for kind in (Exact, Greedy):
        measure = kind(rows[200:240], ground)
        found = embed(rows, measure, scaling_of(measure(measure.landmarks), 6))
        got = apart(found[80:160], found[:80])
        assert np.corrcoef(got.ravel(), known.ravel())[0, 1] > 0.99
    means = mean_points(rows, points)
    assert (apart(means[80:160], means[:80]) <= known + 1e-5).all()
    slices = sliced(rows, points, 4, 8, seed=3)
    assert slices.shape == (300, 32)
    got = apart(slices[80:160], slices[:80])
    assert np.corrcoef(got.ravel(), known.ravel())[0, 1] > 0.95


def test_blocks_and_slices_of_one_position() -> None:
    rows = positions(5, 6).astype(float)
    found = block_means(rows, 6)
    known = np.sqrt(((rows[:, None] - rows) ** 2).mean(axis=2))
    np.testing.assert_allclose(apart(found, found), known, rtol=1e-4, atol=0.5)
    with pytest.raises(AbstractionError, match="blocks must be at most the 6 points"):
        block_means(rows, 7)
    points = np.random.default_rng(4).normal(size=(9, 3)).astype(np.float32)
    rows = np.random.default_rng(5).integers(9, size=(6, 4))
    found = sliced(rows, points, 1, 4) * np.float32(2)
    np.testing.assert_allclose(found, np.sort(points[rows, 0], axis=1), rtol=1e-6)
