"""Lower bounds on exploitability, from deals that are each played from both seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import kernel
from zerosum.kernels.lookup import AnswerWorkspace, note

# Standard errors to either side of a mean that hold it in 95 of 100 samples.
WIDTH = 1.96


@kernel
def note_both(work: Any, first: float, second: float, number: int) -> None:
    """Note what deal ``number`` won from both seats, and half of both together."""
    note(work, 0, first, number)
    note(work, 1, second, number)
    note(work, 2, 0.5 * (first + second), number)


@dataclass(frozen=True)
class LowerBound:
    """What an exploiter wins against a strategy, as far as a sample tells.

    Nobody wins more than a best response does, so its mean over both seats is at most the
    exploitability: NashConv / 2.

    Parameters
    ----------
    seats
        Chips a hand that the exploiter wins as player 0 and as player 1, shape (2,).
    seat_errors
        Their standard errors.
    mean, error
        Of half the sum of both seats, which are dealt the same cards.
    deals
        How many were played, each from both seats.
    unknown
        The share of the strategy's decisions at infosets that it does not know, where it is
        uniform.
    """

    seats: NDArray[np.float64]
    seat_errors: NDArray[np.float64]
    mean: float
    error: float
    deals: int
    unknown: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, in chips a hand."""
        return self.mean - WIDTH * self.error, self.mean + WIDTH * self.error

    @classmethod
    def read(cls, work: AnswerWorkspace, deals: int) -> LowerBound:
        """Return what kernels noted."""
        errors = np.sqrt(work.squares[:3] / (deals - 1)) / sqrt(deals)
        return cls(
            seats=work.means[:2].copy(),
            seat_errors=errors[:2],
            mean=float(work.means[2]),
            error=float(errors[2]),
            deals=deals,
            unknown=work.unknown / max(work.decisions, 1.0),
        )
