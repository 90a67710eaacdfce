"""Compile functions of numbers and arrays, to fit factors with data.

Declaring a factor needs no compiler; native code is imported only when a factor is fitted.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Workshop(Protocol):
    """Compiles functions of numbers and arrays."""

    def compile(self, function: F) -> F:
        """Return the native form of a function, which releases the GIL."""
        ...


def workshop() -> Workshop:
    """Return the workshop; the first call imports native code."""
    from zerosum.native.workshop import WORKSHOP

    return WORKSHOP
