"""Tuples of small ints, several to a word: taking one item out, putting one in.

Item ``n`` of a word lies ``n * bits`` bits from its end. A place that is computed selects among
the words, so that they stay in registers.
"""

from functools import cache
from typing import Any

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
)
from zerosum.native.types import PackedType, SequenceType


def too_large(kind: PackedType, place: str = "A packed tuple") -> str:
    """Return what an error says of an item that a packed tuple has no room for."""
    return (
        f"{place} must hold ints from 0 to 2**{kind.bits} - 1; raise its bits={kind.bits}, or "
        f"leave bits out"
    )


@cache
def small_item(kind: PackedType, place: str = "A packed tuple") -> Function:
    """Return the native function that gives an item as it is, if there is room for it."""
    most, message = (1 << kind.bits) - 1, too_large(kind, place)

    @generic
    @always
    def small(item: Any) -> Any:
        if item < 0 or item > most:
            raise OverflowError(message)
        return item

    return small


def emit_item(emitter: Emitter, kind: PackedType, packed: Value, index: Value) -> Value:
    """Emit the reading of one item; the index must be in range."""
    builder = emitter.builder
    at, shift = _emit_place(emitter, kind, index)
    word = builder.extract_value(packed, 1)
    for place in range(1, kind.words):
        here = builder.icmp_unsigned("==", at, WORD(place))
        word = builder.select(here, builder.extract_value(packed, 1 + place), word)
    return builder.and_(builder.lshr(word, shift), _mask(kind))


def _emit_place(emitter: Emitter, kind: PackedType, index: Value) -> tuple[Value, Value]:
    """Emit which word an item is in, and how many bits from its end."""
    at = emitter.builder.udiv(index, WORD(kind.each))
    within = emitter.builder.sub(index, emitter.builder.mul(at, WORD(kind.each)))
    return at, emitter.builder.mul(within, WORD(kind.bits))


def _mask(kind: PackedType) -> Value:
    return WORD((1 << kind.bits) - 1)


@instruction(lambda packed, index, item: packed(packed, types.int64, types.int64))
def put_item(emitter: Emitter, packed: Value, index: Value, item: Value) -> Value:
    """Return a packed tuple with another item at an index, which must be in range."""
    return _emit_put(emitter, packed, index, item)


@instruction(lambda packed, item: packed(packed, types.int64))
def push_item(emitter: Emitter, packed: Value, item: Value) -> Value:
    """Return a packed tuple with one item more, for which there must be room."""
    count = emitter.builder.extract_value(packed, 0)
    packed = _emit_put(emitter, packed, count, item)
    return emitter.builder.insert_value(packed, emitter.builder.add(count, WORD(1)), 0)


def _emit_put(emitter: Emitter, packed: Value, index: Value, item: Value) -> Value:
    builder, kind = emitter.builder, emitter.signature.return_type
    at, shift = _emit_place(emitter, kind, index)
    cleared = builder.not_(builder.shl(_mask(kind), shift))
    item = builder.shl(item, shift)
    for place in range(kind.words):
        old = builder.extract_value(packed, 1 + place)
        new = builder.or_(builder.and_(old, cleared), item)
        here = builder.icmp_unsigned("==", at, WORD(place))
        packed = builder.insert_value(packed, builder.select(here, new, old), 1 + place)
    return packed


@cache
def resized(wanted: PackedType) -> Function:
    """Return the native function from a packed tuple to one with room for more items, or fewer."""

    @instruction(lambda packed: wanted(packed))
    def resize(emitter: Emitter, packed: Value) -> Value:
        return _emit_resized(emitter, emitter.signature.args[0], wanted, packed)

    return resize


def _emit_resized(emitter: Emitter, given: PackedType, wanted: PackedType, packed: Value) -> Value:
    made, builder = emitter.context.get_constant_null(wanted), emitter.builder
    for place in range(1 + min(given.words, wanted.words)):
        made = builder.insert_value(made, builder.extract_value(packed, place), place)
    return made


lower_cast(PackedType, PackedType)(emits(_emit_resized))


@lower_cast(types.BaseTuple, PackedType)
@emits
def _cast_empty(emitter: Emitter, given: Kind, wanted: PackedType, value: Value) -> Value:
    return emitter.context.get_constant_null(wanted)


@lower_cast(PackedType, SequenceType)
@emits
def _cast_plain(emitter: Emitter, given: PackedType, wanted: SequenceType, value: Value) -> Value:
    count = emitter.builder.extract_value(value, 0)
    made = emitter.builder.insert_value(emitter.undefined(wanted), count, 0)
    for place in range(given.capacity):
        item = emit_item(emitter, given, value, WORD(place))
        made = emitter.builder.insert_value(made, item, [1, place])
    return made
