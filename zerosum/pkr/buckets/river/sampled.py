"""Plans of buckets of River of Blood: hands are dealt, measured and clustered.

A hand on a board has a row of whole numbers, its *feature*, and its bucket is the nearest centroid
of its street. A plan says what the feature is.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import announce
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.plans import Coded, Fit, Plan, fit
from zerosum.pkr.buckets.river.features import DECK, Deals, dealer
from zerosum.pkr.clusterings.medians import assign, cluster
from zerosum.pkr.hands.isomorphism import (
    FLOP_SLOTS,
    FLOPS,
    HAND_CLASSES,
    by_colours,
    flop_index,
    hand_index,
)
from zerosum.pkr.hands.shuffled import Ints
from zerosum.support.cores import Progress, share_out
from zerosum.workshop import workshop

OPPONENTS = 20
"""Opponents on a completed board: the deck holds so many hands for boards up to nine cards.

The share of opponents that a hand beats then has a standard error of 0.06, three bins of 50. If
they were drawn independently it would be 0.09, and 0.06 would take 44 opponents.
"""
SAMPLES = 100_000
"""The default number of hands and boards that the buckets of a street are fitted to."""
SEED = 1
CHUNK = 1_000
"""Hands measured in one piece, about 15 milliseconds."""
NOBODY = np.zeros(0, np.int64)
"""The clusters of opponents of a plan that has none."""

Measurer = Callable[[Deals], Ints]
"""Returns the features of hands on boards, one row of whole numbers each."""


@dataclass(frozen=True)
class SampledPlan(Coded, Plan):
    """The buckets of some streets; a subclass defines the feature.

    Parameters
    ----------
    first, last
        The least and the greatest board size.
    clusters
        The number of buckets.
    maxiter
        Random completions of a board.
    opponents
        Random opponents on each of them.
    samples
        Hands and boards that the buckets are fitted to.
    """

    rows: ClassVar[str]
    """The name of features, in the plural."""
    remedy: ClassVar[str]
    """Advice for an error: what makes features differ more."""

    first: int
    last: int
    clusters: int
    maxiter: int
    opponents: int
    samples: int

    @property
    @abstractmethod
    def width(self) -> int:
        """Numbers of a feature."""

    @property
    @abstractmethod
    def most(self) -> int:
        """The greatest number of a feature, for a strength of one; the least is 0."""

    @abstractmethod
    def measure(self, hand: int, board: int, over: bool, villains: Ints, row: Ints) -> None:
        """Write the feature of a hand on a board. Modified in place: ``row``."""

    @abstractmethod
    def measurer(self) -> Measurer:
        """Return a compiled function that measures hands; it is thread-safe."""

    @abstractmethod
    def strength(self, centroid: Ints) -> int:
        """Return a number that orders centroids by strength."""

    @property
    def opposing(self) -> Ints:
        """The cluster of each of the 507 classes of opponents' hands; empty if none is needed."""
        return NOBODY

    @property
    def tabular(self) -> bool:
        """Whether a table holds the bucket of every hand."""
        return (self.first, self.last) in {(0, 2), (3, 3)}

    @property
    def streets(self) -> str:
        """The streets in words."""
        if self.first in {0, self.last}:
            return f"street {self.first}"
        return f"street {self.first} and later"

    @property
    def sizes(self) -> str:
        """The sizes that differ from the default, as a factor is written."""
        if (self.opponents, self.samples) == (OPPONENTS, SAMPLES):
            return ""
        return f", opponents={self.opponents}, samples={self.samples}"

    def fitted(self) -> Fit:
        """Return centroids, the weakest hands first; the buckets are those of a table."""
        begin, task = time.perf_counter(), f"Fitting {self.clusters} buckets of {self.streets}"
        announce(task, 0.0)
        features = sample(self, SEED, lambda share: announce(task, 0.8 * share))
        distinct = len(np.unique(features, axis=0))
        if self.clusters > distinct:
            raise AbstractionError(
                f"The clusters of {self.streets} must be at most its distinct {self.rows}; got "
                f"{self.clusters} of {distinct} among {self.samples:,} hands: ask for fewer, or "
                f"for {self.remedy}.",
                self,
            )
        centroids = clustered(self, features)
        notes = {**asdict(self), **describe(self, centroids, features)}
        announce(task, 1.0)
        return Fit(centres=centroids, notes={**notes, "seconds": time.perf_counter() - begin})


def sample(plan: SampledPlan, seed: int, progress: Progress) -> Ints:
    """Return the features of random hands and boards, shape (samples, width).

    Their seeds are ``seed`` and the numbers after it.
    """
    features = np.zeros((plan.samples, plan.width), np.int64)
    measured, deal = plan.measurer(), dealer(plan.first, plan.last)

    def measure(start: int) -> None:
        part = features[start : start + CHUNK]
        part[:] = measured(deal(seed + start, len(part)))

    share_out(measure, range(0, plan.samples, CHUNK), progress)
    return features


def clustered(plan: SampledPlan, features: Ints) -> Ints:
    """Return centroids of features, the weakest hands first."""
    centroids = cluster(features, plan.clusters, plan.most, SEED, workshop().compile)
    order = sorted(
        range(plan.clusters), key=lambda row: (plan.strength(centroids[row]), *centroids[row])
    )
    return np.ascontiguousarray(centroids[order])


def describe(plan: SampledPlan, centroids: Ints, features: Ints) -> dict[str, object]:
    """Return the mean distance of features to their centroid, in strength, and the sizes."""
    labels = np.zeros(len(features), np.int64)
    total = workshop().compile(assign)(centroids, features, labels)
    return {
        "distortion": total / features.size / plan.most,
        "sizes": np.bincount(labels, minlength=plan.clusters).tolist(),
    }


def measured(plan: SampledPlan, write: Any, villains: tuple[Ints, ...], deals: Deals) -> Ints:
    """Return the features of hands, as a compiled function writes them."""
    rows = np.zeros((len(deals), plan.width), np.int64)
    scratch = [np.zeros((2, plan.width), np.int64)] if villains else []
    cards, sizes = (deals.hands, deals.boards, deals.overs), (plan.maxiter, plan.opponents)
    write(*cards, *sizes, *villains, rows, *scratch, np.zeros(DECK, np.int64))
    return rows


UNFILLED = 65_535


@dataclass(frozen=True)
class Table(Coded, Plan):
    """The bucket of every hand before the flop, or of every hand on every flop.

    With histograms, hands take a second and flops a minute on two cores.

    Parameters
    ----------
    of
        The plan of the buckets.
    """

    of: SampledPlan

    @property
    def below(self) -> tuple[Plan, ...]:
        """The buckets that are tabulated."""
        return (self.of,)

    def fitted(self) -> Fit:
        """Return the buckets by the index of a hand, or of a hand with a flop."""
        task = f"Tabulating {self.of.streets}"
        announce(task, 0.0)
        centroids = np.array(fit(self.of).centres)
        table = tabulated(self.of, centroids, lambda share: announce(task, 0.99 * share))
        announce(task, 1.0)
        return Fit(table)


def tabulated(plan: SampledPlan, centroids: Ints, progress: Progress) -> NDArray[np.uint16]:
    """Compute a table on all cores, one hand at a time."""
    table = np.full(HAND_CLASSES if plan.first == 0 else FLOP_SLOTS, UNFILLED, np.uint16)
    measured, assigned = plan.measurer(), workshop().compile(assign)
    write = workshop().compile(list_flops)

    def fill(hand: int) -> None:
        boards, places = np.zeros(1, np.int64), np.array([hand_index(hand)], np.int64)
        if plan.first > 0:
            boards, places = np.zeros(FLOPS, np.int64), np.zeros(FLOPS, np.int64)
            count = write(hand, boards, places)
            boards, places = boards[:count], places[:count]
        same, never = np.full(len(boards), hand, np.int64), np.zeros(len(boards), np.bool_)
        labels = np.zeros(len(boards), np.int64)
        assigned(centroids, measured(Deals(same, boards, never)), labels)
        table[places] = labels

    share_out(fill, hands(), progress)
    return table


def hands() -> list[int]:
    """Return the representatives of all hands under colour isomorphism."""
    pairs = [1 << high | 1 << low for high in range(52) for low in range(high)]
    return [pair for pair in pairs if by_colours(pair, 0)[0] == pair]


def list_flops(hand: int, flops: Ints, places: Ints) -> int:
    """Write the representative flops for a hand, and their indices; return how many.

    Modified in place: ``flops``, ``places``.
    """
    count = 0
    for third in range(52):
        for second in range(third):
            for first in range(second):
                flop = 1 << first | 1 << second | 1 << third
                if flop & hand == 0 and by_colours(hand, flop) == (hand, flop):
                    flops[count] = flop
                    places[count] = flop_index(hand, flop)
                    count += 1
    return count
