"""Measure how well buckets fit and the cost of fitting, and print the tables of the docs.

    python -m tests.bench.buckets
    python -m tests.bench.buckets ochs

Each takes about three minutes on two cores. Distances are in thousandths of strength. Buckets
are fitted anew; of the cache only the clusters of opponents are taken.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.river.features import Deals, dealer
from zerosum.pkr.buckets.river.sampled import (
    OPPONENTS,
    SAMPLES,
    SEED,
    clustered,
    describe,
    sample,
    tabulated,
)
from zerosum.pkr.buckets.river.sampled import SampledPlan as Plan
from zerosum.pkr.buckets.river.streets import DIMENSION, HistogramPlan, OpponentPlan
from zerosum.pkr.clusterings.medians import start
from zerosum.pkr.hands.shuffled import Ints

ENTRIES = ((0, 2, 8), *((size, size, 40) for size in range(3, 9)), (9, 52, 40))
_SIZES = 30, OPPONENTS, SAMPLES
_THEM = HistogramPlan(0, 2, 8, *_SIZES, DIMENSION)
_TRUTH = 1_000
_HANDS = 2_000


@dataclass(frozen=True, eq=False)
class Fit:
    """A plan, what was measured for it, and the centroids found; ``means`` are those of k-means."""

    plan: Plan
    features: Ints
    centroids: Ints
    means: NDArray[np.float64]
    seconds: float


def fit_anew(plan: Plan) -> Fit:
    """Return the fit of a plan, whatever the cache holds."""
    plan.measurer()  # The clusters of opponents take no part in the time.
    begin = time.perf_counter()
    features = sample(plan, SEED, _silent)
    centroids = clustered(plan, features)
    seconds = time.perf_counter() - begin
    return Fit(plan, features, centroids, start(features, plan.clusters, SEED), seconds)


def distances(centroids: NDArray[np.float64], features: Ints, power: int) -> NDArray[np.float64]:
    """Return the distance of each number of features to the nearest centroid, by a power."""
    found = []
    for place in range(0, len(features), 1_000):
        apart = np.abs(features[place : place + 1_000, None, :] - centroids[None])
        own = (apart**power).sum(axis=2).argmin(axis=1)
        found.append(apart[np.arange(len(own)), own])
    return np.concatenate(found)


def mean(fit: Fit, centroids: NDArray[np.float64]) -> str:
    """Return the mean absolute difference of features to the nearest centroid."""
    return _thousandths(distances(centroids, fit.features, 1).mean() / fit.plan.most)


def root(fit: Fit, centroids: NDArray[np.float64]) -> str:
    """Return the root mean square of the differences, nearest by squares."""
    squares = distances(centroids, fit.features, 2) ** 2
    return _thousandths(squares.mean() ** 0.5 / fit.plan.most)


def on_others(fit: Fit) -> str:
    """Return the mean difference for hands that buckets were not fitted to."""
    others = sample(fit.plan, SEED + fit.plan.samples, _silent)
    return _thousandths(describe(fit.plan, fit.centroids, others)["distortion"])


def sizes(fit: Fit) -> str:
    """Return the hands in the smallest and the largest bucket."""
    counts = describe(fit.plan, fit.centroids, fit.features)["sizes"]
    return f"{min(counts):,} to {max(counts):,}"


def tabulating(fit: Fit) -> str:
    """Return the seconds that a table takes, if there is one."""
    if not fit.plan.tabular:
        return ""
    begin = time.perf_counter()
    table = tabulated(fit.plan, fit.centroids, _silent)
    return f"{time.perf_counter() - begin:.1f}" if table.size else ""


def microseconds(fit: Fit, over: bool) -> str:
    """Return the CPU time to measure a hand; nothing if there are no boards of this kind."""
    deals, measured = _dealt(fit.plan, over), fit.plan.measurer()
    if not len(deals):
        return ""
    measured(deals)
    begin = time.process_time()
    measured(deals)
    return f"{1e6 * (time.process_time() - begin) / len(deals):.1f}"


def noise(fit: Fit, **changes: int) -> str:
    """Return the standard deviation of a number from that of a thousand completions."""
    deals = _dealt(fit.plan, over=False)
    found = replace(fit.plan, **changes).measurer()(deals)
    off = found - replace(fit.plan, maxiter=_TRUTH).measurer()(deals)
    return _thousandths(off.std() / fit.plan.most)


Columns = dict[str, Callable[[Fit], str]]

COMMON: Columns = {
    "street": lambda fit: fit.plan.streets.removeprefix("street "),
    "buckets": lambda fit: str(fit.plan.clusters),
    "k-means": lambda fit: mean(fit, fit.means),
    "medians": lambda fit: mean(fit, fit.centroids.astype(float)),
    "on other hands": on_others,
    "sizes": sizes,
    "seconds": lambda fit: f"{fit.seconds:.1f}",
    "table, seconds": tabulating,
}
OCHS: Columns = {
    "squares, k-means": lambda fit: root(fit, fit.means),
    "squares, medians": lambda fit: root(fit, fit.centroids.astype(float)),
    "noise": noise,
    "30 x 40": lambda fit: noise(fit, maxiter=30, opponents=40),
    "60 x 10": lambda fit: noise(fit, maxiter=60, opponents=10),
    "60 x 20": lambda fit: noise(fit, maxiter=60, opponents=20),
    "µs": lambda fit: microseconds(fit, over=False),
    "µs at the end": lambda fit: microseconds(fit, over=True),
}


def _histograms(first: int, last: int, clusters: int) -> Plan:
    return HistogramPlan(first, last, clusters, *_SIZES, DIMENSION)


def _strengths(first: int, last: int, clusters: int) -> Plan:
    return OpponentPlan(first, last, clusters, *_SIZES, _THEM)


TABLES: dict[str, tuple[Callable[[int, int, int], Plan], Columns]] = {
    "equities": (_histograms, COMMON),
    "ochs": (_strengths, COMMON | OCHS),
}


def rows(maker: str) -> Iterator[str]:
    """Yield the lines of the table of a maker of factors."""
    plan, columns = TABLES[maker]
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for entry in ENTRIES:
        fit = fit_anew(plan(*entry))
        yield f"| {' | '.join(shown(fit) for shown in columns.values())} |"


def _dealt(plan: Plan, over: bool) -> Deals:
    deals = dealer(plan.first, plan.last)(SEED + 2 * plan.samples, _HANDS)
    alike = deals.overs == over
    return Deals(deals.hands[alike], deals.boards[alike], deals.overs[alike])


def _thousandths(distance: float) -> str:
    return f"{1000 * distance:.1f}"


def _silent(share: float) -> None:
    """Show no progress."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure buckets, and print a table of the docs.")
    parser.add_argument("maker", nargs="?", choices=TABLES, default="equities")
    for line in rows(parser.parse_args().maker):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
