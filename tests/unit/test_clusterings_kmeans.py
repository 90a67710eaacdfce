"""K-means of many rows: as good as scikit-learn's, and the same with any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings import Clusters, k_means
from zerosum.pkr.clusterings.kmeans import lloyd
from zerosum.pkr.clusterings.nearest import Cells, label_rows, list_centres
from zerosum.support import cores as sharing
from zerosum.workshop import workshop


def blobs(count: int, width: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    middles = random.normal(size=(30, width)) * np.linspace(3, 0.5, width)
    rows = middles[random.integers(30, size=count)] + 0.2 * random.normal(size=(count, width))
    return rows.astype(np.float32)


def distances(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    apart = rows[:, None].astype(float) - centres[None].astype(float)
    return (apart**2).sum(axis=2)


def assert_sound(found: Clusters, rows: np.ndarray, weights: np.ndarray, clusters: int) -> None:
    apart = distances(rows, found.centres)
    assert found.centres.shape == (clusters, rows.shape[1])
    assert (np.diff(found.centres[:, 0]) >= 0).all()
    mine = apart[np.arange(len(rows)), found.labels]
    np.testing.assert_allclose(mine, apart.min(axis=1), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(found.inertia, mine @ weights / weights.sum(), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(np.bincount(found.labels, weights, clusters), found.weights)
    assert (found.weights > 0).all()


@pytest.mark.parametrize("width", [1, 7])
def test_inertia_is_that_of_scikit_learn(width: int) -> None:
    rows = blobs(2_000, width)
    weights = np.random.default_rng(1).integers(1, 24, len(rows))
    told: list[float] = []
    found = k_means(rows, 40, weights, first=20, rounds=10, seed=3, progress=told.append)
    assert_sound(found, rows, weights, 40)
    assert told == sorted(told)
    assert told[-1] == 1.0
    from sklearn.cluster import KMeans  # takes a second, in each process that collects the tests

    known = KMeans(40, n_init=1, random_state=0).fit(rows, sample_weight=weights)
    assert found.inertia < 1.03 * known.inertia_ / weights.sum()


def test_threads_and_weights_change_nothing_they_should_not(monkeypatch) -> None:
    rows = blobs(9_000, 5)
    made = []
    for cores in (1, 3):
        monkeypatch.setattr(sharing, "cores", lambda cores=cores: cores)
        made.append(k_means(rows, 50, np.full(len(rows), 2, np.uint8), seed=8))
    for name in ("labels", "centres", "weights"):
        assert getattr(made[0], name).tobytes() == getattr(made[1], name).tobytes()
    assert made[0].inertia == made[1].inertia
    assert k_means(rows, 50, seed=9).labels.tobytes() != made[0].labels.tobytes()


def test_a_weight_is_so_many_equal_rows() -> None:
    rows, weights = blobs(300, 3), np.random.default_rng(2).integers(1, 5, 300)
    centres = rows[::30]
    one, many = lloyd(rows, weights, centres, 5), np.repeat(rows, weights, axis=0)
    other = lloyd(many, np.ones(len(many)), centres, 5)
    np.testing.assert_allclose(one.centres, other.centres, rtol=1e-5)
    assert (np.repeat(one.labels, weights) == other.labels).all()


def test_empty_clusters_get_the_farthest_rows() -> None:
    rows = np.float32([[0], [0], [0], [1], [1], [8]])
    far_away = np.float32([[0], [500], [900], [700]])
    with pytest.raises(AbstractionError, match="must be at most the 3 distinct rows; got 4"):
        lloyd(rows, np.ones(6), far_away, 3)
    found = lloyd(rows, np.ones(6), far_away[:3], 9)
    assert found.centres.ravel().tolist() == [0, 1, 8]
    assert (found.inertia, found.refilled) == (0.0, 3)


@settings(max_examples=15)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 2), min_size=1, max_size=30), st.data())
def test_as_many_clusters_as_asked_or_an_error(points, data) -> None:
    rows = np.array(points, np.float32)
    distinct = len(set(points))
    found = k_means(rows, data.draw(st.integers(1, distinct)), seed=data.draw(st.integers(0, 9)))
    assert (found.weights > 0).all()
    with pytest.raises(AbstractionError, match=f"at most the {distinct} distinct rows; got"):
        k_means(rows, distinct + 1)


@pytest.mark.parametrize(
    ("rows", "weights", "match"),
    [
        (np.zeros(4), None, "rows must be of two dimensions"),
        (np.array([[0.0], [np.nan]]), None, "rows must be finite"),
        (np.eye(3), [1, 1], "weights must be 3 finite numbers above 0"),
        (np.eye(3), [1, 0, 1], "weights must be 3 finite numbers above 0"),
    ],
)
def test_bad_rows_are_refused(rows, weights, match) -> None:
    with pytest.raises(AbstractionError, match=match):
        k_means(rows, 2, weights)


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(AbstractionError, match="clusters must be a whole number, at least 1"):
        k_means(np.eye(3, dtype=np.float32), 0)
    with pytest.raises(AbstractionError, match="clusters must be at most 65,536"):
        k_means(np.eye(3, dtype=np.float32), 70_000)


@pytest.mark.parametrize(("width", "count"), [(3, 50), (8, 150), (1, 1)])
def test_native_labels_are_those_of_the_interpreter(width: int, count: int) -> None:
    """Whatever the guess; of 150 centres, not all are listed for each."""
    rows, weights = blobs(60, width), np.linspace(1, 2, 60)
    rows[:5] *= 100  # so far from all that the lists do not suffice
    centres, made = blobs(count, width, seed=4), []
    for kernel in (label_rows, workshop().trust(label_rows)):
        labels, far = np.zeros(60, np.uint16), np.zeros(60, np.float32)
        sums = np.zeros((count, width + 1))
        total = kernel(rows, weights, centres, list_centres(centres), labels, far, sums)
        made.append((total, labels.tobytes(), far.tobytes(), sums.tobytes()))
        assert (labels == distances(rows, centres).argmin(axis=1)).all()
    assert made[0] == made[1]


def test_lists_and_cells_give_the_nearest_centres() -> None:
    centres = blobs(150, 3)
    numbers, gaps = list_centres(centres)
    apart = distances(centres, centres)
    np.fill_diagonal(apart, np.inf)
    assert (numbers == np.argsort(apart, axis=1)[:, : numbers.shape[1]]).all()
    np.testing.assert_allclose(gaps, np.sort(apart, axis=1)[:, : numbers.shape[1]] / 4, rtol=1e-6)
    rows, centres = blobs(2_000, 4), blobs(40, 4, seed=2)
    cells = Cells(centres, list_centres(centres))
    apart = distances(rows, centres)
    mine = apart[np.arange(len(rows)), cells.guess(rows)]
    assert mine.mean() < 2 * apart.min(axis=1).mean()
    assert (cells.guess(rows * np.float32(1e30)) < 40).all()  # outside of the box
    one = Cells(centres[:1], list_centres(centres[:1]))
    assert (one.guess(rows) == 0).all()
