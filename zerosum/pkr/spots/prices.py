"""What abstractions of cards cost on a spot, for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from zerosum.abstraction import Product
from zerosum.evaluation.price.streets import HandPrices, hand_prices
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.pkr.holdem.abstraction.buckets import ehs, ochs, percentile, potential_aware
from zerosum.pkr.spots.spot import Spot
from zerosum.support.rendering import Shown

KINDS = ("percentile", "ehs", "histograms", "landmarks", "ochs")
"""The ways to bucket cards that :func:`sweep` compares."""
_METRICS = {"histograms": "quantiles", "landmarks": "landmarks"}
_STREETS = 3


@dataclass(frozen=True)
class BucketPrices(Shown):
    """What buckets of one kind cost on a spot; figures are means over both players.

    Parameters
    ----------
    kind
        One of :data:`KINDS`.
    size
        How many buckets each street has, of all hands and boards.
    recalled
        Whether later streets still know the buckets of earlier ones.
    prices
        What they cost each player.

    Examples
    --------
    >>> from zerosum.pkr.holdem.abstraction import hand_ranks
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> found = BucketPrices("ehs", 20, False, loss(spot, hand_ranks, to=1e-3))
    >>> found.kind, found.share("both") < 0.01
    ('ehs', True)
    """

    kind: str
    size: int
    recalled: bool
    prices: HandPrices

    JSON = ("kind", "size", "recalled", "keys", "prices")

    def content(self) -> list[Any]:
        """Return what the buckets are, and what they cost each player."""
        recalled = "with" if self.recalled else "without"
        return [f"{self.kind}, {self.size:,} on a street, {recalled} earlier ones", self.prices]

    @property
    def keys(self) -> float:
        """How many keys a player has on all streets."""
        return fmean(sum(each.buckets) for each in self.prices.prices)

    def share(self, figure: str) -> float:
        """Return a figure of prices, such as ``"error"`` or ``"both"``, as a share of the pot."""
        return fmean(getattr(each, figure) for each in self.prices.prices) / self.prices.unit


def buckets(
    kind: str, size: int, *, street: int = 1, recalled: bool = False, deck: Deck = FULL
) -> Product:
    """Return buckets of cards on all streets from one on, without what hands were before.

    Parameters
    ----------
    kind
        One of :data:`KINDS`. Histograms and landmarks stand on rank vectors of rivers.
    size
        How many buckets each street has.
    street
        The first street; 1 is the flop.
    recalled
        Whether later streets still know the buckets of earlier ones.
    deck
        The cards.

    Examples
    --------
    >>> buckets("ehs", 20, street=2)
    ehs(20, street=2) * ehs(20, street=3)
    """
    where: Any = {"deck": deck, "recalled": recalled}
    if kind in _METRICS:
        every = potential_aware(*[size] * _STREETS, metric=_METRICS[kind], **where)
        return Product(tuple(every.factors[street:])) if recalled else every
    make: Any = {"percentile": percentile, "ehs": ehs, "ochs": ochs}[kind]
    return Product(tuple([make(size, each, **where) for each in range(street, _STREETS + 1)]))


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
    return next(hand_prices(spot.game, [states], unit=spot.pot, **how))


def sweep(
    spot: Spot, sizes: Iterable[int], kinds: Iterable[str] = KINDS, **how: Any
) -> Iterator[BucketPrices]:
    """Yield what buckets cost on a spot, with and without recall, kind by kind.

    On a river there is nothing to recall, and landmarks are histograms.

    Parameters
    ----------
    spot
        The spot.
    sizes
        How many buckets each street has.
    kinds
        Some of :data:`KINDS`.
    how
        As for :func:`loss`.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> spot = Spot("AA,QQ", "KK", board="TcTdJhQsAc", pot=10, stack=10, bets="100%", deck=TWENTY)
    >>> for found in sweep(spot, [5], ["ehs"], to=1e-2):
    ...     found.kind, found.size, found.recalled
    ('ehs', 5, False)
    """
    street, river = spot.hand.street, spot.hand.street == _STREETS
    cases = [
        (kind, size, recalled)
        for kind in kinds
        for recalled in ([False] if river else [False, True])
        for size in sizes
        if not (river and kind == "landmarks")
    ]
    every = (
        buckets(kind, size, street=street, recalled=recalled, deck=spot.deck)
        for kind, size, recalled in cases
    )
    found = hand_prices(spot.game, every, unit=spot.pot, **how)
    for case, prices in zip(cases, found, strict=True):
        yield BucketPrices(*case, prices)
