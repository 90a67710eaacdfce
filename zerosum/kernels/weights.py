"""What an iteration counts, by its rule."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.tables import (
    AVERAGE,
    EXTRA,
    GAMMA,
    LINEAR_WEIGHTS,
    PERIOD,
    PERIOD_LENGTH,
    PLAYERS,
    REGRET,
)


@kernel
def prepare(work: Any, iteration: int) -> float:
    """Set the weights, or the period, of an iteration; return what a spread adds."""
    weight = 1.0
    if work.settings[EXTRA] > 0:
        work.settings[PERIOD] = 1 + (iteration - 1) // work.settings[PERIOD_LENGTH]
    else:
        weight = float(iteration) ** work.weights[GAMMA]
        if work.settings[LINEAR_WEIGHTS] > 0:
            work.weights[REGRET] = float(iteration)
    work.weights[AVERAGE] = weight if work.settings[PLAYERS] == 2 else 0.0
    return weight
