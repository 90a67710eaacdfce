"""From what a user's code computes to the type that a field, or a menu, declares."""

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import GameError, LoweringError
from zerosum.native.casts import emit_cast, fits, unwrap
from zerosum.native.emit import Emitter, Function, Kind, Value, define, generic, instruction
from zerosum.native.packing import push_item, resized, small_item
from zerosum.native.sequences import ANY_LENGTH, BOUNDED, empty_sequence, hold, push, release
from zerosum.native.spelling import spelled
from zerosum.native.types import EnumType, PackedType, SequenceType

_CHECK = "    if len(value) != {}:\n        raise ValueError(message)\n"


class Outgrown(GameError):
    """A tuple is longer than its native form has room for."""


@cache
def converter(wanted: Kind, place: str, outgrown: str = "") -> Function:
    """Return a native function that takes any fitting value to the type of a field.

    Parameters
    ----------
    wanted
        Type of the field.
    place
        ``Class.field``, for errors.
    outgrown
        What an error says of a tuple that is too long, if it is not that of a field.
    """

    @instruction(lambda value: wanted(value))
    def cast(emitter: Emitter, value: Value) -> Value:
        (given,) = emitter.signature.args
        return emit_cast(emitter, value, given, wanted)

    def unwrapped(value: Any) -> Any:
        if value is None:
            raise TypeError("a field whose annotation does not allow None was given None")
        return convert(unwrap(value))

    @generic
    def convert(value: Kind) -> Function | None:
        value = types.unliteral(value)
        if isinstance(wanted, types.Boolean) and isinstance(value, types.Integer):
            return lambda value: value != 0
        if (value, wanted) == (types.float32, types.float64):
            raise LoweringError(
                f"{place} must be float, as it is annotated; got an item of an array of float32, "
                f"which computes in 32 bits in Python: write float(x).",
                place,
            )
        if fits(value, wanted) or _widens(value, wanted):
            return lambda value: cast(value)
        if isinstance(value, types.Optional):
            return _inside(wanted, place) if isinstance(wanted, types.Optional) else unwrapped
        made = _of_items(value, wanted, place, outgrown)
        if made is None:
            raise LoweringError(
                f"{place} must be {spelled(wanted)}, as it is annotated; got {spelled(value)}: "
                f"{_instead(value, wanted)}.",
                place,
            )
        return made

    return convert


def _inside(wanted: types.Optional, place: str) -> Function:
    """Return a function that converts what is inside an optional."""
    inner = converter(wanted.type, place)

    def impl(value: Any) -> Any:
        return None if value is None else inner(unwrap(value))

    return impl


def _instead(value: Kind, wanted: Kind) -> str:
    if isinstance(value, EnumType) and isinstance(wanted, types.Integer):
        return f"make {value.cls.__qualname__} an IntEnum"
    if isinstance(value, types.Array) and isinstance(wanted, types.Array):
        if value.ndim != wanted.ndim:
            return f"annotate its dimensions, which are {value.ndim}"
        if value.dtype == wanted.dtype:
            return "write np.ascontiguousarray(...), since its items do not lie side by side"
        return f"make it an array of {wanted.dtype} by astype"
    return "convert it before it is stored"


def too_many(place: str, capacity: int) -> str:
    """Return what an error says of a tuple that is longer than declared."""
    return f"{place} must hold at most {capacity} items; raise its UpTo({capacity})"


def _widens(given: Kind, wanted: Kind) -> bool:
    return isinstance(wanted, BOUNDED) and isinstance(given, BOUNDED) and wanted.takes(given)


def _of_items(value: Any, wanted: Any, place: str, outgrown: str) -> Function | None:
    """Return a function from a list, tuple or sequence to a sequence or a fixed tuple."""
    fixed, varying = isinstance(value, types.BaseTuple), isinstance(value, ANY_LENGTH)
    if isinstance(wanted, BOUNDED) and (fixed or varying):
        message = outgrown or too_many(place, wanted.capacity)
        if fixed and len(value) > wanted.capacity:
            raise LoweringError(f"{message}; got a tuple of {len(value)}.", place)
        packed = isinstance(wanted, PackedType)
        if packed and getattr(value, "bits", 0) == wanted.bits:
            return _narrowing(wanted, message)
        return _filling(len(value) if fixed else None, wanted, place, message)
    if isinstance(wanted, types.BaseTuple) and (varying or (fixed and len(value) == len(wanted))):
        return _part_by_part(wanted, place, "" if fixed else _CHECK.format(len(wanted)))
    return None


def _narrowing(wanted: PackedType, message: str) -> Function:
    """Return a function from a packed tuple with room for more items to one with less."""
    resize, capacity = resized(wanted), wanted.capacity

    def impl(value: Any) -> Any:
        if len(value) > capacity:
            raise Outgrown(message)
        return resize(value)

    return impl


def _filling(
    length: int | None, wanted: SequenceType | PackedType, place: str, message: str
) -> Function:
    """Return a function that fills a tuple item by item; one of known length is written out."""
    made, end, step = "hold(empty())", "release(made)", "push(made, item(value[{}]))"
    names: dict[str, Any] = {"hold": hold, "push": push, "release": release}
    if isinstance(wanted, PackedType):
        made, end, step = "empty()", "made", "made = push(made, small(item(value[{}])))"
        names = {"push": push_item, "small": small_item(wanted, place)}
    names |= {"empty": empty_sequence(wanted), "item": converter(wanted.item, place)}
    lines = [f"made = {made}", *(step.format(n) for n in range(length or 0))]
    if length is None:
        names |= {"Outgrown": Outgrown, "message": message}
        check = [f"if len(value) > {wanted.capacity}:", "    raise Outgrown(message)"]
        lines = [*check, *lines, "for n in range(len(value)):", f"    {step.format('n')}"]
    return define("\n    ".join(["def impl(value):", *lines, f"return {end}"]), names)


def _part_by_part(wanted: types.BaseTuple, place: str, check: str) -> Function:
    parts = "".join(f"item{n}(value[{n}]), " for n in range(len(wanted)))
    items = {f"item{n}": converter(part, place) for n, part in enumerate(wanted)}
    names = {"message": f"{place} must hold {len(wanted)} items", **items}
    return define(f"def impl(value):\n{check}    return ({parts})\n", names)
