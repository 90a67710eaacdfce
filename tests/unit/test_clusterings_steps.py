"""K-means of step vectors: the closed forms are those of the vectors written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.errors import AbstractionError
from zerosum.pkr.clusterings import Ranked, rank_vectors
from zerosum.pkr.clusterings.steps import label_pairs, refill, write_centres
from zerosum.workshop import workshop


def vectors(wins: np.ndarray, ties: np.ndarray, opponents: int) -> np.ndarray:
    cells = np.arange(opponents)
    beaten, reached = cells < wins[:, None], cells < (wins + ties)[:, None]
    return (beaten + 0.0 + reached) / 2


def assert_sound(found: Ranked, wins, ties, weights, clusters: int, opponents: int) -> None:
    rows = vectors(wins, ties, opponents)
    assert found.means.shape == (clusters, opponents)
    for cluster in range(clusters):
        mine = found.labels == cluster
        mean = np.average(rows[mine], axis=0, weights=weights[mine])
        np.testing.assert_allclose(found.means[cluster], mean, atol=1e-12)
        assert found.weights[cluster] == pytest.approx(weights[mine].sum())
    np.testing.assert_allclose(found.strengths, found.means.mean(axis=1))
    assert (np.diff(found.strengths) >= 0).all()
    apart = ((rows[:, None] - found.means[None]) ** 2).sum(axis=2)
    mine = apart[np.arange(len(rows)), found.labels]
    np.testing.assert_allclose(mine, apart.min(axis=1), atol=1e-9)
    assert found.inertia == pytest.approx(np.average(mine, weights=weights), abs=1e-9)


def every_pair(opponents: int) -> tuple[np.ndarray, np.ndarray]:
    wins, ties = np.indices((opponents + 1, opponents + 1)).reshape(2, -1)
    possible = wins + ties <= opponents
    return wins[possible], ties[possible]


def test_clusters_of_a_deck_of_twenty_cards() -> None:
    wins, ties = every_pair(78)
    weights = np.random.default_rng(0).integers(1, 1_000, len(wins)).astype(float)
    told: list[float] = []
    found = rank_vectors(wins, ties, weights, 60, 78, rounds=500, progress=told.append)
    assert found.rounds < 500  # it has converged
    assert_sound(found, wins, ties, weights, 60, 78)
    assert told == sorted(told)
    assert told[-1] == 1.0


@given(st.data())
def test_no_cluster_is_empty(data) -> None:
    opponents = data.draw(st.integers(1, 8))
    wins, ties = every_pair(opponents)
    some = data.draw(st.sets(st.integers(0, len(wins) - 1), min_size=1))
    wins, ties = wins[list(some)], ties[list(some)]
    weights = np.array(data.draw(st.lists(st.sampled_from([1.0, 1e6]), min_size=len(some))))
    weights = weights[: len(some)]
    clusters = data.draw(st.integers(1, len(some)))
    found = rank_vectors(wins, ties, weights, clusters, opponents, rounds=200)
    assert_sound(found, wins, ties, weights, clusters, opponents)


def test_heavy_and_lost_pairs() -> None:
    wins, ties = every_pair(10)
    weights = np.where(wins == 4, 1e9, 1.0)
    found = rank_vectors(wins, ties, weights, 40, 10)
    assert len(np.unique(found.labels)) == 40
    labels, far = np.array([0, 0, 2, 0, 2]), np.array([0.5, 3.0, 1.0, 0.0, 2.0])
    assert refill(labels, far, 4) == 2
    assert labels.tolist() == [0, 1, 2, 0, 3]


@pytest.mark.parametrize(
    ("wins", "ties", "weights", "clusters", "match"),
    [
        ([0, 1], [0, 0], [1, 1], 3, "clusters must be at most the 2 distinct pairs; got 3"),
        ([0, 0], [1, 1], [1, 1], 1, "must be distinct; got 2, of them 1 distinct"),
        ([0, 9], [1, 2], [1, 1], 1, "together at most the 10 opponents"),
        ([0, -1], [1, 2], [1, 1], 1, "must be at least 0"),
        ([0, 1], [1, 2], [1, 0], 1, "weights must be finite and above 0"),
        ([0, 1], [1], [1, 1], 1, "of one length"),
        ([0, 1], [1, 1], [1, 1], 0, "clusters must be a whole number, at least 1"),
    ],
)
def test_bad_pairs_are_refused(wins, ties, weights, clusters, match) -> None:
    with pytest.raises(AbstractionError, match=match):
        rank_vectors(wins, ties, weights, clusters, 10)


def test_native_kernels_are_those_of_the_interpreter() -> None:
    wins, ties = every_pair(12)
    p, q = wins[::5], (wins + ties)[::5]
    random = np.random.default_rng(2)
    drops = random.random((13, 9))
    drops /= drops.sum(axis=0)
    made = []
    for write, label in (
        (write_centres, label_pairs),
        (workshop().trust(write_centres), workshop().trust(label_pairs)),
    ):
        prefixes, squares = np.zeros((13, 9)), np.zeros(9)
        write(drops.copy(), np.arange(9), prefixes, squares)
        sums, labels, far = prefixes[-1].copy(), np.full(len(p), 4), np.zeros(len(p))
        order = np.argsort(sums)
        label(p, q, prefixes, squares, sums, order, np.argsort(order), labels, far)
        made.append((prefixes.tobytes(), squares.tobytes(), labels.tobytes(), far.tobytes()))
    assert made[0] == made[1]
