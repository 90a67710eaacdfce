"""Measure how well buckets fit, and what fitting them costs, and print the table of the docs.

    python -m zerosum.pkr.buckets.measure

Takes about three minutes on two cores. The cache is left alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.clusters import start
from zerosum.pkr.buckets.equities import HistogramPlan
from zerosum.pkr.buckets.features import OPPONENTS
from zerosum.pkr.buckets.fit import clustered, describe, sample
from zerosum.pkr.buckets.plans import SAMPLES, SEED, Plan
from zerosum.pkr.buckets.tables import tabulated

ENTRIES = ((0, 2, 8), *((size, size, 40) for size in range(3, 9)), (9, 52, 40))
HEAD = (
    "| street | buckets | k-means | medians | on other hands | sizes | seconds | table, seconds |"
)


def rows() -> Iterator[str]:
    """Yield the lines of a table: mean distances in thousandths of strength."""
    yield HEAD
    yield "|---" * (HEAD.count("|") - 1) + "|"
    for first, last, clusters in ENTRIES:
        yield row(HistogramPlan(first, last, clusters, 30, OPPONENTS, SAMPLES, 50))


def row(plan: Plan) -> str:
    """Return the line of one street."""
    begin = time.perf_counter()
    counts = sample(plan, SEED, _silent)
    centroids = clustered(plan, counts)
    seconds = time.perf_counter() - begin
    fitted = describe(plan, centroids, counts)
    means = start(counts, plan.clusters, SEED)
    others = describe(plan, centroids, sample(plan, SEED + plan.samples, _silent))
    begin = time.perf_counter()
    table = tabulated(plan, centroids, _silent)
    tabulating = f"{time.perf_counter() - begin:.1f}" if table.size else ""
    distances = (distortion(means, counts, plan.most), fitted["distortion"])
    shown = " | ".join(f"{1000 * each:.1f}" for each in (*distances, others["distortion"]))
    sizes = f"{min(fitted['sizes']):,} to {max(fitted['sizes']):,}"
    label = plan.streets.removeprefix("street ")
    return f"| {label} | {plan.clusters} | {shown} | {sizes} | {seconds:.1f} | {tabulating} |"


def distortion(centroids: NDArray[np.float64], counts: NDArray[np.int64], maxiter: int) -> float:
    """Return the mean earth mover's distance of histograms to the nearest centroid."""
    total = 0.0
    for place in range(0, len(counts), 1_000):
        apart = np.abs(counts[place : place + 1_000, None, :] - centroids[None])
        total += float(apart.sum(axis=2).min(axis=1).sum())
    return total / counts.size / maxiter


def _silent(share: float) -> None:
    """Show no progress."""


def main() -> None:
    """Print the table as it is filled."""
    for line in rows():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
