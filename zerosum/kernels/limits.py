"""Limits that keep a native kernel inside its memory: the longest row, and the stack.

Native code does not check where it writes. So the longest row that a view can write is worked out
from the types when a kernel is compiled, and recursion ends before the stack does.
"""

from typing import Any

from numba.core import types
from numba.core.registry import cpu_target

from zerosum.errors import LoweringError
from zerosum.jit import give_native_form
from zerosum.kernels.rows import TooDeep
from zerosum.native import depth
from zerosum.native.emit import overload
from zerosum.native.keys import most_words
from zerosum.native.types import ViewType
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


def check_room(view: Any, infoset: Any, menu: Any) -> None:
    """Check that no row of a view is longer than ``ROW_WORDS``.

    Natively this happens when the kernel is compiled, and costs nothing; Python needs no check.
    """


@overload(check_room)
def _check_room(view: Any, infoset: Any, menu: Any) -> Any:
    parts = [menu, *_key_types(view, infoset)]
    longest = 1 + sum(most_words(part) for part in parts)
    if longest > ROW_WORDS:
        raise LoweringError(
            f"A row of the table must be at most {ROW_WORDS:,} words; player, actions and key may "
            f"take {longest:,} here: declare shorter tuples, as in UpTo(8).",
            view,
        )
    return lambda view, infoset, menu: None


def check_words(value: Any) -> None:
    """Check that a value is no longer than a row, natively when the kernel is compiled."""


@overload(check_words)
def _check_words(value: Any) -> Any:
    longest = most_words(value)
    if longest > ROW_WORDS:
        raise LoweringError(
            f"A history, and what is public or private in it, must be at most {ROW_WORDS:,} words; "
            f"one may take {longest:,}: declare shorter tuples, as in UpTo(8).",
            value,
        )
    return lambda value: None


def _key_types(view: ViewType, infoset: Any) -> list[Any]:
    """Return the native types of what makes the key, apart from the actions."""
    looks = view.lowering
    if looks.view.states is None:
        return [infoset]
    carried = dict(view.fields)
    found = []
    for place, factor in enumerate(looks.view.factors):
        if factor.function is None:
            call = looks.lowering.record_call(type(factor.target))
            given: tuple[Any, ...] = (carried[f"factor{place}"], infoset)
        else:
            call, given = looks.lowering.callable(factor), (infoset,)
        signature = types.Dispatcher(call).get_call_type(cpu_target.typing_context, given, {})
        found.append(signature.return_type)
    return found
