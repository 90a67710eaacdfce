"""Is a bucketing any good? What its buckets mix, and what they forget.

Let e be the expected strength of a hand, b its bucket, and n the bucket of the next street, where
all hands with all boards are equally likely. Then the *spread* of strength is the root of
E[Var(e | b)], and the bits that buckets hide of what comes next are

    H(n | b) - H(n | hand) = I(n; hand | b),

0 if hands of one bucket have the same chances to come to each bucket of the next street.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.holdem.clustered import Histograms
from zerosum.pkr.buckets.holdem.factor import StreetBuckets
from zerosum.pkr.buckets.holdem.plans import Plan, strengths
from zerosum.pkr.buckets.plans import fit
from zerosum.pkr.clusterings import k_means
from zerosum.pkr.features.nexts import sorted_nexts

_ROWS = 1 << 22
_STEPS = 1 << 14
"""Steps of strength, for the best bucketing by strength alone."""


@dataclass(frozen=True, eq=False)
class Quality:
    """What the buckets of a street mix and forget.

    Parameters
    ----------
    plan
        The declaration of the buckets.
    sizes
        The situations of each bucket.
    hands
        The share of all hands with boards in each bucket.
    inertia
        The mean squared distance to the centre of the bucket, in the coordinates that were
        clustered; None where there were none.
    spread
        The standard deviation of expected strength within buckets.
    least_spread
        The same for as many buckets by strength alone, clustered by k-means.
    transitions
        The chance of each bucket of the next street, by bucket; None if no buckets of the next
        street are known. Shape (clusters, clusters of the next street).
    hidden
        Bits of the next bucket that a hand would tell and its bucket does not; None likewise.
    worst
        Hands whose strength is farthest from the mean of their bucket: the hand with its board, its
        strength, and the mean.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> from zerosum.pkr.holdem.abstraction.buckets import hole
    >>> found = quality(hole(deck=TWENTY))
    >>> found.sizes.size, found.inertia, found.spread
    (25, None, 0.0)
    """

    plan: Plan
    sizes: NDArray[np.int64]
    hands: NDArray[np.float64]
    inertia: float | None
    spread: float
    least_spread: float
    transitions: NDArray[np.float64] | None
    hidden: float | None
    worst: tuple[tuple[str, float, float], ...]

    JSON = (
        "median",
        "least_hands",
        "most_hands",
        "spread",
        "least_spread",
        "inertia",
        "hidden",
        "worst",
    )

    @property
    def median(self) -> int:
        """The situations of the bucket in the middle by size."""
        return int(np.sort(self.sizes)[len(self.sizes) // 2])

    @property
    def least_hands(self) -> float:
        """The smallest share of all hands with boards in a bucket."""
        return float(self.hands.min())

    @property
    def most_hands(self) -> float:
        """The largest share of all hands with boards in a bucket."""
        return float(self.hands.max())


def quality(factor: Algebraic, *, sample: int = 200_000, seed: int = 0) -> Quality:
    """Measure the buckets of a factor.

    Parameters
    ----------
    factor
        One street's buckets.
    sample
        Situations for the transitions to the next street.
    seed
        Of the sample.

    Raises
    ------
    AbstractionError
        If the factor is none of buckets.

    Notes
    -----
    Some ten seconds on two cores for all rivers, and twenty for all turns of 52 cards.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> from zerosum.pkr.holdem.abstraction.buckets import ehs
    >>> found = quality(ehs(10, 3, deck=TWENTY))
    >>> found.least_spread < found.spread < 0.1
    True
    """
    target = factor.target
    if not isinstance(target, StreetBuckets):
        raise AbstractionError(
            f"The quality must be that of a factor of buckets; got {factor!r}: give one factor, "
            f"such as rank_vectors(2048).",
            factor,
        )
    return quality_of(target.plan, sample=sample, seed=seed)


def quality_of(plan: Plan, *, sample: int = 200_000, seed: int = 0) -> Quality:
    """Measure the buckets of a plan; see :func:`quality`."""
    street, found = plan.streets[plan.street], fit(plan)
    rows, table = strengths(plan.streets, 1)[plan.street]
    held, buckets = street.hold(), found.buckets
    sums = np.zeros((3, plan.clusters))
    codes = np.zeros(_STEPS + 1)
    for start in range(0, len(buckets), _ROWS):
        part = slice(start, start + _ROWS)
        strength, mass = table[rows[part]].astype(np.float64), held[part].astype(np.float64)
        for power in range(3):
            sums[power] += np.bincount(buckets[part], mass * strength**power, plan.clusters)
        codes += np.bincount(np.rint(strength * _STEPS).astype(np.int64), mass, _STEPS + 1)
    every = sums[0].sum()
    filled = np.maximum(sums[0], 1)
    means = sums[1] / filled
    variance = float((sums[2] - means**2 * sums[0]).sum() / every)
    transitions, hidden = _transitions(plan, buckets, held, sample, seed)
    return Quality(
        plan,
        np.bincount(buckets, minlength=plan.clusters),
        sums[0] / every,
        found.notes.get("inertia"),
        max(variance, 0.0) ** 0.5,
        _least_spread(codes, plan.clusters),
        transitions,
        hidden,
        _worst(plan, rows, table, means, buckets),
    )


def _least_spread(codes: NDArray[np.float64], clusters: int) -> float:
    """Return the spread of the best buckets by strength alone."""
    seen = np.flatnonzero(codes)
    if clusters >= len(seen):
        return 0.0
    places = (seen / _STEPS).astype(np.float32)[:, None]
    return float(k_means(places, clusters, codes[seen], first=0, rounds=20).inertia ** 0.5)


def _transitions(
    plan: Plan, buckets: NDArray[np.uint16], held: NDArray[np.uint16], sample: int, seed: int
) -> tuple[NDArray[np.float64] | None, float | None]:
    """Return the chances of the next street's buckets, and the bits that buckets hide of them."""
    if not isinstance(plan, Histograms):
        return None, None
    nexts = sorted_nexts(plan.streets, plan.street, fit(plan.over).buckets)
    random = np.random.default_rng(seed)
    count = min(sample, len(buckets))
    some = np.sort(random.choice(len(buckets), count, replace=False))
    width, mass = plan.over.clusters, held[some].astype(np.float64)
    each = np.repeat(mass / nexts.shape[1], nexts.shape[1])
    cells = buckets[some].astype(np.int64)[:, None] * width + nexts[some]
    joint = np.bincount(cells.ravel(), each, plan.clusters * width)
    joint = joint.reshape(plan.clusters, width)
    of_buckets = joint.sum(axis=1)
    chances = joint / np.maximum(of_buckets, 1e-300)[:, None]
    known = entropies(chances) @ of_buckets / of_buckets.sum()
    own = 0.0
    for start in range(0, count, 10_000):
        part = slice(start, start + 10_000)
        mine = nexts[some[part]]
        rows = np.arange(len(mine))[:, None] * width + mine
        shares = np.bincount(rows.ravel(), minlength=len(mine) * width).reshape(-1, width)
        own += float(entropies(shares / nexts.shape[1]) @ mass[part])
    return chances, float(known - own / mass.sum())


def entropies(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the entropy of each row of probabilities, in bits.

    >>> entropies(np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])).tolist()
    [1.0, 0.0]
    """
    logs = np.log2(chances, out=np.zeros_like(chances), where=chances > 0)
    found: NDArray[np.float64] = -(chances * logs).sum(axis=1) + 0.0
    return found


def _worst(
    plan: Plan,
    rows: NDArray[np.int64],
    table: NDArray[np.float32],
    means: NDArray[np.float64],
    buckets: NDArray[np.uint16],
) -> tuple[tuple[str, float, float], ...]:
    """Return the five hands that are farthest from the mean of their bucket."""
    farthest: list[tuple[float, int]] = []
    for start in range(0, len(buckets), _ROWS):
        part = slice(start, start + _ROWS)
        gaps = np.abs(table[rows[part]] - means[buckets[part]])
        for place in np.argsort(-gaps, kind="stable")[:5].tolist():
            farthest.append((-float(gaps[place]), start + place))
    named = []
    for _, index in sorted(farthest)[:5]:
        hand, *board = plan.streets[plan.street].cards(index)
        strength = float(table[rows[index]])
        words = " ".join(map(str, (hand, *board))).rstrip()
        named.append((words, strength, float(means[buckets[index]])))
    return tuple(named)


def described(found: Quality) -> list[tuple[str, str]]:
    """Return the figures as rows of a table: what, and how much."""
    sizes, hands = found.sizes, (100 * found.least_hands, 100 * found.most_hands)
    texts = [
        (
            "situations in a bucket",
            f"{sizes.min():,} to {sizes.max():,}, median {found.median:,}",
        ),
        ("hands in a bucket", f"{hands[0]:.4f} % to {hands[1]:.4f} %"),
        ("spread of strength", f"{found.spread:.4f}; by strength alone {found.least_spread:.4f}"),
    ]
    if found.inertia is not None:
        texts.append(("mean squared distance", f"{found.inertia:.3g}"))
    if found.hidden is not None:
        texts.append(("hidden bits of the next bucket", f"{found.hidden:.3f}"))
    for name, strength, mean in found.worst:
        texts.append(("far from its bucket", f"{name}: {strength:.3f}, the bucket {mean:.3f}"))
    return texts
