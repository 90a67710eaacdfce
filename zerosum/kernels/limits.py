"""Limits that keep a native kernel inside its memory: the longest row, and the stack.

Native code does not check where it writes. So the most words that a value can take are worked out
from its type when a kernel is compiled, and recursion ends before the stack does.
"""

from typing import Any

from zerosum.errors import LoweringError
from zerosum.jit import give_native_form
from zerosum.kernels.rows import TooDeep
from zerosum.native import depth
from zerosum.native.emit import overload
from zerosum.native.keys import most_words
from zerosum.tables import ROW_WORDS


def stack_address() -> int:
    """Return where the stack ends now; 0 in Python, which has its own limit."""
    return 0


give_native_form(stack_address, depth.stack_address)


def check_stack(work: Any) -> None:
    """End a recursion before the stack overflows; Python has its own limit."""


@overload(check_stack)
def _check_stack(work: Any) -> Any:
    def impl(work: Any) -> None:
        if depth.stack_address() < work.stack_end:
            raise TooDeep

    return impl


def check_words(value: Any) -> None:
    """Check that a value is no longer than a row, natively when the kernel is compiled."""


@overload(check_words)
def _check_words(value: Any) -> Any:
    longest = most_words(value)
    if longest > ROW_WORDS:
        raise LoweringError(
            f"A history, a menu, and what is public or private, must be at most {ROW_WORDS:,} "
            f"words; one may take {longest:,}: declare shorter tuples, as in UpTo(8).",
            value,
        )
    return lambda value: None
