"""Tuples whose length varies: a count and an array, on the stack, never on the heap."""

from __future__ import annotations

import operator
from contextlib import nullcontext
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_cast
from numba.extending import intrinsic

from zerosum.native.overloads import overload
from zerosum.native.types import HeldType, RangedType, SequenceType
from zerosum.native.words import WORD


@cache
def empty_sequence(kind: SequenceType) -> Any:
    """Return a native function without arguments that gives an empty sequence."""

    @intrinsic
    def empty(context: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = ir.Constant(ctx.get_value_type(kind), ir.Undefined)
            return builder.insert_value(value, ir.Constant(WORD, 0), 0)

        return kind(), codegen

    return empty


def reserve(builder: Any, kind: Any) -> Any:
    """Emit room on the stack of the caller, not zeroed: that would cost as much as to fill it."""
    with builder.goto_entry_block():
        return builder.alloca(kind)


@intrinsic
def hold(context: Any, sequence: Any) -> Any:
    """Put a sequence on the stack of the caller, so that it can be indexed in place.

    A range is three words, and stays in registers.
    """
    kind = sequence if isinstance(sequence, RangedType) else HeldType(sequence)

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if kind == sequence:
            return args[0]
        place = reserve(builder, ctx.get_value_type(sequence))
        builder.store(args[0], place)
        return place

    return kind(sequence), codegen


@intrinsic
def release(context: Any, held: Any) -> Any:
    """Return the sequence that is held, as a value."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(args[0])

    return held.sequence(held), codegen


@intrinsic
def push(context: Any, held: Any, item: Any) -> Any:
    """Append an item to a held sequence that has room for it. Modified in place."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        emit_push(builder, args[0], args[1])
        return ctx.get_dummy_value()

    return types.none(held, held.sequence.item), codegen


def emit_push(builder: Any, place: Any, item: Any, room: int | None = None) -> None:
    """Emit that an item is counted, and kept if there is room; None where there must be."""
    zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
    counter = builder.gep(place, [zero, zero])
    count = builder.load(counter)
    kept: Any = nullcontext()
    if room is not None:
        kept = builder.if_then(
            builder.icmp_signed("<", count, ir.Constant(WORD, room)), likely=True
        )
    with kept:
        builder.store(item, builder.gep(place, [zero, one, count]))
    builder.store(builder.add(count, ir.Constant(WORD, 1)), counter)


@intrinsic
def widen(context: Any, sequence: Any, empty: Any) -> Any:
    """Return a sequence as one of the wider type of ``empty``."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if sequence == empty:
            return args[0]
        place = cgutils.alloca_once(builder, ctx.get_value_type(empty))
        inner = ctx.get_value_type(sequence).as_pointer()
        builder.store(args[0], builder.bitcast(place, inner))
        return builder.load(place)

    return empty(sequence, empty), codegen


@lower_cast(SequenceType, SequenceType)
def _cast_wider(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    place = cgutils.alloca_once(builder, context.get_value_type(wanted))
    inner = context.get_value_type(given).as_pointer()
    builder.store(value, builder.bitcast(place, inner))
    return builder.load(place)


@lower_cast(types.BaseTuple, SequenceType)
def _cast_tuple(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    made = ir.Constant(context.get_value_type(wanted), ir.Undefined)
    made = builder.insert_value(made, ir.Constant(WORD, len(given)), 0)
    for place, part in enumerate(given):
        item = context.cast(builder, builder.extract_value(value, place), part, wanted.item)
        made = builder.insert_value(made, item, [1, place])
    return made


@intrinsic
def sequence_count(context: Any, sequence: Any) -> Any:
    """Return the length of a sequence, held or not."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if isinstance(sequence, HeldType):
            zero = ir.Constant(ir.IntType(32), 0)
            return builder.load(builder.gep(args[0], [zero, zero]))
        return builder.extract_value(args[0], 0)

    return types.int64(sequence), codegen


@intrinsic
def sequence_item(context: Any, sequence: Any, index: Any) -> Any:
    """Return one item of a sequence, held or not; the index must be in range."""
    held = isinstance(sequence, HeldType)
    whole = sequence.sequence if held else sequence
    kind = whole.item

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if isinstance(whole, RangedType):
            start, step = builder.extract_value(args[0], 1), builder.extract_value(args[0], 2)
            return builder.add(start, builder.mul(step, args[1]))
        place = args[0]
        if not held:
            place = cgutils.alloca_once(builder, args[0].type)
            builder.store(args[0], place)
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        return builder.load(builder.gep(place, [zero, one, args[1]]))

    return kind(sequence, types.int64), codegen


@overload(len)
def _sequence_len(sequence: Any) -> Any:
    if isinstance(sequence, SequenceType | RangedType | HeldType):
        return lambda sequence: sequence_count(sequence)
    return None


@overload(operator.getitem)
def _sequence_getitem(sequence: Any, index: Any) -> Any:
    if isinstance(sequence, HeldType | RangedType) and isinstance(index, types.Integer):
        return lambda sequence, index: sequence_item(sequence, index)
    if isinstance(sequence, SequenceType) and isinstance(index, types.Integer):

        def impl(sequence: Any, index: Any) -> Any:
            place = index + sequence_count(sequence) if index < 0 else index
            if place < 0 or place >= sequence_count(sequence):
                raise IndexError("tuple index out of range")
            return sequence_item(sequence, place)

        return impl
    if isinstance(sequence, SequenceType) and isinstance(index, types.SliceType):
        return _slice(sequence)
    return None


def _slice(kind: SequenceType) -> Any:
    empty = empty_sequence(kind)

    def impl(sequence: Any, index: Any) -> Any:
        held = hold(empty())
        for place in range(*index.indices(sequence_count(sequence))):
            push(held, sequence_item(sequence, place))
        return release(held)

    return impl


@overload(operator.contains)
def _sequence_contains(sequence: Any, item: Any) -> Any:
    if not isinstance(sequence, SequenceType):
        return None

    def impl(sequence: Any, item: Any) -> Any:
        for place in range(sequence_count(sequence)):
            if sequence_item(sequence, place) == item:
                return True
        return False

    return impl
