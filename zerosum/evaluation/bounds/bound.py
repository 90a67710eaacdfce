"""Lower bounds on exploitability, from deals played from all seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from zerosum.errors import NotApplicable
from zerosum.game import name_of, players_of
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.support.rendering import Shown
from zerosum.tables import Floats

# Standard errors to either side of a mean that hold it in 95 of 100 samples.
WIDTH = 1.96


def check_pair(base: Any) -> None:
    """Check that a game is for two players.

    Raises
    ------
    NotApplicable
        If it is not.
    """
    if players_of(base) != 2:
        raise NotApplicable(
            f"The game {name_of(base)} must be for two players to bound what an "
            f"opponent may win; it is for {players_of(base)}.",
            base,
        )


@dataclass(frozen=True)
class LowerBound(Shown):
    """What an exploiter wins against a strategy, estimated from a sample.

    No exploiter wins more than a best response does, so the mean over the seats is at most the
    exploitability, NashConv divided by the number of players.

    Parameters
    ----------
    seats
        Chips per hand that the exploiter wins in each seat, shape (players,).
    seat_errors
        Their standard errors.
    mean, error
        The mean over the seats, which are dealt the same cards, less each player's share of what
        payoffs sum to where that is not 0; and its standard error.
    deals
        The number of deals, each played from every seat.
    unknown
        The share of the strategy's decisions at unknown infosets, where it is uniform.

    Examples
    --------
    >>> import numpy as np
    >>> gains = np.array([[1.0, 0.0], [3.0, 2.0], [2.0, 1.0]])  # by deal and seat
    >>> bound = LowerBound.of(gains, unknown=0.0)
    >>> bound.seats, bound.mean, bound.deals
    (array([2., 1.]), 1.5, 3)
    >>> [round(end, 2) for end in bound.interval]
    [0.37, 2.63]
    """

    seats: Floats
    seat_errors: Floats
    mean: float
    error: float
    deals: int
    unknown: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, in chips a hand."""
        return self.mean - WIDTH * self.error, self.mean + WIDTH * self.error

    @classmethod
    def of(cls, gains: Floats, unknown: float, share: float = 0.0) -> LowerBound:
        """Return the bound of what was won in each deal from each seat, shape (deals, 2)."""
        deals = len(gains)
        both = gains.mean(axis=1) - share
        return cls(
            seats=gains.mean(axis=0),
            seat_errors=gains.std(axis=0, ddof=1) / sqrt(deals),
            mean=float(both.mean()),
            error=float(both.std(ddof=1)) / sqrt(deals),
            deals=deals,
            unknown=unknown,
        )

    @classmethod
    def read(cls, work: StrategyWorkspace, deals: int, share: float = 0.0) -> LowerBound:
        """Return the bound that kernels recorded."""
        errors, players = work.errors(deals), work.players
        return cls(
            seats=work.means[:players].copy(),
            seat_errors=errors[:players],
            mean=float(work.means[players]) - share,
            error=float(errors[players]),
            deals=deals,
            unknown=work.unknown_share,
        )
