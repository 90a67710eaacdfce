"""Checks of numbers that users give."""

from typing import Any

import numpy as np

from zerosum.errors import AbstractionError


def check_count(thing: str, value: Any, advice: str, least: int = 1) -> None:
    """Check that a value is a whole number, and not too small.

    Raises
    ------
    AbstractionError
        If it is not.

    Examples
    --------
    >>> check_count("deals of a sample", 2.5, "give 1,000")
    Traceback (most recent call last):
    zerosum.errors.AbstractionError: The deals of a sample must be a whole number, 1 or more; \
got 2.5: give 1,000.
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise AbstractionError(
            f"The {thing} must be a whole number, {least} or more; got {value!r}: {advice}.", value
        )
