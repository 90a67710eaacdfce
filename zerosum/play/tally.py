"""What came out of some deals, and what a whole match says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.bounds.bound import WIDTH


@dataclass(frozen=True, eq=False)
class Tally:
    """What came out of some deals.

    Parameters
    ----------
    gains
        Shape (deals, 2): chips that the first side won in seat 0 and in seat 1.
    decisions, unknown, clipped
        Of each side, shape (2,): how often it acted, at infosets that its strategy does not know,
        and with a bet that had to be moved to the bounds of the real game.
    """

    gains: NDArray[np.float64]
    decisions: NDArray[np.int64]
    unknown: NDArray[np.int64]
    clipped: NDArray[np.int64]


@dataclass(frozen=True)
class Match:
    """A match of two agents, every deal played from both seats.

    Parameters
    ----------
    names
        Of the first and the second.
    deals
        How many were played; each is two hands.
    mean
        What the first wins, in chips a hand.
    margin
        Half of the 95 % interval around it. A deal is one sample: the mean of its two hands.
    unknown
        The share of each side's decisions at infosets that its strategy does not know, where it
        is uniform.
    clipped
        The share of each side's decisions that were bets which the real game did not allow as
        they were, and that were moved to its bounds.
    seconds
        How long it took to play, compiling aside.
    native
        Whether it ran compiled.
    """

    names: tuple[str, str]
    deals: int
    mean: float
    margin: float
    unknown: tuple[float, float]
    clipped: tuple[float, float]
    seconds: float = field(compare=False)
    native: bool = field(compare=False)

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return 2 * self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, in chips a hand."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0


def gathered(parts: Sequence[Tally]) -> Tally:
    """Return several tallies as one, in their order."""
    return Tally(
        gains=np.concatenate([part.gains for part in parts]),
        decisions=sum((part.decisions for part in parts), np.zeros(2, np.int64)),
        unknown=sum((part.unknown for part in parts), np.zeros(2, np.int64)),
        clipped=sum((part.clipped for part in parts), np.zeros(2, np.int64)),
    )


def summed_up(names: tuple[str, str], tally: Tally, seconds: float, *, native: bool) -> Match:
    """Return what a tally of at least two deals says."""
    deals = len(tally.gains)
    pairs = (tally.gains[:, 0] + tally.gains[:, 1]) / 2
    acted = np.maximum(tally.decisions, 1)
    unknown, clipped = (tally.unknown / acted).tolist(), (tally.clipped / acted).tolist()
    return Match(
        names=names,
        deals=deals,
        mean=float(pairs.mean()),
        margin=WIDTH * float(pairs.std(ddof=1)) / sqrt(deals),
        unknown=(unknown[0], unknown[1]),
        clipped=(clipped[0], clipped[1]),
        seconds=seconds,
        native=native,
    )
