"""``with_item``: a tuple with another item at an index, without the heap."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from zerosum.actions import with_item
from zerosum.errors import LoweringError
from zerosum.native.casts import present
from zerosum.native.convert import converter
from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    always,
    generic,
    instruction,
    overload,
)
from zerosum.native.menus import common_type
from zerosum.native.packing import put_item, small_item
from zerosum.native.protocols import as_index
from zerosum.native.reductions import listed
from zerosum.native.sequences import as_tuple
from zerosum.native.spelling import spelled
from zerosum.native.types import ListTupleType, PackedType, SequenceType

_PLACE = "The item that with_item puts in"


@overload(with_item)
def _with_item(items: Kind, index: Kind, item: Kind) -> Function | None:
    if isinstance(items, types.Optional):
        return lambda items, index, item: with_item(present(items), index, item)
    if isinstance(items, ListTupleType):
        return lambda items, index, item: _in_list(listed(items), index, item)
    if isinstance(items, PackedType):
        convert, small = converter(items.item, _PLACE), small_item(items)
        return lambda items, index, item: put_item(
            items, _checked(items, index), small(convert(item))
        )
    if isinstance(items, SequenceType):
        to_item = converter(items.item, _PLACE)
        return lambda items, index, item: _put(items, _checked(items, index), to_item(item))
    kind = common_type(list(items)) if isinstance(items, types.BaseTuple) else None
    if kind is None:
        raise LoweringError(
            f"with_item must be given a tuple of items of one type; got {spelled(items)}; write "
            f"the tuple out, as in (items[0], item).",
            items,
        )
    to_items = converter(types.UniTuple(kind, len(items)), "The tuple given to with_item")
    into = converter(kind, _PLACE)
    return lambda items, index, item: _put_fixed(
        to_items(items), _checked(items, index), into(item)
    )


@generic
@always
def _checked(items: Any, index: Any) -> Any:
    """Return an index that may be negative as a place, which is in range."""
    at = as_index(index)
    place = at + len(items) if at < 0 else at
    if place < 0 or place >= len(items):
        raise IndexError("tuple index out of range")
    return place


@generic
@always
def _in_list(made: Any, index: Any, item: Any) -> Any:
    made[_checked(made, index)] = item
    return as_tuple(made)


@instruction(lambda items, place, item: items(items, types.int64, items.item))
def _put(emitter: Emitter, items: Value, place: Value, item: Value) -> Value:
    builder = emitter.builder
    room = cgutils.alloca_once_value(builder, items)
    zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
    builder.store(item, builder.gep(room, [zero, one, place]))
    return builder.load(room)


@instruction(lambda items, place, item: items(items, types.int64, items.dtype))
def _put_fixed(emitter: Emitter, items: Value, place: Value, item: Value) -> Value:
    builder = emitter.builder
    for n in range(len(emitter.signature.return_type)):
        here = builder.icmp_unsigned("==", place, WORD(n))
        new = builder.select(here, item, builder.extract_value(items, n))
        items = builder.insert_value(items, new, n)
    return items
