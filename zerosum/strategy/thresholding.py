"""Strategies without their unlikely actions, which averages of short training are full of.

Ganzfried, Sandholm & Waugh, "Strategy purification and thresholding: effective non-equilibrium
approaches for playing large games", AAMAS 2012.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from zerosum.errors import StrategyError
from zerosum.strategy.strategy import Strategy
from zerosum.tables.blocks import bucket_counts, starts_of


def thresholded(strategy: Any, least: float) -> Strategy:
    """Return a strategy without the actions that it takes less often than a limit.

    Parameters
    ----------
    strategy
        The strategy, whose other arrays are shared.
    least
        The least probability of an action that is kept. The likeliest action of an infoset, the
        first of equals, is kept in any case; with 1, no other is.

    Raises
    ------
    StrategyError
        If the strategy is of another kind, whose probabilities are not in one array.

    Notes
    -----
    Ganzfried, Sandholm & Waugh, "Strategy purification and thresholding: effective non-equilibrium
    approaches for playing large games", AAMAS 2012.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> solver = CFR(Kuhn())
    >>> solver.run(1_000)
    >>> made, king = solver.strategy(), Kuhn().apply(2).apply(0).infoset(0)
    >>> [round(strategy(king)[1], 2) for strategy in (made, thresholded(made, 0.4))]
    [0.65, 1.0]
    """
    if not isinstance(strategy, Strategy):
        raise StrategyError(
            f"A strategy that is played without unlikely actions must be a table; got a "
            f"{type(strategy).__name__}: leave least out of its experiment.",
            strategy,
        )
    widths, dense = np.diff(strategy.starts), strategy.view.dense
    buckets = bucket_counts(strategy.words, strategy.blocks) if dense else np.ones_like(widths)
    sizes = np.repeat(widths // buckets, buckets)  # of menus
    if not sizes.size:
        return strategy
    begins, menus = starts_of(sizes)[:-1], np.repeat(np.arange(sizes.size), sizes)
    chances = np.array(strategy.probabilities)
    best = np.maximum.reduceat(chances, begins)
    likeliest = np.flatnonzero(chances == best[menus])
    kept = chances >= least
    kept[likeliest[np.unique(menus[likeliest], return_index=True)[1]]] = True
    chances[~kept] = 0.0
    sums = np.add.reduceat(chances, begins)
    chances /= np.where(sums > 0.0, sums, 1.0)[menus]  # zero where a bucket is unknown
    found = replace(
        strategy, probabilities=chances, about=f"{strategy.about}, without actions below {least:g}"
    )
    found._classes = strategy._classes
    return found
