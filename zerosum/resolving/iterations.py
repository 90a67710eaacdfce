"""The best strategy below a root, by CFR on vectors of hands."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np

from zerosum.algorithms.hands import Hands, iterate
from zerosum.kernels.roots import Entrance
from zerosum.resolving.part import Part
from zerosum.rules import Rule
from zerosum.tables import Floats
from zerosum.tree.streets.arena import Singles

_BATCH = 2  # iterations between two looks at the clock
LEAST, MOST = 16, 1_000
"""The least number of iterations if time is short, and the number if neither is given.

Four iterations play worse than the strategy whose street they solve, by more than a chip a hand in
River of Blood; 16 do not.
"""


def advance_of(
    part: Part, rule: Rule, *, native: bool
) -> tuple[Callable[[int, int], None], Singles | Floats]:
    """Return what runs iterations, from the first to the last, and the sums that they change."""
    street, least = part.street(rule, native=native), part.least
    if street is not None:
        least = least - street.tree.share[1 - part.player] * part.weights
    entrance = Entrance(part.root, part.player, least, part.weights)
    if street is not None:
        street.enter(entrance)
        return street.run_batch, street.numbers.averages
    ranges = np.concatenate(part.vectors)
    vectors = Hands(part.tree, rule, ranges=ranges, entrance=entrance)
    return lambda first, last: vectors.run(iterate, first, last, 0, native=native), vectors.sums


def run_until(advance: Callable[[int, int], None], iterations: int, until: float) -> int:
    """Run iterations until the time is over, and ``LEAST`` in any case; return how many."""
    done, batch = 0, iterations if until == math.inf else LEAST
    while done < iterations:
        last = min(iterations, done + batch)
        advance(done + 1, last)
        done, batch = last, _BATCH
        if perf_counter() >= until:
            break
    return done
