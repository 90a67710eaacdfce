"""What remains of regrets from one iteration, or period, to the next."""

from __future__ import annotations

import math

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
