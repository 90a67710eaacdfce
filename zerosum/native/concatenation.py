"""Menus in one expression, without the heap: ``a + b`` of tuples, and ``offered``."""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.core.typing.templates import Signature

from zerosum.actions import offered
from zerosum.errors import LoweringError
from zerosum.native.casts import emit_cast
from zerosum.native.convert import converter
from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    define,
    instruction,
    overload,
)
from zerosum.native.packing import push_item, resized, small_item
from zerosum.native.reductions import listed
from zerosum.native.sequences import ANY_LENGTH, BOUNDED, as_tuple
from zerosum.native.types import ListTupleType, PackedType, SequenceType

_TUPLES = types.BaseTuple | ANY_LENGTH
_ZERO, _ONE = (ir.Constant(ir.IntType(32), n) for n in (0, 1))


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
    builder, place = emitter.builder, _room(emitter)
    counts = [builder.extract_value(value, 0) for value in (a, b)]
    builder.store(builder.add(*counts), builder.gep(place, [_ZERO, _ZERO]))
    for value, at in ((a, WORD(0)), (b, counts[0])):
        items = builder.extract_value(value, 1)
        start = builder.gep(place, [_ZERO, _ONE, at])
        builder.store(items, builder.bitcast(start, items.type.as_pointer()))
    return builder.load(place)


def _room(emitter: Emitter) -> Value:
    """Emit room for the sequence that is returned."""
    kind = emitter.context.get_value_type(emitter.signature.return_type)
    return cgutils.alloca_once(emitter.builder, kind)


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
    context, builder, place = emitter.context, emitter.builder, _room(emitter)
    count = WORD(0)
    for n, (kind, flag) in enumerate(emitter.signature.args[0]):
        action, legal = (builder.extract_value(options, [n, part]) for part in (0, 1))
        action = emit_cast(emitter, action, kind, emitter.signature.return_type.item)
        # Stored in any case, and counted if it is legal: no branch.
        builder.store(action, builder.gep(place, [_ZERO, _ONE, count]))
        legal = context.cast(builder, legal, flag, types.boolean)
        legal = context.data_model_manager[types.boolean].as_data(builder, legal)
        count = builder.add(count, builder.zext(legal, count.type))
    builder.store(count, builder.gep(place, [_ZERO, _ZERO]))
    return builder.load(place)
