"""What an iteration counts, by its rule."""

from __future__ import annotations

import math
from typing import Any

from zerosum.jit import kernel
from zerosum.tables import (
    AFTER,
    AVERAGE,
    CUT,
    EXTRA,
    GAMMA,
    LINEAR_WEIGHTS,
    PERIOD,
    PERIOD_LENGTH,
    PLAYERS,
    RARELY,
    REGRET,
    SHARE,
    THRESHOLD,
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


@kernel
def draw_cut(work: Any, iteration: int) -> None:
    """Set below which regret a walk rarely tries actions, and how much they count: 0, or more."""
    weights = work.weights
    weights[CUT] = -math.inf
    if iteration > work.settings[AFTER]:
        whole = work.rng.random() < weights[SHARE]
        weights[CUT] = weights[THRESHOLD] * weights[REGRET]
        weights[RARELY] = 1.0 / weights[SHARE] if whole else 0.0
