"""Equity: what share of the pot each player wins on average if all cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError, check_count
from zerosum.pkr.equities.boards import Floats
from zerosum.pkr.equities.exact import count, is_quick
from zerosum.pkr.equities.sampled import SAMPLES, sample
from zerosum.pkr.equities.spots import Hands, spot_of
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.support.rendering import Shown

_SURE = 1.96  # standard deviations, for 95 per cent
_NEVER = 3.0  # what may have happened so often with 95 per cent, though it was never seen


@dataclass(frozen=True)
class Equity(Shown):
    """The equity of one player.

    Parameters
    ----------
    wins, ties
        The deals in which the player wins alone, and in which it splits the pot. With weights, they
        count by the product of the weights of the players' hands.
    shares
        The pots that the player wins, each split pot counted as a part.
    deals
        The deals of all players' hands and the board.
    error
        Half the width of the interval of 95 % around the equity; 0 if it is exact.
    samples
        The number of random deals; 0 if all were counted.

    Examples
    --------
    >>> found = Equity(wins=42, ties=0, shares=42, deals=44)
    >>> round(found.share, 3), found.samples
    (0.955, 0)
    """

    wins: float
    ties: float
    shares: float
    deals: float
    error: float = 0.0
    samples: int = 0

    def content(self) -> list[str]:
        """Return the equity, and how often the player wins and splits the pot."""
        sure = f" ± {self.error:.2%}" if self.samples else ""
        wins, ties = self.wins / self.deals, self.ties / self.deals
        return [f"equity {self.share:.2%}{sure}: wins {wins:.2%}, ties {ties:.2%}"]

    @property
    def share(self) -> float:
        """The equity: the share of the pot that the player wins on average."""
        return self.shares / self.deals


def equity(
    *ranges: Hands,
    board: Cards | str = NO_CARDS,
    dead: Cards | str = NO_CARDS,
    deck: Deck = FULL,
    samples: int = SAMPLES,
    seed: int = 0,
) -> tuple[Equity, ...]:
    """Return the equity of each player: exact if that takes about a second, else sampled.

    Parameters
    ----------
    ranges
        The range of each of 2 to 6 players, or its text.
    board
        Up to 5 cards.
    dead
        Cards that nobody holds and that do not come.
    deck
        The deck, and the order of hands.
    samples, seed
        The number of random deals and their seed, where not all are counted.

    Raises
    ------
    GameError
        If a text cannot be read, a card is used twice, or the ranges leave no hands for all
        players.

    Notes
    -----
    Two ranges before the flop, one of them of whole classes, are looked up in
    :func:`zerosum.pkr.equities.preflop`, which is computed once.

    Examples
    --------
    >>> flush_draw, overpairs = equity("AhKh", "QQ+, AKs", board="Jh Th 2c")
    >>> f"{flush_draw.share:.4f}", flush_draw.wins, flush_draw.deals, flush_draw.samples
    ('0.5593', 7356, 14850, 0)
    """
    spot = spot_of(ranges, board, dead, deck)
    check_count("samples", samples, 2, "leave samples= out for a million", GameError)
    if is_quick(spot):
        return _equities(count(spot), spot.players, 0)
    return _equities(sample(spot, samples, seed), spot.players, samples)


def exact_equity(
    *ranges: Hands,
    board: Cards | str = NO_CARDS,
    dead: Cards | str = NO_CARDS,
    deck: Deck = FULL,
) -> tuple[Equity, ...]:
    """Return the exact equity of each player, however long it takes; see :func:`equity`.

    Examples
    --------
    >>> jacks, kings = exact_equity("JhJd", "KcKs", board="Js 7d 2c 2s")
    >>> jacks.wins, kings.wins, jacks.deals
    (42, 2, 44)
    """
    spot = spot_of(ranges, board, dead, deck)
    return _equities(count(spot), spot.players, 0)


def sampled_equity(
    *ranges: Hands,
    board: Cards | str = NO_CARDS,
    dead: Cards | str = NO_CARDS,
    deck: Deck = FULL,
    samples: int = SAMPLES,
    seed: int = 0,
) -> tuple[Equity, ...]:
    """Return the equity of each player over random deals; see :func:`equity`.

    >>> queens, overcards = sampled_equity("QQ", "AK", samples=2_000, seed=1)
    >>> 0.4 < queens.share < 0.7, queens.samples, 0 < queens.error < 0.05
    (True, 2000, True)
    """
    spot = spot_of(ranges, board, dead, deck)
    check_count("samples", samples, 2, "leave samples= out for a million", GameError)
    return _equities(sample(spot, samples, seed), spot.players, samples)


def _equities(tally: Floats, players: int, samples: int) -> tuple[Equity, ...]:
    """Return the equities of deals counted by their winners."""
    deals = float(tally.sum())
    found: list[Equity] = []
    for player in range(players):
        parts = [
            (1 / winners.bit_count(), float(weight))
            for winners, weight in enumerate(tally)
            if winners >> player & 1
        ]
        shares = sum(part * weight for part, weight in parts)
        wins = float(tally[1 << player])
        ties = sum(weight for part, weight in parts if part < 1)
        squares = sum(part * part * weight for part, weight in parts)
        variance = max(squares / deals - (shares / deals) ** 2, 0.0)
        error = max(_SURE * sqrt(variance / samples), _NEVER / samples) if samples else 0.0
        found.append(
            Equity(_whole(wins), _whole(ties), _whole(shares), _whole(deals), error, samples)
        )
    return tuple(found)


def _whole(number: float) -> float:
    """Return a number as an int if it is one."""
    return int(number) if number.is_integer() else number
