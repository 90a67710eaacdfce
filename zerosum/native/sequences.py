"""Tuples whose length varies: what they are natively, and what can be done with each.

A *sequence* is a count and an array with room for a declared number of items, on the stack,
never on the heap. A *held* one is a pointer to a sequence on the stack of the function that
holds it, indexed and filled in place. A *range* of ints is three words. ``tuple(list)``, whose
length nothing bounds, is the list itself, on the heap, marked as a tuple. A *packed* tuple, of
small ints, is a count and words of several items.
"""

import operator
from contextlib import nullcontext
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_cast

from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    always,
    emits,
    generic,
    instruction,
    overload,
)
from zerosum.native.packing import emit_item, push_item
from zerosum.native.types import (
    HeldType,
    ListTupleType,
    PackedType,
    RangedType,
    SequenceType,
    holds_arrays,
)

# Tuples whose length is declared, and those of any length.
BOUNDED = SequenceType | PackedType
ANY_LENGTH = BOUNDED | ListTupleType
# Of what a kernel asks a menu, and a key its parts.
VARYING = ANY_LENGTH | RangedType | HeldType
_ZERO, _ONE = (ir.Constant(ir.IntType(32), n) for n in (0, 1))


@cache
def empty_sequence(kind: SequenceType | RangedType | PackedType) -> Function:
    """Return a native function without arguments that gives an empty sequence or range."""

    @instruction(kind())
    def empty(emitter: Emitter) -> Value:
        if isinstance(kind, PackedType):
            return emitter.context.get_constant_null(kind)
        return emitter.builder.insert_value(emitter.undefined(kind), WORD(0), 0)

    return empty


def reserve(emitter: Emitter, kind: Kind) -> Value:
    """Emit room on the stack of the caller, not zeroed: that would cost as much as to fill it."""
    with emitter.builder.goto_entry_block():
        return emitter.builder.alloca(emitter.context.get_value_type(kind))


def emit_stored(emitter: Emitter, value: Value, kind: Kind) -> Value:
    """Emit a value on the stack of the caller; return where it is."""
    room = reserve(emitter, kind)
    emitter.builder.store(value, room)
    return room


def _held(kind: Kind) -> Kind:
    stays = isinstance(kind, RangedType | HeldType) or holds_arrays(kind)
    return (kind if stays else HeldType(kind))(kind)


@instruction(_held)
def hold(emitter: Emitter, value: Value) -> Value:
    """Put a sequence on the stack of the caller, so that it can be indexed in place; or an infoset.

    A range is three words, and stays in registers; what has arrays would have to be counted.
    """
    (kind,) = emitter.signature.args
    stays = emitter.signature.return_type == kind
    return value if stays else emit_stored(emitter, value, kind)


@instruction(lambda held: held.sequence(held))
def release(emitter: Emitter, held: Value) -> Value:
    """Return what is held, as a value."""
    return emitter.builder.load(held)


@generic
def value_of(infoset: Kind) -> Function:
    """Return an infoset as a value, whether it is held or not."""
    if isinstance(infoset, HeldType):
        return lambda infoset: release(infoset)
    return lambda infoset: infoset


@instruction(lambda held, item: types.none(held, held.sequence.item))
def push(emitter: Emitter, held: Value, item: Value) -> None:
    """Append an item to a held sequence that has room for it. Modified in place."""
    emit_push(emitter, held, item)


def emit_counter(emitter: Emitter, held: Value) -> Value:
    """Emit where the count of a held sequence is."""
    return emitter.builder.gep(held, [_ZERO, _ZERO])


def emit_place(emitter: Emitter, held: Value, index: Value) -> Value:
    """Emit where an item of a held sequence is."""
    return emitter.builder.gep(held, [_ZERO, _ONE, index])


def emit_push(emitter: Emitter, held: Value, item: Value, room: int | None = None) -> None:
    """Emit that an item is counted, and kept if there is room; None where there must be."""
    builder, counter = emitter.builder, emit_counter(emitter, held)
    count = builder.load(counter)
    kept: Any = nullcontext()
    if room is not None:
        kept = builder.if_then(builder.icmp_signed("<", count, WORD(room)), likely=True)
    with kept:
        builder.store(item, emit_place(emitter, held, count))
    builder.store(builder.add(count, WORD(1)), counter)


@lower_cast(SequenceType, SequenceType)
@emits
def _cast_wider(emitter: Emitter, given: Kind, wanted: Kind, value: Value) -> Value:
    builder, value_type = emitter.builder, emitter.context.get_value_type
    place = reserve(emitter, wanted)
    builder.store(value, builder.bitcast(place, value_type(given).as_pointer()))
    return builder.load(place)


@lower_cast(types.BaseTuple, SequenceType)
@emits
def _cast_tuple(emitter: Emitter, given: Any, wanted: SequenceType, value: Value) -> Value:
    builder = emitter.builder
    made = builder.insert_value(emitter.undefined(wanted), WORD(len(given)), 0)
    for place, part in enumerate(given):
        item = builder.extract_value(value, place)
        item = emitter.context.cast(builder, item, part, wanted.item)
        made = builder.insert_value(made, item, [1, place])
    return made


@instruction(lambda sequence: types.int64(sequence))
def sequence_count(emitter: Emitter, sequence: Value) -> Value:
    """Return the length of a sequence, held or not, or of a range."""
    if isinstance(emitter.signature.args[0], HeldType):
        return emitter.builder.load(emit_counter(emitter, sequence))
    return emitter.builder.extract_value(sequence, 0)


def _item_of(kind: Any) -> Kind:
    return kind.sequence.item if isinstance(kind, HeldType) else kind.item


@instruction(lambda sequence, index: _item_of(sequence)(sequence, types.int64))
def sequence_item(emitter: Emitter, sequence: Value, index: Value) -> Value:
    """Return one item of a sequence, held or not, or of a range; the index must be in range."""
    builder, (kind, _) = emitter.builder, emitter.signature.args
    if isinstance(kind, RangedType):
        start, step = (builder.extract_value(sequence, n) for n in (1, 2))
        return builder.add(start, builder.mul(step, index))
    if isinstance(kind, PackedType):
        return emit_item(emitter, kind, sequence, index)
    if not isinstance(kind, HeldType):
        sequence = emit_stored(emitter, sequence, kind)
    return builder.load(emit_place(emitter, sequence, index))


@instruction(lambda items: ListTupleType(items)(items))
def as_tuple(emitter: Emitter, items: Value) -> Value:
    """Return a list as what ``tuple`` makes of it."""
    undefined = emitter.undefined(emitter.signature.return_type)
    return emitter.builder.insert_value(undefined, items, 0)


@instruction(lambda made: made.items(made))
def items_of(emitter: Emitter, made: Value) -> Value:
    """Return the list behind a tuple made of one."""
    return emitter.builder.extract_value(made, 0)


@overload(len)
def _len(sequence: Kind) -> Function | None:
    if isinstance(sequence, ListTupleType):
        return lambda sequence: len(items_of(sequence))
    return (lambda sequence: sequence_count(sequence)) if isinstance(sequence, VARYING) else None


@overload(operator.getitem)
def _getitem(sequence: Any, index: Kind) -> Function | None:
    if isinstance(sequence, BOUNDED) and isinstance(index, types.SliceType):
        return _slice(sequence)
    if not isinstance(sequence, VARYING) or not isinstance(index, types.Integer):
        return None
    if isinstance(sequence, ListTupleType):
        return lambda sequence, index: items_of(sequence)[index]
    if not isinstance(sequence, BOUNDED):
        return lambda sequence, index: sequence_item(sequence, index)

    def impl(sequence: Any, index: Any) -> Any:
        place = index + sequence_count(sequence) if index < 0 else index
        if place < 0 or place >= sequence_count(sequence):
            raise IndexError("tuple index out of range")
        return sequence_item(sequence, place)

    return impl


def _slice(kind: SequenceType | PackedType) -> Function:
    empty = empty_sequence(kind)

    def packed(sequence: Any, index: Any) -> Any:
        made = empty()
        for place in range(*index.indices(sequence_count(sequence))):
            made = push_item(made, sequence_item(sequence, place))
        return made

    def impl(sequence: Any, index: Any) -> Any:
        held = hold(empty())
        for place in range(*index.indices(sequence_count(sequence))):
            push(held, sequence_item(sequence, place))
        return release(held)

    return packed if isinstance(kind, PackedType) else impl


@overload(operator.contains)
def _contains(sequence: Kind, item: Kind) -> Function | None:
    if isinstance(sequence, ListTupleType):
        return lambda sequence, item: item in items_of(sequence)
    if not isinstance(sequence, BOUNDED):
        return None

    def impl(sequence: Any, item: Any) -> Any:
        for place in range(sequence_count(sequence)):
            if sequence_item(sequence, place) == item:
                return True
        return False

    return impl


def _count(items: Any, item: Any) -> int:
    found = 0
    for place in range(len(items)):
        if items[place] == item:
            found += 1
    return found


def _index(items: Any, item: Any) -> int:
    for place in range(len(items)):
        if items[place] == item:
            return place
    raise ValueError("tuple.index(x): x not in tuple")


for _kind in (SequenceType, PackedType):
    overload(_kind, "count")(always(_count))
    overload(_kind, "index")(always(_index))
overload(types.UniTuple, "count")(always(_count))
