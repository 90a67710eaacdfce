"""What is demanded of numbers that people give."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.errors import AbstractionError


def check_count(thing: str, value: Any, advice: str, least: int = 1) -> None:
    """Demand a whole number, not too small.

    Raises
    ------
    AbstractionError
        Where it is none.

    Examples
    --------
    >>> check_count("deals of a sample", 2.5, "give 1,000")
    Traceback (most recent call last):
    zerosum.errors.AbstractionError: The deals of a sample must be a whole number, 1 or more; \
got 2.5: give 1,000.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least:
        raise AbstractionError(
            f"The {thing} must be a whole number, {least} or more; got {value!r}: {advice}.", value
        )
