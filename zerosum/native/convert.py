"""From what a user's code computes to the type that a field, or a menu, declares."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core import types
from numba.extending import intrinsic

from zerosum.errors import GameError, LoweringError
from zerosum.native.casts import emit_cast, fits, unwrap
from zerosum.native.overloads import overload
from zerosum.native.sequences import empty_sequence, hold, push, release, widen
from zerosum.native.syntax import define
from zerosum.native.types import ListTupleType, SequenceType


def converter(wanted: types.Type, place: str) -> Any:
    """Return a native function that takes any fitting value to the type of a field.

    Parameters
    ----------
    wanted
        Type of the field.
    place
        ``Class.field``, for errors.
    """
    return _converter(wanted, place)


@cache
def _converter(wanted: types.Type, place: str) -> Any:
    def convert(value: Any) -> Any:
        return value

    @intrinsic
    def cast(context: Any, value: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            return emit_cast(ctx, builder, args[0], value, wanted)

        return wanted(value), codegen

    def resolve(value: Any) -> Any:
        if isinstance(value, types.Literal):
            value = value.literal_type
        if isinstance(wanted, types.Boolean) and isinstance(value, types.Integer):
            return (lambda value: value) if value == wanted else (lambda value: value != 0)
        if fits(value, wanted):
            return lambda value: cast(value)
        if isinstance(value, types.Optional):
            return _unwrapped(convert, wanted)
        made = _sequence_converter(value, wanted, place)
        if made is None:
            raise LoweringError(
                f"{place} must be a value of its annotation, natively {wanted}; got {value}. "
                f"Convert it before it is stored.",
                place,
            )
        return made

    overload(convert)(resolve)
    return convert


def _unwrapped(convert: Any, wanted: types.Type) -> Callable[[Any], Any]:
    def impl(value: Any) -> Any:
        if value is None:
            raise TypeError("a field that is never None was given None")
        return convert(unwrap(value))

    return impl


def _sequence_converter(value: Any, wanted: Any, place: str) -> Any:
    """Return a function from a list, tuple or sequence to a sequence or a fixed tuple."""
    if isinstance(wanted, SequenceType):
        capacity = wanted.capacity
        message = f"{place} holds more than {capacity} items; raise its UpTo({capacity})"
        empty, item = empty_sequence(wanted), _converter(wanted.item, place)
        if (
            isinstance(value, SequenceType)
            and value.item == wanted.item
            and (value.capacity <= capacity)
        ):
            return lambda value: widen(value, empty())
        if isinstance(value, types.BaseTuple):
            if len(value) > capacity:
                raise LoweringError(f"{message}; got a tuple of {len(value)}.", place)
            return _tuple_converter(len(value), empty, item)
        if isinstance(value, (ListTupleType, SequenceType)):
            return _list_converter(capacity, message, empty, item)
    if isinstance(wanted, types.BaseTuple) and isinstance(value, (ListTupleType, SequenceType)):
        return _fixed_converter(wanted, place)
    if isinstance(wanted, types.BaseTuple) and isinstance(value, types.BaseTuple):
        return _parts_converter(value, wanted, place)
    return None


def _tuple_converter(length: int, empty: Any, item: Any) -> Any:
    pushes = "".join(f"    push(held, item(value[{place}]))\n" for place in range(length))
    source = f"def impl(value):\n    held = hold(empty())\n{pushes}    return release(held)\n"
    return define(
        source, {"hold": hold, "push": push, "release": release, "empty": empty, "item": item}
    )


def _list_converter(capacity: int, message: str, empty: Any, item: Any) -> Any:
    def impl(value: Any) -> Any:
        if len(value) > capacity:
            raise GameError(message)
        held = hold(empty())
        for place in range(len(value)):
            push(held, item(value[place]))
        return release(held)

    return impl


def _fixed_converter(wanted: Any, place: str) -> Any:
    length = len(wanted)
    message = f"{place} must hold {length} items"
    items = [_converter(part, place) for part in wanted]
    parts = "".join(f"item{n}(value[{n}]), " for n in range(length))
    source = (
        f"def impl(value):\n    if len(value) != {length}:\n"
        f"        raise ValueError(message)\n    return ({parts})\n"
    )
    return define(source, {"message": message, **{f"item{n}": f for n, f in enumerate(items)}})


def _parts_converter(value: Any, wanted: Any, place: str) -> Any:
    if len(value) != len(wanted):
        return None
    items = [_converter(part, place) for part in wanted]
    parts = "".join(f"item{n}(value[{n}]), " for n in range(len(wanted)))
    return define(
        f"def impl(value):\n    return ({parts})\n", {f"item{n}": f for n, f in enumerate(items)}
    )
