"""The best strategy below a root, by CFR on the public tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np

from zerosum.algorithms.hands import Hands, begin_all, walk
from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.kernels.roots import Entrance, enter, note
from zerosum.resolving.part import Part
from zerosum.rules import Rule
from zerosum.tables import Floats
from zerosum.tree.streets.arena import Singles

_BATCH = 2  # iterations between two looks at the clock
LEAST, MOST = 4, 1_000
"""The least number of iterations if time is short, and the number if neither is given."""


class Resolving(Hands):
    """The workspace: a public tree, numbers for every private hand, and the root."""

    entrance: Entrance


@kernel
def iterate(vectors: Work, first: int, last: int, zero: int) -> None:
    """Run iterations: a walk for the player, one for the opponent, and the root's turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    entrance = vectors.entrance
    player = entrance.player
    hands = vectors.sizes[1 - player]
    most = max(vectors.sizes[0], vectors.sizes[1])
    # A hand's own reach at the root makes no difference to its average below.
    ones, free = vectors.scratch[0:], vectors.scratch[most:]
    for hand in range(most):
        ones[hand] = 1.0
    for iteration in range(first, last + 1):
        begin_all(vectors, iteration)
        enter(entrance, hands)
        walk(vectors, zero, player, ones, entrance.reach, free, zero)
        values = walk(vectors, zero, 1 - player, ones, entrance.own, free, zero)
        note(entrance, hands, values)


def advance_of(
    part: Part, rule: Rule, *, native: bool
) -> tuple[Callable[[int, int], None], Singles | Floats]:
    """Return what runs iterations, from the first to the last, and the sums that they change."""
    street = part.street(rule, native=native)
    if street is not None:
        street.numbers.entrance = part.entrance
        return street.run_batch, street.numbers.averages
    vectors = Resolving(part.tree, rule, dealt=np.zeros(0), entrance=part.entrance)
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
