"""Compile a function of numbers and arrays, as the fitting of factors with data asks for.

Whoever declares a factor needs no compiler; native code is imported when one is fitted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Workshop(Protocol):
    """What compiles functions of numbers and arrays."""

    def compile(self, function: F) -> F:
        """Return the native twin of a function, which releases the GIL."""
        ...


def workshop() -> Workshop:
    """Return what compiles functions; the first call imports native code."""
    from zerosum.native.workshop import WORKSHOP

    return WORKSHOP
