"""What an abstraction of cards costs on a spot, for each player."""

from __future__ import annotations

from typing import Any

from zerosum.evaluation.price.streets import HandPrices, hand_prices
from zerosum.pkr.spots.spot import Spot


def loss(spot: Spot, states: Any, **how: Any) -> HandPrices:
    """Return what an abstraction of cards costs each player of a spot.

    Parameters
    ----------
    spot
        The spot.
    states
        A factor of hold'em, or a product; the betting is always known.
    how
        As :func:`~zerosum.evaluation.price.streets.hand_prices` takes it; ``to`` is a share of the
        pot.

    Raises
    ------
    AbstractionError, GameError
        As that function does.

    Examples
    --------
    >>> from zerosum.pkr.holdem.abstraction import hand_ranks
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> found = loss(spot, hand_ranks, to=1e-4)
    >>> [round(each.price, 3) for each in found.prices], found.prices[0].buckets
    ([0.0, 0.0], (2,))
    """
    return hand_prices(spot.game, states, unit=spot.pot, **how)
