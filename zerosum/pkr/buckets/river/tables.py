"""Tables of buckets: every hand before the flop, or every hand on every flop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import announce
from zerosum.pkr.buckets.plans import Coded, Fit, Plan, fit
from zerosum.pkr.buckets.river.sampled import SampledPlan
from zerosum.pkr.buckets.river.sampling import Deals
from zerosum.pkr.clusterings.medians import assign
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
