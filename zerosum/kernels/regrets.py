r"""Regret matching on a row of the table.

An infoset with :math:`n` actions has a row of :math:`n` regrets, then :math:`n` sums of the average
strategy if it is kept, then whatever the algorithm and the rule keep.
"""

from zerosum.jit import inlined, kernel
from zerosum.kernels.cells import keep, swap
from zerosum.kernels.names import Numbers
from zerosum.rng import Random


@inlined
def match_regrets(regrets: Numbers, n: int, sigma: Numbers) -> None:
    r"""Write the strategy of regrets, :math:`\sigma(a) = R^+(a) / \sum_b R^+(b)`.

    It is uniform if no regret is positive (Hart & Mas-Colell 2000). Modified in place: ``sigma``.
    """
    total = 0.0
    for a in range(n):
        positive = max(regrets[a], 0.0)
        sigma[a] = positive
        total += positive
    if total > 0.0:
        for a in range(n):
            sigma[a] = sigma[a] / total
    else:
        for a in range(n):
            sigma[a] = 1.0 / n


@inlined
def choose(sigma: Numbers, n: int, rng: Random) -> int:
    """Sample an action from a strategy."""
    return pick(sigma, n, rng.random())


@inlined
def pick(sigma: Numbers, n: int, threshold: float) -> int:
    """Return the first action at which the cumulative strategy is above a threshold."""
    total = 0.0
    for a in range(n - 1):
        total += sigma[a]
        if threshold < total:
            return a
    a = n - 1
    # Rounding may leave the sum short of one: what has no probability is not drawn even then.
    while a > 0 and sigma[a] <= 0.0:
        a -= 1
    return a


@inlined
def gain(cells: Numbers, place: int, amount: float, rng: Random) -> None:
    """Add to a number of a row. Modified in place: ``cells``."""
    keep(cells, place, cells[place] + amount, rng)


@inlined
def add_to_average(sums: Numbers, n: int, sigma: Numbers, weight: float, rng: Random) -> None:
    """Add a strategy, weighted, to the sums of its row. Modified in place: ``sums``."""
    for a in range(n):
        gain(sums, a, weight * sigma[a], rng)


@inlined
def add_to_regrets(
    regrets: Numbers,
    n: int,
    values: Numbers,
    value: float,
    weight: float,
    floor: float,
    rng: Random,
) -> None:
    """Add the weighted gains over a value; no regret falls below the floor. Modified in place."""
    for a in range(n):
        keep(regrets, a, max(regrets[a] + weight * (values[a] - value), floor), rng)


@kernel
def fade(
    row: Numbers, n: int, averaged: bool, period: int, discounts: Numbers, rng: Random
) -> None:
    """Apply the discounts of all periods that began since the row was last seen.

    Modified in place: ``row``, which keeps the period at its end. ``discounts`` holds three
    numbers a period: what remains of positive regrets, of other regrets, and of sums.
    """
    end = 2 * n if averaged else n
    known = row[end]
    # Threads may be a period apart; one of them makes the discounts of a row.
    if period <= known or not swap(row, end, known, period):
        return
    last = int(known) if known > 0 else period
    for each in range(last + 1, period + 1):
        for a in range(n):
            sign = 0 if row[a] > 0 else 1
            keep(row, a, row[a] * discounts[3 * each + sign], rng)
            if averaged:
                keep(row, a + n, row[a + n] * discounts[3 * each + 2], rng)
