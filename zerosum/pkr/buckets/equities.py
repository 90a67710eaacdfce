"""The buckets of ``equities``: histograms of hand strength under earth mover's distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from zerosum.abstraction import Product
from zerosum.abstraction.fitting import outlined
from zerosum.pkr.buckets.features import DECK, Ints, cumulate, cumulate_all, nearest
from zerosum.pkr.buckets.lookup import Buckets, check_number, street_by_street
from zerosum.pkr.buckets.plans import OPPONENTS, SAMPLES, Measurer, Plan, unusual_sizes
from zerosum.pkr.buckets.sampling import Deals
from zerosum.pkr.isomorphism import by_colours
from zerosum.workshop import workshop


@dataclass(frozen=True)
class HistogramPlan(Plan):
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

    def measurer(self) -> Measurer:
        """Return a function that measures the cumulative histograms of hands."""
        cumulated = workshop().compile(cumulate_all)

        def measure(deals: Deals) -> Ints:
            counts, deck = (
                np.zeros((len(deals), self.dimension), np.int64),
                np.zeros(DECK, np.int64),
            )
            cards = deals.hands, deals.boards, deals.overs
            cumulated(*cards, self.maxiter, self.opponents, counts, deck)
            return counts

        return measure

    def strength(self, centroid: Ints) -> int:
        """Return minus the sum of bins: weak completions count in more bins."""
        return -int(centroid.sum())


@dataclass(frozen=True)
class StreetBuckets(Buckets):
    """The factor of one entry of ``equities``."""

    plan: HistogramPlan

    @outlined
    def compute(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket from the histogram itself: about 9 µs natively."""
        plan = self.plan
        hand, board = by_colours(hand, board)
        counts = np.zeros(plan.dimension, np.int64)
        deck = np.zeros(DECK, np.int64)
        cumulate(hand, board, over, plan.maxiter, plan.opponents, counts, deck)
        return nearest(self.centroids, counts)

    def __repr__(self) -> str:
        plan = self.plan
        sizes = f"dimension={plan.dimension}, maxiter={plan.maxiter}"
        return f"equity({plan.first}, {plan.clusters}, {sizes}{unusual_sizes(plan)})"


def street_equities(
    accs: Any,
    dimension: int,
    maxiter: int,
    opponents: int = OPPONENTS,
    samples: int = SAMPLES,
) -> Product:
    """Make the product of buckets over the streets; see :func:`blood.basic.equities`.

    Raises
    ------
    AbstractionError
        If a number is out of range.
    """
    bins = check_number("equities", "dimension", dimension, 1, 1_000)
    sizes = {"maxiter": maxiter, "opponents": opponents, "samples": samples}

    def make(**plan: int) -> StreetBuckets:
        return StreetBuckets(HistogramPlan(**plan, dimension=bins))

    return street_by_street("equities", accs, sizes, make)
