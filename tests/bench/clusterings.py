"""Clusters of prospects on random rows like those of hold'em, beside hand-written kernels.

    python -m tests.bench.clusterings [--share 0.25] [--yardstick FOLDER]

Prints CPU seconds on one core for all situations of a street: 2,048 clusters of 20,687 pairs of
wins and ties; coordinates of 13,960,050 turns, and 1,024 clusters of them; coordinates of 1,286,792
flops, and exact distances. A share of the rows is made, and the seconds are divided by it, but for
those of k-means++, which always takes a sample of one size. With a folder that holds ``river.py``,
``turn.py`` and ``flop.py``, the same by their functions.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tests.bench.clock import Bars, pin, seconds
from zerosum.pkr.clusterings import Exact, Greedy, Line, embed, k_means, rank_vectors, scaling_of
from zerosum.pkr.clusterings.kmeans import draw_seeds

TURNS, FLOPS, PAIRS = 13_960_050, 1_286_792, 20_687
UNIT = 1 / 65_535
LANDMARKS, CLUSTERS, DIMENSIONS = 104, 1_024, 8
BARS = {"steps": 2.0, "turns": 40.0, "k-means": 25.0, "flops": 210.0, "exact": 25.0}


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


class Yardstick:
    """The same work by the hand-written kernels, each function called once before."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        sys.modules.setdefault("ot", ModuleType("ot"))  # one oracle of flop.py, which is not used
        self.river, self.turn, self.flop = (
            importlib.import_module(name) for name in ("river", "turn", "flop")
        )

    def steps(self, wins: np.ndarray, ties: np.ndarray, weights: np.ndarray) -> float:
        p, q = wins.astype(np.int64), (wins + ties).astype(np.int64)
        self.river.river_clusters(p[:900], q[:900], weights[:900], 16, 1)
        return seconds(lambda: self.river.river_clusters(p, q, weights, 2_048, 60))

    def turns(self, rows: np.ndarray, marks: np.ndarray) -> float:
        _, pseudo, means = self.turn.landmark_mds(self.turn.w1(marks, marks), DIMENSIONS)
        columns = np.ascontiguousarray(marks.T).astype(np.int32)
        out = np.empty((len(rows), DIMENSIONS), np.float32)
        given = rows, columns, pseudo, means, out, 0
        self.turn.embed(*given, 1)
        return seconds(lambda: self.turn.embed(*given, len(rows)))

    def k_means(self, rows: np.ndarray) -> tuple[float, float, float]:
        """Return the seconds for seeds and for rounds, and the inertia."""
        weights, random, found = np.ones(len(rows), np.uint8), np.random.default_rng(3), []
        part = np.sort(random.choice(len(rows), len(rows) // 20, replace=False))
        early = seconds(lambda: found.append(self.turn.seeds(rows[part], CLUSTERS, random)))

        def work() -> None:
            centres, _, _ = self.turn.lloyd(rows[part], weights[part], found[0], 12, parts=1)
            found.append(self.turn.lloyd(rows, weights, centres, 3, parts=1)[2])

        self.turn.lloyd(rows[:2_000], weights[:2_000], rows[:16].copy(), 1)
        return early, seconds(work), float(found[1])

    def flops(self, rows: np.ndarray, marks: np.ndarray, ground: np.ndarray) -> float:
        """Return the seconds for ten landmarks, times ten."""
        tables = []
        for mark in marks[:10]:
            kinds, counts = np.unique(mark, return_counts=True)
            order = np.empty((len(ground), len(kinds)), np.uint8)
            costs = np.empty(order.shape, np.float32)
            self.flop.sorted_costs(kinds.astype(np.int64), ground, order, costs)
            tables.append((counts.astype(np.int64), order, costs))
        out = np.empty(len(rows), np.float32)
        self.flop.greedy_all(rows, *tables[0], out, 0, 1)

        def work() -> None:
            for table in tables:
                self.flop.greedy_all(rows, *table, out, 0, len(rows))

        return len(marks) / 10 * seconds(work)

    def exact(self, rows: np.ndarray, marks: np.ndarray, ground: np.ndarray) -> float:
        both = np.concatenate([rows, marks])
        left = np.repeat(np.arange(len(rows)), len(marks))
        right = len(rows) + np.tile(np.arange(len(marks)), len(rows))
        out = np.empty(len(left))
        self.flop.merged_pairs(both, left[:1], right[:1], ground, out)
        return seconds(lambda: self.flop.merged_pairs(both, left, right, ground, out))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.25, help="of the rows of a street")
    parser.add_argument("--yardstick", type=Path, help="the folder of river.py, turn.py, flop.py")
    options = parser.parse_args()
    pin()
    share, bars = options.share, Bars()
    theirs = Yardstick(options.yardstick) if options.yardstick else None

    def show(name: str, ours: float, other: Any, words: str = "CPU seconds") -> None:
        beside = f", {ours / other:.2f} of {other:.2f}" if theirs else ""
        print(f"{name}: {ours:.2f} {words}{beside}", flush=True)
        bars.at_most(name, ours, BARS[name])

    given = pairs()
    rank_vectors(*(each[:900] for each in given), 16)
    ours = seconds(lambda: rank_vectors(*given, 2_048))
    show("steps", ours, theirs and theirs.steps(*given))

    rows = positions(int(share * TURNS))
    marks = rows[np.random.default_rng(4).choice(len(rows), LANDMARKS, replace=False)]
    measure = Line(marks, UNIT)
    scaling = scaling_of(measure(marks), DIMENSIONS)
    ours = seconds(lambda: embed(rows, measure, scaling)) / share
    show("turns", ours, theirs and theirs.turns(rows, marks) / share)

    points = embed(rows, measure, scaling)
    k_means(points[:2_000], 16)
    found: list[Any] = []
    weights = np.ones(len(points), np.uint8)
    early = seconds(lambda: draw_seeds(points, CLUSTERS, weights, np.random.default_rng(0)))
    ours = seconds(lambda: found.append(k_means(points, CLUSTERS))) - early
    seeds, other, inertia = theirs.k_means(points) if theirs else (0.0, 0.0, 0.0)
    show("k-means", early + ours / share, seeds + other / share)
    print(f"its inertia: {found[0].inertia:.4e}{f' and {inertia:.4e}' if theirs else ''}")

    centres = found[0].centres.astype(np.float64)
    ground = np.linalg.norm(centres[:, None] - centres, axis=2).astype(np.float32)
    rows = labelled(int(share * FLOPS), ground)
    marks = rows[np.random.default_rng(5).choice(len(rows), 100, replace=False)]
    greedy = Greedy(marks, ground)
    scaling = scaling_of(greedy(marks), DIMENSIONS)
    ours = seconds(lambda: embed(rows, greedy, scaling)) / share
    show("flops", ours, theirs and theirs.flops(rows, marks, ground) / share)

    exact, some = Exact(marks, ground), rows[:100]
    exact(some[:1])
    ours = seconds(lambda: exact(some)) / 1e4 * 1e6
    other = theirs.exact(some, marks, ground) / 1e4 * 1e6 if theirs else 0.0
    show("exact", ours, other, "microseconds for two rows")
    bars.show()


if __name__ == "__main__":
    main()
