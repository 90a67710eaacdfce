"""Python's protocols natively: truth, iteration, indices and calls."""

from collections.abc import Iterator
from typing import Any

from numba import njit
from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import LISTS, present, unwrap
from zerosum.native.classes import false_words, word_of
from zerosum.native.emit import (
    Emitter,
    Function,
    Kind,
    Value,
    generic,
    instruction,
    overload,
)
from zerosum.native.linking import LINKED
from zerosum.native.sequences import BOUNDED, VARYING, items_of, sequence_count, sequence_item
from zerosum.native.types import EnumType, FamilyType, ListTupleType, RecordType


@generic
def truth(value: Kind) -> Function | None:
    """Return ``bool(value)``."""
    if value is types.none:
        return lambda value: False
    if isinstance(value, types.Optional):
        return lambda value: False if value is None else truth(unwrap(value))
    if isinstance(value, types.BaseTuple | types.List | types.RangeType | VARYING):
        return lambda value: len(value) > 0
    if isinstance(value, EnumType | types.IntEnumMember):
        false = false_words(getattr(value, "cls", None) or value.instance_class)
        return (lambda value: word_of(value) not in false) if false else lambda value: True
    if isinstance(value, types.Boolean):
        return lambda value: value
    if isinstance(value, types.Number):
        return lambda value: value != 0
    return lambda value: bool(value)


@overload(bool)
def _bool(value: Kind) -> Function | None:
    """Return the truth of what ``or`` and ``and`` may return."""
    known = isinstance(value, types.Optional | EnumType)
    return (lambda value: truth(value)) if known else None


@generic
def iterate(sequence: Any) -> Function | None:
    """Return what a native ``for`` iterates over."""
    if isinstance(sequence, BOUNDED):
        return lambda sequence: _items(sequence)
    if isinstance(sequence, ListTupleType):
        return lambda sequence: items_of(sequence)
    if isinstance(sequence, RecordType | FamilyType):
        walk: Function = sequence.lowering.iteration(sequence)
        return walk
    if isinstance(sequence, types.Optional):
        return lambda sequence: iterate(present(sequence))
    return lambda sequence: sequence


@njit(**LINKED)
def _items(sequence: Any) -> Iterator[Any]:
    for place in range(sequence_count(sequence)):
        yield sequence_item(sequence, place)


@generic
def pairs_of(mapping: Kind) -> Function | None:
    """Return ``mapping.items()`` of chances, which native code holds as a list of pairs."""
    return (lambda mapping: mapping) if isinstance(mapping, LISTS) else None


def _halves_of(place: int) -> Function:
    """Return ``mapping.keys()`` or ``mapping.values()`` of chances."""

    @generic
    def halves(mapping: Kind) -> Function | None:
        listed = isinstance(mapping, LISTS)
        return (lambda mapping: [pair[place] for pair in mapping]) if listed else None

    return halves


PAIRS = {"items": pairs_of, "keys": _halves_of(0), "values": _halves_of(1)}


@generic
def as_index(place: Kind) -> Function | None:
    """Return an index as an int, also of an optional or of an enum."""
    if isinstance(place, types.Optional):
        return lambda place: as_index(present(place))
    if isinstance(place, types.IntEnumMember):
        return lambda place: place.value
    if isinstance(place, types.Boolean):
        return lambda place: int(place)
    return lambda place: place


@generic
def without_floats(value: Kind) -> Function:
    """Return a value as it is, unless it is an array of floats, which NumPy adds as it likes."""
    if isinstance(value, types.Array) and isinstance(value.dtype, types.Float):
        raise LoweringError(
            "The methods of an array of floats add in an order of their own; write the loop, "
            "`total += x`, instead.",
            value,
        )
    return lambda value: value


@overload(int)
def _int(value: Kind) -> Function | None:
    if isinstance(value, types.Optional):
        return lambda value: int(present(value))
    return (lambda value: value.value) if isinstance(value, types.IntEnumMember) else None


@overload(float)
def _float(value: Kind) -> Function | None:
    if isinstance(value, types.Optional):
        return lambda value: float(present(value))
    if isinstance(value, types.Boolean):
        return lambda value: 1.0 if value else 0.0
    return (lambda value: float(value.value)) if isinstance(value, types.IntEnumMember) else None


@generic
def invoke(function: Kind, *arguments: Kind) -> Function | None:
    """Call a function, or a record with ``__call__``."""
    if isinstance(function, RecordType | FamilyType):
        return lambda function, *arguments: function.__call__(*arguments)
    return lambda function, *arguments: function(*arguments)


@instruction(lambda value: types.unliteral(value)(value), prefer_literal=True)
def plain(emitter: Emitter, value: Value) -> Value:
    """Return a value that is not a literal to Numba."""
    (given,), wanted = emitter.signature.args, emitter.signature.return_type
    return emitter.context.cast(emitter.builder, value, given, wanted)
