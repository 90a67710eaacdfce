"""Tuples without the heap: ``a + b``, ``offered``, and ``with_item``, another item at an index."""

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.core.typing.templates import Signature

from zerosum.actions import offered, with_item
from zerosum.errors import LoweringError
from zerosum.native.casts import emit_cast, present
from zerosum.native.convert import converter
from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    always,
    define,
    generic,
    instruction,
    overload,
)
from zerosum.native.menus import common_type
from zerosum.native.packing import push_item, put_item, resized, small_item
from zerosum.native.protocols import as_index
from zerosum.native.reductions import listed
from zerosum.native.sequences import (
    ANY_LENGTH,
    BOUNDED,
    as_tuple,
    emit_counter,
    emit_place,
    reserve,
)
from zerosum.native.spelling import spelled
from zerosum.native.types import ListTupleType, PackedType, SequenceType

_TUPLES = types.BaseTuple | ANY_LENGTH
_PLACE = "The item that with_item puts in"


@overload(operator.iadd)
def _iadd(a: Kind, b: Kind) -> Function | None:
    return (lambda a, b: a + b) if isinstance(a, _TUPLES) and isinstance(b, _TUPLES) else None


@overload(operator.add)
def _add(a: Kind, b: Kind) -> Function | None:
    if not (isinstance(a, _TUPLES) and isinstance(b, _TUPLES)):
        return None
    if isinstance(a, ListTupleType) or isinstance(b, ListTupleType):
        return lambda a, b: as_tuple(listed(a) + listed(b))
    if isinstance(a, PackedType) and isinstance(b, types.BaseTuple):
        return _extended(a, len(b))
    item = next((side.item for side in (a, b) if isinstance(side, BOUNDED)), None)
    if item is None:
        return None
    left, right = (SequenceType(item, _room_of(side)) for side in (a, b))
    to_left, to_right = converter(left, "the left of +"), converter(right, "the right of +")
    return lambda a, b: _join(to_left(a), to_right(b))


def _extended(kind: PackedType, more: int) -> Function:
    """Return ``packed + (x, ...)``, which stays packed."""
    wide = PackedType(kind.capacity + more, kind.bits)
    names = {"resize": resized(wide), "push": push_item, "small": small_item(kind)}
    names["item"] = converter(kind.item, "the right of +")
    pushes = "".join(f"    made = push(made, small(item(b[{n}])))\n" for n in range(more))
    return define(f"def impl(a, b):\n    made = resize(a)\n{pushes}    return made\n", names)


def _room_of(kind: Any) -> int:
    return len(kind) if isinstance(kind, types.BaseTuple) else int(kind.capacity)


@instruction(lambda a, b: SequenceType(a.item, a.capacity + b.capacity)(a, b))
def _join(emitter: Emitter, a: Value, b: Value) -> Value:
    builder, place = emitter.builder, reserve(emitter, emitter.signature.return_type)
    counts = [builder.extract_value(value, 0) for value in (a, b)]
    builder.store(builder.add(*counts), emit_counter(emitter, place))
    for value, at in ((a, WORD(0)), (b, counts[0])):
        items = builder.extract_value(value, 1)
        start = emit_place(emitter, place, at)
        builder.store(items, builder.bitcast(start, items.type.as_pointer()))
    return builder.load(place)


@overload(offered)
def _offered(options: Kind) -> Function | None:
    return (lambda options: _choose(options)) if isinstance(options, types.BaseTuple) else None


def _chosen(options: Any) -> Signature:
    item = cpu_target.typing_context.unify_types(*[action for action, _ in options])
    if item is None:
        raise LoweringError("The actions given to offered must be of one family.", options)
    return SequenceType(item, len(options))(options)


@instruction(_chosen)
def _choose(emitter: Emitter, options: Value) -> Value:
    context, builder = emitter.context, emitter.builder
    place = reserve(emitter, emitter.signature.return_type)
    count = WORD(0)
    for n, (kind, flag) in enumerate(emitter.signature.args[0]):
        action, legal = (builder.extract_value(options, [n, part]) for part in (0, 1))
        action = emit_cast(emitter, action, kind, emitter.signature.return_type.item)
        # Stored in any case, and counted if it is legal: no branch.
        builder.store(action, emit_place(emitter, place, count))
        legal = context.cast(builder, legal, flag, types.boolean)
        legal = context.data_model_manager[types.boolean].as_data(builder, legal)
        count = builder.add(count, builder.zext(legal, count.type))
    builder.store(count, emit_counter(emitter, place))
    return builder.load(place)


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
    room = cgutils.alloca_once_value(emitter.builder, items)
    emitter.builder.store(item, emit_place(emitter, room, place))
    return emitter.builder.load(room)


@instruction(lambda items, place, item: items(items, types.int64, items.dtype))
def _put_fixed(emitter: Emitter, items: Value, place: Value, item: Value) -> Value:
    builder = emitter.builder
    for n in range(len(emitter.signature.return_type)):
        here = builder.icmp_unsigned("==", place, WORD(n))
        new = builder.select(here, item, builder.extract_value(items, n))
        items = builder.insert_value(items, new, n)
    return items
