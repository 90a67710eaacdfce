"""The buckets of ``equities`` and ``ochs``: the nearest centroid to a hand's feature.

On early streets a bucket is looked up in a table; on later ones the hand is measured, once for each
board of a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import ONE, Algebraic, Product, algebraic, first_of
from zerosum.abstraction.fitting import once, outlined
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.factor import MOST, Buckets
from zerosum.pkr.buckets.plans import Coded, Plan, fit
from zerosum.pkr.buckets.river.features import DECK, cumulate, cumulate_all, is_over
from zerosum.pkr.buckets.river.opponents import WHOLE, face, face_all
from zerosum.pkr.buckets.river.sampled import (
    NOBODY,
    OPPONENTS,
    SAMPLES,
    Measurer,
    SampledPlan,
    Table,
    measured,
)
from zerosum.pkr.clusterings.medians import nearest
from zerosum.pkr.hands.isomorphism import HAND_CLASSES, by_colours, flop_index, hand_index
from zerosum.pkr.hands.shuffled import Ints
from zerosum.pkr.infoset import InfoSet
from zerosum.support.store import Array
from zerosum.workshop import workshop

DIMENSION = 50
"""Bins of the histograms by which opponents are clustered."""
_EXAMPLES = {
    "equities": "equities((8,) + (40,) * 7, dimension=50, maxiter=30)",
    "ochs": "ochs((8,) + (40,) * 7)",
    "ehs": "ehs(20)",
    "percentile": "percentile(20)",
}
# Boards of 0, 3, 4, ... 31 cards.
_MOST_STREETS = 30
# 2 GiB; fitting keeps a few arrays of the size.
_MOST_NUMBERS = 1 << 28


@dataclass(frozen=True)
class HistogramPlan(SampledPlan):
    """A plan of buckets of cumulative histograms.

    Parameters
    ----------
    dimension
        Bins of the histogram.
    """

    rows: ClassVar[str] = "histograms"
    remedy: ClassVar[str] = "a larger dimension or maxiter"

    dimension: int

    @property
    def width(self) -> int:
        """One number for each bin."""
        return self.dimension

    @property
    def most(self) -> int:
        """The number of completions, with which a cumulative histogram ends."""
        return self.maxiter

    def measure(self, hand: int, board: int, over: bool, _villains: Ints, row: Ints) -> None:
        """Write the cumulative histogram of a hand."""
        cumulate(hand, board, over, self.maxiter, self.opponents, row, np.zeros(DECK, np.int64))

    def measurer(self) -> Measurer:
        """Return a function that measures the cumulative histograms of hands."""
        return partial(measured, self, workshop().compile(cumulate_all), ())

    def strength(self, centroid: Ints) -> int:
        """Return minus the sum of bins: weak completions count in more bins."""
        return -int(centroid.sum())

    def __str__(self) -> str:
        sizes = f"dimension={self.dimension}, maxiter={self.maxiter}{self.sizes}"
        return f"equity({self.first}, {self.clusters}, {sizes})"


@dataclass(frozen=True)
class OpponentPlan(SampledPlan):
    """A plan of buckets of strengths against clusters of opponents.

    Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form
    games", AAMAS 2013.

    Parameters
    ----------
    villains
        The clusters of opponents: buckets of hands before the flop.
    """

    rows: ClassVar[str] = "rows of strengths"
    remedy: ClassVar[str] = "a larger maxiter"

    villains: HistogramPlan

    @property
    def below(self) -> tuple[Plan, ...]:
        """The clusters of opponents."""
        return (self.villains,)

    @property
    def width(self) -> int:
        """One number for each cluster of opponents."""
        return self.villains.clusters

    @property
    def most(self) -> int:
        """A strength of one."""
        return WHOLE

    @property
    def opposing(self) -> Ints:
        """The cluster of each of the 507 classes of opponents' hands, fitted at the first call."""
        return fit(Table(self.villains)).buckets.astype(np.int64)

    def measure(self, hand: int, board: int, over: bool, villains: Ints, row: Ints) -> None:
        """Write the strengths of a hand, one for each cluster of opponents."""
        tallies, deck = np.zeros((2, row.size), np.int64), np.zeros(DECK, np.int64)
        face(hand, board, over, self.maxiter, self.opponents, villains, row, tallies, deck)

    def measurer(self) -> Measurer:
        """Return a function that measures the strengths of hands."""
        return partial(measured, self, workshop().compile(face_all), (self.opposing,))

    def strength(self, centroid: Ints) -> int:
        """Return the sum of the strengths."""
        return int(centroid.sum())

    def __str__(self) -> str:
        sizes = f"villains={self.width}, maxiter={self.maxiter}{self.sizes}"
        return f"opponents({self.first}, {self.clusters}, {sizes})"


class RiverBuckets(Coded, Buckets):
    """A factor of buckets of River of Blood."""

    def seen(self, infoset: InfoSet) -> tuple[int, int, bool]:
        """Return hand and board, and whether the run has ended."""
        over = is_over(len(infoset.community), infoset.last)
        return infoset.hand.mask, infoset.community.mask, over


@dataclass(frozen=True, repr=False)
class StreetBuckets(RiverBuckets):
    """The factor of one entry of ``equities`` or ``ochs``.

    Parameters
    ----------
    centroids
        Features, a row a bucket, the weakest first; empty until needed.
    villains
        The cluster of each class of opponents' hands; empty until needed, or if there are none.
    table
        The bucket of every hand, or hand and flop, by its index; empty on later streets.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> buckets = street_equities((8, 40), dimension=50, maxiter=30).factors[0].target
    >>> preflop = buckets.parts[0].factor.target
    >>> preflop.tabulated, preflop.centroids.size, preflop.has_bucket(RiverOfBlood().infoset(0))
    (False, 0, True)
    """

    plan: SampledPlan
    centroids: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((0, 0), np.int64), compare=False
    )
    villains: NDArray[np.int64] = field(default_factory=lambda: NOBODY, compare=False)
    table: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, np.uint16), compare=False)

    def has_bucket(self, infoset: InfoSet) -> bool:
        """Return whether the infoset is on one of the streets."""
        return self.plan.first <= len(infoset.community) <= self.plan.last

    @property
    def tabulated(self) -> bool:
        """Whether there is a table."""
        return self.table.size > 0

    def bucket(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket of a hand on a board, from the table if there is one."""
        if self.plan.last == 2:
            board = 0
        if self.table.size > 0:
            hand, board = by_colours(hand, board)
            place = hand_index(hand) if self.plan.last == 2 else flop_index(hand, board)
            return int(self.table[place])
        return self.compute(hand, board, over)

    @outlined
    def compute(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket by measuring the hand: histograms take about 9 µs natively."""
        hand, board = by_colours(hand, board)
        row = np.zeros(self.plan.width, np.int64)
        self.plan.measure(hand, board, over, self.villains, row)
        return nearest(self.centroids, row)

    def data(self) -> dict[str, Array]:
        """Return the centroids, and the clusters of opponents."""
        return {"centroids": np.array(fit(self.plan).centres), "villains": self.plan.opposing}

    def equipped(self) -> StreetBuckets:
        """Return these buckets with their table too, if there is one."""
        return once(("equipped", self), self._equip) if self.plan.tabular else self.prepared()

    def _equip(self) -> StreetBuckets:
        return replace(self.prepared(), table=np.array(fit(Table(self.plan)).buckets))

    def __repr__(self) -> str:
        return str(self.plan)


OpponentBuckets = StreetBuckets
"""Another name of the same, until version 0.3."""


def street_equities(
    accs: Any,
    dimension: int,
    maxiter: int,
    opponents: int = OPPONENTS,
    samples: int = SAMPLES,
) -> Product:
    """Make the factor of buckets of all streets; see :func:`blood.basic.equities`.

    Raises
    ------
    AbstractionError
        If a number is out of range.

    Examples
    --------
    >>> street_equities((8, 40, 40), dimension=50, maxiter=30)
    first_of(equity(0, 8, dimension=50, maxiter=30), equity(3, 40, dimension=50,
    maxiter=30), equity(4, 40, dimension=50, maxiter=30))
    """
    bins = check_number("equities", "dimension", dimension, 1, 1_000)
    sizes = {"maxiter": maxiter, "opponents": opponents, "samples": samples}
    return street_by_street("equities", accs, sizes, partial(HistogramPlan, dimension=bins))


def street_ochs(
    accs: Any,
    villains: int,
    maxiter: int,
    opponents: int = OPPONENTS,
    samples: int = SAMPLES,
) -> Product:
    """Make the factor of buckets of all streets; see :func:`blood.basic.ochs`.

    Raises
    ------
    AbstractionError
        If a number is out of range.

    Examples
    --------
    >>> street_ochs((8, 40, 40), villains=8, maxiter=30)
    first_of(opponents(0, 8, villains=8, maxiter=30), opponents(3, 40, villains=8,
    maxiter=30), opponents(4, 40, villains=8, maxiter=30))
    """
    them = check_number("ochs", "villains", villains, 1, HAND_CLASSES)
    sizes = {"maxiter": maxiter, "opponents": opponents, "samples": samples}

    def make(**plan: int) -> OpponentPlan:
        hands = HistogramPlan(0, 2, them, plan["maxiter"], OPPONENTS, plan["samples"], DIMENSION)
        return OpponentPlan(**plan, villains=hands)

    return street_by_street("ochs", accs, sizes, make)


def check_number(maker: str, name: str, value: Any, least: int, most: int) -> int:
    """Return a number that a factor is declared with, once it is checked.

    Raises
    ------
    AbstractionError
        If it is not a whole number within the bounds.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        raise AbstractionError(
            f"The {name} of {maker} must be a whole number, {least} to {most:,}; got {value!r}: "
            f"write it as in {_EXAMPLES[maker]}.",
            value,
        )
    return int(value)


def street_by_street(
    maker: str, accs: Any, sizes: Mapping[str, Any], make: Callable[..., SampledPlan]
) -> Product:
    """Make one factor of the buckets of all streets.

    Parameters
    ----------
    maker
        The function whose arguments these are, for errors.
    accs
        Buckets of each street: boards of 0, 3, 4, 5, ... cards, the last entry for all longer
        boards too. 0 leaves a street out.
    sizes
        ``maxiter``, ``opponents`` and ``samples`` of a plan.
    make
        Makes the plan of one entry, given its fields by their names.

    Raises
    ------
    AbstractionError
        If a number is out of range.
    """
    most = {"maxiter": 10_000, "opponents": 10_000, "samples": 10_000_000}
    plan = {name: check_number(maker, name, size, 1, most[name]) for name, size in sizes.items()}
    if not isinstance(accs, Sequence) or not 1 <= len(accs) <= _MOST_STREETS:
        raise AbstractionError(
            f"The clusters of {maker} must be a tuple, one number for each of 1 to "
            f"{_MOST_STREETS} streets; got {accs!r}: write it as in {_EXAMPLES[maker]}.",
            accs,
        )
    factors: list[Algebraic] = []
    for entry, acc in enumerate(accs):
        if clusters := check_number(maker, "clusters of a street", acc, 0, MOST):
            first, last = _streets(entry, len(accs))
            street = make(first=first, last=last, clusters=clusters, **plan)
            _check_room(maker, street)
            factors.append(algebraic(StreetBuckets(street)))
    return ONE * first_of(*factors) if factors else ONE


def _check_room(maker: str, plan: SampledPlan) -> None:
    """Check that the arrays for fitting fit into memory: features, and counts by cluster."""
    numbers = max(plan.samples, plan.clusters * (plan.most + 1)) * plan.width
    if numbers > _MOST_NUMBERS:
        raise AbstractionError(
            f"The buckets of {maker} must be fitted with at most {_MOST_NUMBERS:,} numbers in "
            f"memory; got {numbers:,} for {plan.streets}: ask for fewer clusters, samples "
            f"or completions.",
            plan,
        )


def _streets(entry: int, entries: int) -> tuple[int, int]:
    """Return the first and last board size of an entry; the last entry takes all longer boards."""
    first = 0 if entry == 0 else entry + 2
    if entry == entries - 1:
        return first, 52
    return first, 2 if entry == 0 else first
