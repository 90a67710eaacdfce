"""Fit the buckets of a street: sample, measure, cluster; or find them in the cache."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import announce, recall, remember, workshop
from zerosum.abstraction.identity import meaning
from zerosum.cores import cores
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.clusters import assign, cluster
from zerosum.pkr.buckets.features import DECK, cumulate, nearest
from zerosum.pkr.buckets.sampling import measure_sample
from zerosum.pkr.isomorphism import (
    FLOP_SLOTS,
    HAND_CLASSES,
    HANDS,
    by_colours,
    flop_index,
    hand_index,
)

SAMPLES = 100_000
"""Hands and boards that the buckets of a street are fitted to, where nothing else is said."""
SEED = 1
NO_BUCKET = 65_535
_CHUNK = 1_000
_HANDS = 8  # whose flops are tabulated at a time


@dataclass(frozen=True)
class Plan:
    """What the buckets of one factor are.

    Parameters
    ----------
    first, last
        The board sizes that it speaks of.
    clusters
        How many buckets.
    dimension
        Bins of the histogram.
    maxiter
        Random completions of a board.
    opponents
        Random opponents on each of them.
    samples
        Hands and boards that the buckets are fitted to.
    """

    first: int
    last: int
    clusters: int
    dimension: int
    maxiter: int
    opponents: int
    samples: int

    @property
    def tabular(self) -> bool:
        """Whether so few cards are known that a table holds every bucket."""
        return (self.first, self.last) in {(0, 2), (3, 3)}

    @property
    def streets(self) -> str:
        """The streets in words."""
        if self.first in {0, self.last}:
            return f"street {self.first}"
        return f"street {self.first} and later"


def fit(plan: Plan) -> NDArray[np.int64]:
    """Return the centroids of a plan, from the cache or fitted now; a row a cluster."""
    name = f"buckets/{key_of(plan)}"
    saved = recall(name)
    if saved is not None:
        return saved.arrays["centroids"]
    begin = time.perf_counter()
    task = f"Fitting {plan.clusters} buckets of {plan.streets}"
    announce(task, 0.0)
    counts = sample(plan, SEED, lambda share: announce(task, 0.8 * share))
    distinct = len(np.unique(counts, axis=0))
    if plan.clusters > distinct:
        raise AbstractionError(
            f"The clusters of {plan.streets} must be at most its distinct histograms; got "
            f"{plan.clusters} of {distinct} among {plan.samples:,} hands: ask for fewer, or for "
            "a larger dimension or maxiter.",
            plan,
        )
    centroids = cluster(counts, plan.clusters, plan.maxiter, SEED, workshop().compile)
    notes = {
        **vars(plan),
        **describe(plan, centroids, counts),
        "seconds": time.perf_counter() - begin,
    }
    remember(name, {"centroids": centroids}, notes)
    announce(task, 1.0)
    return centroids


def key_of(plan: Plan) -> str:
    """Return a hash of all that shapes buckets: the plan, the code, the libraries' versions."""
    libraries = [f"{name} {version(name)}" for name in ("numpy", "scikit-learn")]
    code = meaning((plan, sample, cluster, tabulated, SEED))
    text = "\n".join([*libraries, code])
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def sample(plan: Plan, seed: int, progress: Callable[[float], None]) -> NDArray[np.int64]:
    """Return the cumulative histograms of random hands and boards, shape (samples, dimension).

    Each has a seed of its own, ``seed`` and the numbers after it.
    """
    measured = workshop().compile(measure_sample)
    counts = np.zeros((plan.samples, plan.dimension), np.int64)
    starts = range(0, plan.samples, _CHUNK)

    def measure(start: int) -> None:
        part, deck = counts[start : start + _CHUNK], np.zeros(DECK, np.int64)
        measured(seed + start, plan.first, plan.last, plan.maxiter, plan.opponents, part, deck)

    _share_out(measure, starts, progress)
    return counts


def describe(plan: Plan, centroids: NDArray[np.int64], counts: NDArray[np.int64]) -> dict[str, Any]:
    """Return the mean distance of histograms to their centroid, in strength, and the sizes."""
    labels = np.zeros(len(counts), np.int64)
    total = workshop().compile(assign)(centroids, counts, labels)
    return {
        "distortion": total / counts.size / plan.maxiter,
        "sizes": np.bincount(labels, minlength=plan.clusters).tolist(),
    }


def tabulate(plan: Plan, centroids: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the bucket of every hand, or of every hand and flop; empty for later streets.

    Takes a second for hands, and a minute on two cores for flops; kept in the cache.
    """
    if not plan.tabular:
        return np.zeros(0, np.uint16)
    name = f"buckets/{key_of(plan)}.table"
    saved = recall(name)
    if saved is not None:
        return saved.arrays["table"]
    task = f"Tabulating {plan.streets}"
    announce(task, 0.0)
    table = tabulated(plan, centroids, lambda share: announce(task, 0.99 * share))
    remember(name, {"table": table}, vars(plan))
    announce(task, 1.0)
    return table


def tabulated(
    plan: Plan, centroids: NDArray[np.int64], progress: Callable[[float], None]
) -> NDArray[np.uint16]:
    """Compute a table, on all cores."""
    if not plan.tabular:
        return np.zeros(0, np.uint16)
    size = HAND_CLASSES if plan.first == 0 else FLOP_SLOTS
    table = np.full(size, NO_BUCKET, np.uint16)
    filled = workshop().compile(tabulate_hands if plan.first == 0 else tabulate_flops)

    def fill(start: int) -> None:
        counts, deck = np.zeros(plan.dimension, np.int64), np.zeros(DECK, np.int64)
        filled(start, start + _HANDS, plan.maxiter, plan.opponents, centroids, table, counts, deck)

    _share_out(fill, range(0, HANDS, _HANDS), progress)
    return table


def tabulate_hands(
    start: int,
    end: int,
    maxiter: int,
    opponents: int,
    centroids: NDArray[np.int64],
    table: NDArray[np.uint16],
    counts: NDArray[np.int64],
    deck: NDArray[np.int64],
) -> None:
    """Fill a table by :func:`hand_index` for some of all 1,326 hands."""
    place = 0
    for high in range(52):
        for low in range(high):
            hand = 1 << high | 1 << low
            if start <= place < end and by_colours(hand, 0)[0] == hand:
                cumulate(hand, 0, False, maxiter, opponents, counts, deck)
                table[hand_index(hand)] = nearest(centroids, counts)
            place += 1


def tabulate_flops(
    start: int,
    end: int,
    maxiter: int,
    opponents: int,
    centroids: NDArray[np.int64],
    table: NDArray[np.uint16],
    counts: NDArray[np.int64],
    deck: NDArray[np.int64],
) -> None:
    """Fill a table by :func:`flop_index` for some of all 1,326 hands, on every flop."""
    place = 0
    for high in range(52):
        for low in range(high):
            hand = 1 << high | 1 << low
            if start <= place < end and by_colours(hand, 0)[0] == hand:
                for third in range(52):
                    for second in range(third):
                        for first in range(second):
                            flop = 1 << first | 1 << second | 1 << third
                            if flop & hand == 0 and by_colours(hand, flop) == (hand, flop):
                                cumulate(hand, flop, False, maxiter, opponents, counts, deck)
                                table[flop_index(hand, flop)] = nearest(centroids, counts)
            place += 1


def _share_out(
    work: Callable[[int], None], starts: range, progress: Callable[[float], None]
) -> None:
    """Do a piece of work from each start, on all cores; Ctrl-C ends it after the pieces at hand."""
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(work, starts), 1):
                progress(done / len(starts))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
