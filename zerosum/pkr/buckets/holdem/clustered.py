"""Buckets of hands with similar prospects, by clustering: rank vectors, histograms, OCHS.

The last street first: each hand is a vector of what it wins against its opponents in order of
strength. Earlier streets stand on the buckets of the next one: a hand is the histogram of the
buckets that it may come to, and hands are compared by the earth mover's distance between their
histograms, where the distance of buckets is that of their centres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import announce
from zerosum.pkr.buckets.holdem.plans import Plan, mapped, strengths
from zerosum.pkr.buckets.plans import Fit, fit
from zerosum.pkr.clusterings import (
    Greedy,
    Line,
    block_means,
    embed,
    k_means,
    mean_points,
    rank_vectors,
    scaling_of,
    sliced,
)
from zerosum.pkr.features.nexts import averages, classes_of, sorted_nexts
from zerosum.pkr.features.opponents import against_clusters
from zerosum.pkr.features.showdowns import showdowns
from zerosum.pkr.features.streets import Streets
from zerosum.support.store import Array

_LINE = 65_535
"""Positions on a line are whole numbers up to this."""
_BLOCKS, _DIMENSIONS, _LANDMARKS = 8, 8, 104
_SAMPLED = 4_000_000
"""The most rows that clusters are fitted to; all are labelled."""
_BINS = 50


@dataclass(frozen=True, repr=False)
class Hole(Plan):
    """The hands before the flop up to the names of suits, each of its own."""

    what: ClassVar[str] = "hands"

    def fitted(self) -> Fit:
        """Return the number of each hand."""
        every = np.arange(self.clusters, dtype=np.uint16)
        return Fit(every, np.zeros((self.clusters, 1), np.float32), {})

    def memory(self) -> int:
        """Return nothing worth mentioning."""
        return self.clusters

    def __repr__(self) -> str:
        return f"hole({self.game[2:]})"


@dataclass(frozen=True, repr=False)
class RankVectors(Plan):
    """Clusters of the last street by step vectors; see :mod:`zerosum.pkr.clusterings.steps`."""

    what: ClassVar[str] = "rank vectors"

    def fitted(self) -> Fit:
        """Return the cluster of each situation, 0 the weakest; centres are mean strengths."""
        shown = showdowns(self.streets)
        wins, ties = np.nonzero(shown.kinds)
        found = rank_vectors(wins, ties, shown.kinds[wins, ties], self.clusters, shown.opponents)
        code = np.zeros(shown.kinds.shape, np.uint16)
        code[wins, ties] = found.labels
        buckets = mapped(code, shown.wins, shown.ties)
        return Fit(buckets, found.strengths.astype(np.float32)[:, None], {"inertia": found.inertia})

    def memory(self) -> int:
        """Return the bytes of wins, ties and buckets."""
        return 6 * len(self.streets[self.street]) + 16 * self.clusters * self.streets.opponents

    def __repr__(self) -> str:
        return f"rank_vectors({self.clusters}{self.game})"


@dataclass(frozen=True, repr=False)
class Histograms(Plan):
    """Clusters by histograms over the buckets of the next street.

    Parameters
    ----------
    over
        The buckets of the next street.
    metric
        What stands for the earth mover's distance: see
        :func:`zerosum.pkr.holdem.abstraction.buckets.histograms`.
    seed
        Of landmarks and of k-means.
    """

    what: ClassVar[str] = "histograms"

    over: Plan
    metric: str
    seed: int

    @property
    def below(self) -> tuple[Plan, ...]:
        """The buckets of the next street."""
        return (self.over,)

    def fitted(self) -> Fit:
        """Return the cluster of each situation, and centres in the embedding of the metric."""
        later = fit(self.over)
        rows = self._embedded(later)
        weights = self.streets[self.street].hold()
        told = partial(announce, self.task)
        found = k_means(principal(rows), self.clusters, weights, seed=self.seed, progress=told)
        notes = {"inertia": found.inertia, "refilled": found.refilled}
        return Fit(found.labels, found.centres, notes)

    def _embedded(self, later: Fit) -> NDArray[np.float32]:
        """Return coordinates whose distances stand for the earth mover's."""
        centres = np.asarray(later.centres)
        random = np.random.default_rng(self.seed)
        if centres.shape[1] == 1:
            line = centres[:, 0]
            span = float(line.max() - line.min()) or 1.0
            places = np.rint((line - line.min()) / span * _LINE).astype(np.uint16)
            rows = sorted_nexts(self.streets, self.street, mapped(places, later.buckets))
            if self.metric == "landmarks":
                return by_landmarks(rows, Line(drawn(rows, random), span / _LINE))
            if self.metric == "means":
                return block_means(rows, 1, span / _LINE)
            return block_means(rows, min(_BLOCKS, rows.shape[1]), span / _LINE)
        rows = sorted_nexts(self.streets, self.street, later.buckets)
        if self.metric == "landmarks":
            apart = np.linalg.norm(centres[:, None] - centres[None], axis=2).astype(np.float32)
            return by_landmarks(rows, Greedy(drawn(rows, random), apart))
        if self.metric == "means":
            return mean_points(rows, centres)
        return sliced(rows, centres, seed=self.seed)

    def memory(self) -> int:
        """Return the bytes of rows, coordinates and buckets."""
        street, later = (self.streets[number] for number in (self.street, self.street + 1))
        each = 2 * self.streets.completions(self.street) + 4 * 2 * _DIMENSIONS + 20
        return each * len(street) + 4 * len(later)

    def __repr__(self) -> str:
        return f"histograms({self.clusters}, over={self.over!r}, metric={self.metric!r})"


@dataclass(frozen=True, repr=False)
class Opponents(Plan):
    """Clusters by the strength against each of several clusters of opponents (OCHS).

    Parameters
    ----------
    villains
        The clusters of opponents.
    seed
        Of k-means.
    """

    what: ClassVar[str] = "strengths against clusters of opponents"

    villains: int
    seed: int

    def fitted(self) -> Fit:
        """Return the cluster of each situation, and its centre."""
        streets, clusters = self.streets, villains_of(self.streets, self.villains, self.seed)
        found: Array = against_clusters(streets, clusters, self.villains)
        for street in range(streets.last - 1, self.street - 1, -1):
            found = averages(streets, street, found)
        weights = streets[self.street].hold()
        return clustered(found, weights, self)

    def memory(self) -> int:
        """Return the bytes of equities on the last street."""
        return (self.villains + 10) * len(self.streets[self.streets.last])

    def __repr__(self) -> str:
        return f"ochs({self.clusters}, street={self.street}, villains={self.villains}{self.game})"


def drawn(rows: Array, random: np.random.Generator) -> Array:
    """Return distinct rows as landmarks."""
    some = random.choice(len(rows), min(len(rows), 4 * _LANDMARKS), replace=False)
    kinds = np.unique(rows[some], axis=0)
    marks: NDArray[Any] = kinds[random.permutation(len(kinds))[:_LANDMARKS]]
    return marks


def by_landmarks(rows: Array, measure: Line | Greedy) -> NDArray[np.float32]:
    """Return coordinates by landmark multidimensional scaling."""
    scaling = scaling_of(measure(measure.landmarks), _DIMENSIONS)
    told = partial(announce, "Measuring distances to landmarks")
    return embed(rows, measure, scaling, told)


def principal(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return rows turned to their principal axes, the widest first; distances stay the same."""
    step = max(1, len(rows) // 100_000)
    some = rows[::step].astype(np.float64)
    _, axes = np.linalg.eigh(np.cov(some.T).reshape(rows.shape[1], rows.shape[1]))
    axes = axes[:, ::-1]
    most = np.abs(axes).argmax(axis=0)  # an axis has two signs: its largest entry is positive
    axes = axes * np.sign(axes[most, np.arange(len(most))])
    turned: NDArray[np.float32] = rows @ axes.astype(np.float32)
    return turned


def villains_of(streets: Streets, villains: int, seed: int) -> NDArray[np.int64]:
    """Return the cluster of each hand before the flop, by its strength on flops.

    Hands are clustered by the cumulative histograms of their expected strength after the flop, in
    50 bins.
    """
    classes, before = classes_of(streets), streets[0]
    rows, table = strengths(streets, 1)[1]
    bins = np.minimum(table[rows] * _BINS, _BINS - 1).astype(np.int64)
    every = np.bincount(classes * _BINS + bins, streets[1].hold(), len(before) * _BINS)
    shares = every.reshape(len(before), _BINS)
    histograms = np.cumsum(shares, axis=1) / shares.sum(axis=1, keepdims=True)
    found = k_means(histograms.astype(np.float32), villains, before.hold(), seed=seed)
    return found.labels.astype(np.int64)


def clustered(features: Array, weights: Array, plan: Opponents) -> Fit:
    """Return clusters of features that may be too many to be held as float32 at once."""
    told, step = partial(announce, plan.task), -(-len(features) // _SAMPLED)
    some = features[::step].astype(np.float32)
    found = k_means(some, plan.clusters, weights[::step], seed=plan.seed, progress=told)
    labels = np.empty(len(features), np.uint16)
    for start in range(0, len(features), _SAMPLED):
        part = slice(start, start + _SAMPLED)
        labels[part] = found.label(features[part].astype(np.float32))
    return Fit(labels, found.centres, {"inertia": found.inertia, "refilled": found.refilled})
