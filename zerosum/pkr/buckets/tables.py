"""Tables of buckets: every hand before the flop, or every hand on every flop."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import announce, recall, remember
from zerosum.abstraction.identity import fingerprint
from zerosum.pkr.buckets.clusters import assign
from zerosum.pkr.buckets.features import Ints
from zerosum.pkr.buckets.fit import key_of
from zerosum.pkr.buckets.plans import Plan
from zerosum.pkr.buckets.sampling import Deals
from zerosum.pkr.buckets.sharing import Progress, share_out
from zerosum.pkr.isomorphism import (
    FLOP_SLOTS,
    FLOPS,
    HAND_CLASSES,
    by_colours,
    flop_index,
    hand_index,
)
from zerosum.workshop import workshop

NO_BUCKET = 65_535

Lister = Callable[[int], tuple[Deals, Ints]]
"""Returns a hand on all boards of a street, and their indices in a table."""


def tabulate(plan: Plan, centroids: Ints) -> NDArray[np.uint16]:
    """Return the bucket of every hand, or of every hand and flop; empty for later streets.

    With histograms, hands take a second and flops a minute on two cores. The table is cached.
    """
    if not plan.tabular:
        return np.zeros(0, np.uint16)
    name = f"buckets/{key_of(plan)}.{fingerprint(tabulated)}"
    saved = recall(name)
    if saved is not None:
        return saved.arrays["table"]
    task = f"Tabulating {plan.streets}"
    announce(task, 0.0)
    table = tabulated(plan, centroids, lambda share: announce(task, 0.99 * share))
    remember(name, {"table": table}, {"streets": plan.streets})
    announce(task, 1.0)
    return table


def tabulated(plan: Plan, centroids: Ints, progress: Progress) -> NDArray[np.uint16]:
    """Compute a table on all cores, one hand at a time."""
    if not plan.tabular:
        return np.zeros(0, np.uint16)
    table = np.full(HAND_CLASSES if plan.first == 0 else FLOP_SLOTS, NO_BUCKET, np.uint16)
    measured, assigned = plan.measurer(), workshop().compile(assign)
    listed = before_the_flop() if plan.first == 0 else on_flops()

    def fill(hand: int) -> None:
        deals, places = listed(hand)
        labels = np.zeros(len(deals), np.int64)
        assigned(centroids, measured(deals), labels)
        table[places] = labels

    share_out(fill, hands(), progress)
    return table


def hands() -> list[int]:
    """Return the representatives of all hands under colour isomorphism."""
    pairs = [1 << high | 1 << low for high in range(52) for low in range(high)]
    return [pair for pair in pairs if by_colours(pair, 0)[0] == pair]


def before_the_flop() -> Lister:
    """Return a function that lists a hand without a board."""

    def listed(hand: int) -> tuple[Deals, Ints]:
        deals = Deals(np.array([hand], np.int64), np.zeros(1, np.int64), np.zeros(1, np.bool_))
        return deals, np.array([hand_index(hand)], np.int64)

    return listed


def on_flops() -> Lister:
    """Return a function that lists a hand on all flops up to isomorphism."""
    compiled = workshop().compile(list_flops)

    def listed(hand: int) -> tuple[Deals, Ints]:
        flops, places = np.zeros(FLOPS, np.int64), np.zeros(FLOPS, np.int64)
        count = compiled(hand, flops, places)
        same, never = np.full(count, hand, np.int64), np.zeros(count, np.bool_)
        return Deals(same, flops[:count], never), places[:count]

    return listed


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
