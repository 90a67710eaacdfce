"""What an iteration of an exact solver counts, by its rule."""

from __future__ import annotations

import math
from typing import Any

from zerosum.jit import kernel


@kernel
def discount(iteration: int, exponent: float) -> float:
    """Return what remains of regrets at the start of an iteration, the first being 1.

    As :meth:`zerosum.rules.Rule.discount` says.
    """
    if math.isinf(exponent):
        return 1.0 if exponent > 0.0 else 0.0
    if iteration < 2:
        return 1.0
    weight = float(iteration - 1) ** exponent
    return float(weight / (weight + 1.0))


@kernel
def weigh(iteration: int, settings: Any, rule: Any) -> float:
    """Write the scalars of an iteration; return the weight of its strategy in the average.

    Parameters
    ----------
    iteration
        From 1.
    settings
        Of the rule: alpha, beta, gamma, floor, 1 where it predicts.
    rule
        What remains of positive regrets and of others, the floor; for the strategy, what remains
        of regrets in the next iteration, and how often the last count once more. Modified in
        place.
    """
    rule[0] = discount(iteration, settings[0])
    rule[1] = discount(iteration, settings[1])
    rule[2] = settings[3]
    rule[3] = 1.0
    rule[4] = settings[4]
    if settings[4] > 0.0:
        rule[3] = discount(iteration + 1, settings[0])
    return float(float(iteration) ** settings[2])
