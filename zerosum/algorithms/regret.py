r"""A bound on exploitability from the regrets of a table.

In a game of two players with perfect recall, the NashConv of the average strategy is at most

.. math:: \sum_I \max\left(0, \max_a \frac{R(I, a)}{w}\right),

where :math:`w` is the total weight of the iterations: what is not regretted cannot be won by a best
response. It takes one look at the table, and is loose in games with many infosets. Sampled regrets
are estimates, and so is the bound: exploitability may be a little above it where little regret is
left.

Zinkevich et al., "Regret minimization in games with incomplete information", NeurIPS 2007,
theorems 2 and 3.
"""

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.rules import Rule
from zerosum.strategy.averages import read_rows
from zerosum.support.tokens import TUPLE
from zerosum.tables import HEADER, PLAYERS, Floats, Workspace


def regretted(work: Workspace, remains: Floats, *, native: bool) -> float:
    """Return the sum over all rows of a workspace that the bound divides: see the kernels."""
    table = work.table
    if table.prints > 0:
        places, counts, *_ = read_rows(table, work.numbers, work.fades)
        return float(table.run(sum_printed, places, counts, remains, native=native))
    return float(table.run(sum_regrets, remains, native=native))


@kernel
def sum_regrets(table: Work, remains: Numbers) -> float:
    """Return the sum over rows of the largest regret, or 0 if that is negative.

    Where ``remains`` has more than one number, rows keep the period in which they were last seen,
    and it is what remains of their regrets now.
    """
    total, fades = 0.0, 1 if remains.size > 1 else 0
    for row in range(table.rows):
        block = table.blocks[row]
        at, n = table.words[block], table.words[block + HEADER + 1] - TUPLE
        buckets = 1 + table.words[block + HEADER] // PLAYERS
        end = table.words[table.blocks[row + 1]] if row + 1 < table.rows else table.values_end
        width = (end - at) // buckets
        period = 2 * n if width > n + fades else n
        for bucket in range(buckets):
            here = at + bucket * width
            largest = 0.0
            for a in range(n):
                largest = max(largest, table.values[here + a])
            if fades > 0:
                largest *= remains[int(table.values[here + period])]
            total += largest
    return total


@kernel
def sum_printed(table: Work, places: Numbers, counts: Numbers, remains: Numbers) -> float:
    """Return what :func:`sum_regrets` does, of rows whose values and menus are known."""
    total = 0.0
    for row in range(counts.size):
        at, n = places[row], counts[row]
        largest = 0.0
        for a in range(n):
            largest = max(largest, table.values[at + a])
        if remains.size > 1:
            largest *= remains[int(table.values[at + 2 * n])]
        total += largest
    return total


def weights_of(rule: Rule, iterations: int, period: int, *, fades: bool) -> tuple[float, Floats]:
    """Return the total weight of iterations, and what remains now of the regrets of each period.

    ``fades`` says whether regrets are discounted, and not new ones weighted.

    >>> from zerosum.rules import DCFR, LINEAR, VANILLA
    >>> [weights_of(rule, 4, 2, fades=rule.fades)[0] for rule in (VANILLA, LINEAR, DCFR)]
    [4.0, 10.0, 3.0]
    """
    if not fades or not iterations:
        weight = iterations * (iterations + 1) / 2 if rule.linear else iterations
        return float(weight), np.ones(1)
    last = 1 + (iterations - 1) // period
    factors = [rule.discount(each, rule.alpha) for each in range(last, 0, -1)]
    remains = np.cumprod([1.0, *factors])[::-1]
    counts = np.full(last + 1, period)
    counts[0], counts[last] = 0, iterations - (last - 1) * period
    return float(counts @ remains), remains.astype(np.float64)


def tabulated(rule: Rule, periods: int) -> Floats:
    """Return the discounts of the first periods, three numbers each: see :meth:`Rule.factors`."""
    return np.array([rule.factors(period) for period in range(periods)]).ravel()
