"""The buckets of ``ochs``: strengths against clusters of opponents.

Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form
games", AAMAS 2013.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Product
from zerosum.abstraction.fitting import once, outlined
from zerosum.pkr.buckets.equities import HistogramPlan
from zerosum.pkr.buckets.features import DECK, Ints, nearest
from zerosum.pkr.buckets.fit import fit
from zerosum.pkr.buckets.lookup import Buckets, check_number, street_by_street
from zerosum.pkr.buckets.memo import new_memo
from zerosum.pkr.buckets.opponents import WHOLE, face, face_all
from zerosum.pkr.buckets.plans import OPPONENTS, SAMPLES, Measurer, Plan, unusual_sizes
from zerosum.pkr.buckets.sampling import Deals
from zerosum.pkr.buckets.tables import tabulate
from zerosum.pkr.isomorphism import HAND_CLASSES, by_colours
from zerosum.workshop import workshop

DIMENSION = 50
"""Bins of the histograms by which opponents are clustered."""


@dataclass(frozen=True)
class OpponentPlan(Plan):
    """A plan of buckets of strengths against clusters of opponents.

    Parameters
    ----------
    villains
        The clusters of opponents: buckets of hands before the flop.
    """

    rows: ClassVar[str] = "rows of strengths"
    remedy: ClassVar[str] = "a larger maxiter"

    villains: HistogramPlan

    @property
    def width(self) -> int:
        """One number for each cluster of opponents."""
        return self.villains.clusters

    @property
    def most(self) -> int:
        """A strength of one."""
        return WHOLE

    def measurer(self) -> Measurer:
        """Return a function that measures the strengths of hands."""
        faced, villains = workshop().compile(face_all), labels(self.villains)

        def measure(deals: Deals) -> Ints:
            strengths = np.zeros((len(deals), self.width), np.int64)
            tallies, deck = np.zeros((2, self.width), np.int64), np.zeros(DECK, np.int64)
            cards = deals.hands, deals.boards, deals.overs
            faced(*cards, self.maxiter, self.opponents, villains, strengths, tallies, deck)
            return strengths

        return measure

    def strength(self, centroid: Ints) -> int:
        """Return the sum of the strengths."""
        return int(centroid.sum())


def labels(plan: HistogramPlan) -> Ints:
    """Return the cluster of each of the 507 classes of hands, fitted at the first call."""
    return once(("labels", plan), lambda: tabulate(plan, fit(plan)).astype(np.int64))


def _no_villains() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True)
class OpponentBuckets(Buckets):
    """The factor of one entry of ``ochs``.

    Parameters
    ----------
    villains
        The cluster of each class of opponents' hands; empty until needed.
    """

    plan: OpponentPlan
    villains: NDArray[np.int64] = field(default_factory=_no_villains, compare=False, repr=False)

    @outlined
    def compute(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket from the strengths themselves."""
        plan = self.plan
        hand, board = by_colours(hand, board)
        strengths = np.zeros(plan.width, np.int64)
        tallies = np.zeros((2, plan.width), np.int64)
        deck = np.zeros(DECK, np.int64)
        rounds, opponents, villains = plan.maxiter, plan.opponents, self.villains
        face(hand, board, over, rounds, opponents, villains, strengths, tallies, deck)
        return nearest(self.centroids, strengths)

    def fitted(self) -> OpponentBuckets:
        """Return these buckets with clusters of opponents, centroids and a new memo."""
        villains = labels(self.plan.villains)
        return replace(self, villains=villains, centroids=fit(self.plan), memo=new_memo())

    def __repr__(self) -> str:
        plan = self.plan
        sizes = f"villains={plan.width}, maxiter={plan.maxiter}"
        return f"opponents({plan.first}, {plan.clusters}, {sizes}{unusual_sizes(plan)})"


def street_ochs(
    accs: Any,
    villains: int,
    maxiter: int,
    opponents: int = OPPONENTS,
    samples: int = SAMPLES,
) -> Product:
    """Make the product of buckets over the streets; see :func:`blood.basic.ochs`.

    Raises
    ------
    AbstractionError
        If a number is out of range.
    """
    them = check_number("ochs", "villains", villains, 1, HAND_CLASSES)
    sizes = {"maxiter": maxiter, "opponents": opponents, "samples": samples}

    def make(**plan: int) -> OpponentBuckets:
        hands = HistogramPlan(0, 2, them, plan["maxiter"], OPPONENTS, plan["samples"], DIMENSION)
        return OpponentBuckets(OpponentPlan(**plan, villains=hands))

    return street_by_street("ochs", accs, sizes, make)
