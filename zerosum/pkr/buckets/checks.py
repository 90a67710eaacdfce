"""Numbers that bucket factors are declared with: a sentence for those that make no sense."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from zerosum.errors import AbstractionError

EXAMPLES = {
    "equities": "equities((8,) + (40,) * 7, dimension=50, maxiter=30)",
    "ochs": "ochs((8,) + (40,) * 7)",
    "ehs": "ehs(20)",
    "percentile": "percentile(20)",
}
"""How each maker of factors is written."""


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
            f"write it as in {EXAMPLES[maker]}.",
            value,
        )


def check_sizes(maker: str, maxiter: Any, opponents: Any, samples: Any) -> tuple[int, int, int]:
    """Check the sizes that all buckets of streets are declared with, and return them.

    Raises
    ------
    AbstractionError
        Where one makes no sense.
    """
    check_number(maker, "maxiter", maxiter, 1, 10_000)
    check_number(maker, "opponents", opponents, 1, 10_000)
    check_number(maker, "samples", samples, 1, 10_000_000)
    return int(maxiter), int(opponents), int(samples)
