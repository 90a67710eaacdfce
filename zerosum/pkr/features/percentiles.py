"""Percentiles: the share of the hands of a street that are weaker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zerosum.support.store import Array

_STEPS = 1 << 16


def percentiles(strengths: Array, holds: Array) -> NDArray[np.float32]:
    """Return the share of hands that are weaker, those of equal strength counting half.

    Parameters
    ----------
    strengths
        Of each situation, 0 to 1; they are compared in steps of 1 / 65,535. Shape (situations,).
    holds
        How many hands on boards each situation stands for.

    Examples
    --------
    >>> percentiles(np.array([0.1, 0.5, 0.5, 0.9]), np.array([1, 1, 1, 1])).tolist()
    [0.125, 0.5, 0.5, 0.875]
    """
    codes = np.rint(np.asarray(strengths, np.float32) * np.float32(_STEPS - 1)).astype(np.uint16)
    mass = np.bincount(codes, holds, _STEPS)
    share = (np.cumsum(mass) - mass / 2) / mass.sum()
    found: NDArray[np.float32] = share.astype(np.float32)[codes]
    return found
