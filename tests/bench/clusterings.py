"""Clusters of prospects on random rows like those of hold'em.

    python -m tests.bench.clusterings [--share 0.25]

Prints CPU seconds on one core for all situations of a street: 2,048 clusters of 20,687 pairs of
wins and ties; coordinates of 13,960,050 turns, and 1,024 clusters of them; coordinates of 1,286,792
flops, and exact distances. A share of the rows is made, and the seconds are divided by it, but for
those of k-means++, which always takes a sample of one size.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.bench.clock import Bars, options, pin, seconds
from zerosum.pkr.clusterings import Exact, Greedy, Line, embed, k_means, rank_vectors, scaling_of
from zerosum.pkr.clusterings.kmeans import draw_seeds

TURNS, FLOPS, PAIRS = 13_960_050, 1_286_792, 20_687
UNIT = 1 / 65_535
LANDMARKS, CLUSTERS, DIMENSIONS = 104, 1_024, 8
BARS = {"steps": 2.0, "turns": 40.0, "k-means": 25.0, "flops": 210.0, "exact": 25.0}
"""CPU seconds; of exact distances microseconds for two rows."""


def pairs() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return distinct wins and ties with weights: few ties for most hands."""
    random = np.random.default_rng(0)
    wins, ties = np.indices((991, 200)).reshape(2, -1)
    likely = np.where(wins + ties <= 990, np.exp(-ties / 15), 0)
    some = random.choice(len(wins), PAIRS, replace=False, p=likely / likely.sum())
    return wins[some], ties[some], np.ceil(random.pareto(1.0, PAIRS) * 100)


def positions(count: int) -> np.ndarray:
    """Return 46 sorted positions for each row: a strength that some cards to come change."""
    rows, random = np.empty((count, 46), np.uint16), np.random.default_rng(1)
    for start in range(0, count, 100_000):
        part = rows[start : start + 100_000]
        size = (len(part), 1)
        middle, spread = random.beta(1.2, 1.2, size), random.gamma(2, 0.04, size)
        jump, outs = 0.5 * random.random(size), random.integers(0, 16, size)
        points = middle + spread * random.normal(size=part.shape)
        points += np.where(np.arange(46) < outs, jump, -jump * outs / 46)
        part[:] = np.sort(np.round(np.clip(points, 0, 1) / UNIT), axis=1)
    return rows


def labelled(count: int, ground: np.ndarray) -> np.ndarray:
    """Return 47 sorted labels for each row, which lie around one of them."""
    random = np.random.default_rng(2)
    near = np.argsort(ground, axis=1)
    middle = random.integers(len(ground), size=(count, 1))
    spread = random.gamma(2, 4, size=(count, 1))  # some 15 of 47 are distinct, as in hold'em
    steps = np.abs(random.normal(size=(count, 47))) * spread
    places = np.minimum(steps.astype(np.int64), len(ground) - 1)
    return np.sort(near[middle, places], axis=1).astype(np.uint16)


def main() -> None:
    pin()
    share, bars = options(__doc__, share=0.25).share, Bars()

    def show(name: str, taken: float) -> None:
        bars.at_most(name, taken, BARS[name])

    given = pairs()
    rank_vectors(*(each[:900] for each in given), 16)
    show("steps", seconds(lambda: rank_vectors(*given, 2_048)))

    rows = positions(int(share * TURNS))
    marks = rows[np.random.default_rng(4).choice(len(rows), LANDMARKS, replace=False)]
    measure = Line(marks, UNIT)
    scaling = scaling_of(measure(marks), DIMENSIONS)
    show("turns", seconds(lambda: embed(rows, measure, scaling)) / share)

    points = embed(rows, measure, scaling)
    k_means(points[:2_000], 16)
    found: list[Any] = []
    weights = np.ones(len(points), np.uint8)
    early = seconds(lambda: draw_seeds(points, CLUSTERS, weights, np.random.default_rng(0)))
    rest = seconds(lambda: found.append(k_means(points, CLUSTERS))) - early
    show("k-means", early + rest / share)
    print(f"inertia of k-means: {found[0].inertia:.4e}")

    centres = found[0].centres.astype(np.float64)
    ground = np.linalg.norm(centres[:, None] - centres, axis=2).astype(np.float32)
    rows = labelled(int(share * FLOPS), ground)
    marks = rows[np.random.default_rng(5).choice(len(rows), 100, replace=False)]
    greedy = Greedy(marks, ground)
    scaling = scaling_of(greedy(marks), DIMENSIONS)
    show("flops", seconds(lambda: embed(rows, greedy, scaling)) / share)

    exact, some = Exact(marks, ground), rows[:100]
    exact(some[:1])
    show("exact", seconds(lambda: exact(some)) / 1e4 * 1e6)
    bars.show()


if __name__ == "__main__":
    main()
