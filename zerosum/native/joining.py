"""Menus in one expression: ``a + b`` of tuples, and ``offered``; neither allocates."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from zerosum.actions import offered
from zerosum.errors import LoweringError
from zerosum.native.casts import emit_cast
from zerosum.native.convert import converter
from zerosum.native.emit import WORD, overload
from zerosum.native.folds import listed
from zerosum.native.sequences import as_tuple
from zerosum.native.types import ListTupleType, SequenceType


@overload(operator.iadd)
def _sequence_iadd(a: Any, b: Any) -> Any:
    kinds = (SequenceType, types.BaseTuple, ListTupleType)
    return (lambda a, b: a + b) if isinstance(a, kinds) and isinstance(b, kinds) else None


@overload(operator.add)
def _sequence_add(a: Any, b: Any) -> Any:
    kinds = (SequenceType, types.BaseTuple)
    if isinstance(a, ListTupleType) and isinstance(b, (*kinds, ListTupleType)):
        return lambda a, b: as_tuple(listed(a) + listed(b))
    if isinstance(b, ListTupleType) and isinstance(a, kinds):
        return lambda a, b: as_tuple(listed(a) + listed(b))
    if not (isinstance(a, SequenceType) or isinstance(b, SequenceType)):
        return None
    if not (isinstance(a, kinds) and isinstance(b, kinds)):
        return None
    item = a.item if isinstance(a, SequenceType) else b.item
    left = a if isinstance(a, SequenceType) else SequenceType(item, len(a))
    right = b if isinstance(b, SequenceType) else SequenceType(item, len(b))
    to_left, to_right = converter(left, "the left of +"), converter(right, "the right of +")
    return lambda a, b: _join(to_left(a), to_right(b))


@intrinsic
def _join(context: Any, a: Any, b: Any) -> Any:
    kind = SequenceType(a.item, a.capacity + b.capacity)

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ctx.get_value_type(kind))
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        counts = [builder.extract_value(value, 0) for value in args]
        builder.store(builder.add(*counts), builder.gep(place, [zero, zero]))
        for value, at in zip(args, (ir.Constant(WORD, 0), counts[0]), strict=True):
            items = builder.extract_value(value, 1)
            start = builder.gep(place, [zero, one, at])
            builder.store(items, builder.bitcast(start, items.type.as_pointer()))
        return builder.load(place)

    return kind(a, b), codegen


@overload(offered)
def _offered(options: Any) -> Any:
    if not isinstance(options, types.BaseTuple):
        return None
    return lambda options: _choose(options)


@intrinsic
def _choose(context: Any, options: Any) -> Any:
    pairs = [tuple(pair) for pair in options]
    item = context.unify_types(*[pair[0] for pair in pairs])
    if item is None:
        raise LoweringError("The actions given to offered must be of one family.", options)
    kind = SequenceType(item, len(pairs))

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ctx.get_value_type(kind))
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        count = ir.Constant(WORD, 0)
        for n, (given, flag) in enumerate(pairs):
            pair = builder.extract_value(args[0], n)
            action = emit_cast(ctx, builder, builder.extract_value(pair, 0), given, item)
            legal = ctx.cast(builder, builder.extract_value(pair, 1), flag, types.boolean)
            builder.store(action, builder.gep(place, [zero, one, count]))
            legal = ctx.data_model_manager[types.boolean].as_data(builder, legal)
            count = builder.add(count, builder.zext(legal, WORD))
        builder.store(count, builder.gep(place, [zero, zero]))
        return builder.load(place)

    return kind(options), codegen
