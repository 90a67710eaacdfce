"""Numbers that bucket factors are declared with: a sentence for those that make no sense."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from zerosum.errors import AbstractionError

_EXAMPLES = {
    "equities": "equities((8,) + (40,) * 7, dimension=50, maxiter=30)",
    "ehs": "ehs(20)",
    "percentile": "percentile(20)",
}


def check_number(maker: str, name: str, value: Any, least: int, most: int) -> None:
    """Check one number.

    Raises
    ------
    AbstractionError
        Where it is no whole number, or out of bounds.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        raise AbstractionError(
            f"The {name} of {maker} must be a whole number, {least} to {most:,}; got {value!r}: "
            f"write it as in {_EXAMPLES[maker]}.",
            value,
        )
