"""Compile functions of numbers and arrays, to fit factors with data.

Declaring a factor needs no compiler; native code is imported only when a factor is fitted.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from zerosum.jit import compiled, kernel, with_helpers

F = TypeVar("F", bound=Callable[..., Any])


class Workshop:
    """Compiles functions of numbers and arrays, and keeps their code in the cache on disk."""

    @staticmethod
    def compile(function: F) -> F:
        """Return the native form of a function, which releases the GIL."""
        native: F = compiled(kernel(function, checked=True))
        return native

    @staticmethod
    def trust(function: F) -> F:
        """Return the native form of a kernel without any checks, which releases the GIL.

        Loops over contiguous arrays become vector instructions, which checks of each index would
        prevent. An index beyond an array is undefined behaviour: whoever calls the kernel checks
        its arguments. Items of narrow arrays are numbers of their own width, as in NumPy:
        ``float32`` times ``float32`` is ``float32``. Operations keep the order in which they are
        written, so results are those of the interpreter, on every machine.
        """
        native: F = compiled(with_helpers(function))
        return native


def workshop() -> Workshop:
    """Return the workshop; the first use imports native code."""
    return Workshop()
