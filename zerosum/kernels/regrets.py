"""Regret matching on a row's values: ``n`` regrets, then ``n`` sums, then maybe a period."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.atomics import swap


@kernel
def match_regrets(work: Any, at: int, n: int, base: int) -> None:
    """Write the strategy of a row to ``work.scratch[base:base + n]``.

    Positive regrets in proportion, uniform where there are none (Hart & Mas-Colell 2000).
    """
    values, scratch = work.values, work.scratch
    total = 0.0
    for place in range(n):
        positive = max(values[at + place], 0.0)
        scratch[base + place] = positive
        total += positive
    if total > 0.0:
        for place in range(n):
            scratch[base + place] = scratch[base + place] / total
    else:
        for place in range(n):
            scratch[base + place] = 1.0 / n


@kernel
def choose(work: Any, n: int, base: int) -> int:
    """Draw an action from the strategy in ``work.scratch[base:base + n]``."""
    return pick(work, n, base, work.rng.random())


@kernel
def pick(work: Any, n: int, base: int, threshold: float) -> int:
    """Return the first action at which the strategy, summed up from ``base`` on, is above."""
    total = 0.0
    for place in range(n - 1):
        total += work.scratch[base + place]
        if threshold < total:
            return place
    place = n - 1
    # Rounding may leave the sum short of one: what has no probability is not drawn even then.
    while place > 0 and work.scratch[base + place] <= 0.0:
        place -= 1
    return place


@kernel
def add_to_average(work: Any, at: int, n: int, base: int, weight: float) -> None:
    """Add the strategy at ``base``, weighted, to the sums of a row. Modified in place."""
    for place in range(n):
        work.values[at + n + place] += weight * work.scratch[base + place]


@kernel
def fade(work: Any, at: int, n: int, period: int) -> None:
    """Apply the discounts of all periods that began since the row was last seen.

    ``work.discounts`` holds three numbers a period: what remains of positive regrets, of other
    regrets, and of sums.
    """
    values, discounts = work.values, work.discounts
    known = values[at + 2 * n]
    # Threads may be a period apart; one of them makes the discounts of a row.
    if period <= known or not swap(values, at + 2 * n, known, float(period)):
        return
    last = int(known) if known > 0.0 else period
    for each in range(last + 1, period + 1):
        for place in range(at, at + n):
            if values[place] > 0.0:
                values[place] = values[place] * discounts[3 * each]
            else:
                values[place] = values[place] * discounts[3 * each + 1]
            values[place + n] = values[place + n] * discounts[3 * each + 2]
