"""The results of deals and of whole matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.tables import Floats, Ints


@dataclass(frozen=True, eq=False)
class DealResults:
    """The results of some deals.

    Parameters
    ----------
    gains
        Shape (deals, 2): chips that the first side won in seat 0 and in seat 1.
    counts
        Shape (3, 2), a column for each side: its decisions, those at infosets that its strategy
        does not know, and those with a bet that was moved to the bounds of the real game.
    """

    gains: Floats
    counts: Ints


@dataclass(frozen=True)
class Match:
    """A match of two agents, every deal played from both seats.

    Parameters
    ----------
    names
        The names of the first agent and the second.
    deals
        The number of deals; each is two hands.
    mean
        The mean gain of the first agent, in chips per hand.
    margin
        Half the width of its 95 % interval. One sample is the mean of the two hands of a deal.
    unknown
        The share of each side's decisions at infosets that its strategy does not know and plays
        uniformly.
    clipped
        The share of each side's decisions with a bet that had to be moved to the bounds of the
        real game.
    seconds
        The time for playing, without compiling.
    native
        Whether it ran natively.
    series
        Whether each deal was a whole series, such as a match to 11 points.
    """

    names: tuple[str, str]
    deals: int
    mean: float
    margin: float
    unknown: tuple[float, float]
    clipped: tuple[float, float]
    seconds: float = field(compare=False)
    native: bool = field(compare=False)
    series: bool = False

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return 2 * self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, in chips per hand."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def rate(self) -> float:
        """Hands per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0


def summed_up(
    names: tuple[str, str],
    results: Sequence[DealResults],
    seconds: float,
    *,
    native: bool,
    series: bool = False,
) -> Match:
    """Return the result of a match from those of at least two deals."""
    gains = np.concatenate([part.gains for part in results])
    decisions, *shares = np.sum([part.counts for part in results], axis=0)
    unknown, clipped = (np.array(shares) / np.maximum(decisions, 1)).tolist()
    pairs = (gains[:, 0] + gains[:, 1]) / 2
    return Match(
        names=names,
        deals=len(gains),
        mean=float(pairs.mean()),
        margin=WIDTH * float(pairs.std(ddof=1)) / sqrt(len(gains)),
        unknown=tuple(unknown),
        clipped=tuple(clipped),
        seconds=seconds,
        native=native,
        series=series,
    )
