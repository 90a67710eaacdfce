"""What ``for`` walks, natively, and what stands between brackets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba import njit
from numba.core import types
from numba.extending import intrinsic

from zerosum.native.casts import LISTS, unwrap
from zerosum.native.emit import overload
from zerosum.native.sequences import items_of, sequence_count, sequence_item
from zerosum.native.types import FamilyType, ListTupleType, RecordType, SequenceType


def iterate(sequence: Any) -> Any:
    """Return something that a native ``for`` can walk; in Python the thing itself."""
    return sequence


@overload(iterate)
def _iterate(sequence: Any) -> Any:
    if isinstance(sequence, SequenceType):
        return lambda sequence: _items(sequence)
    if isinstance(sequence, ListTupleType):
        return lambda sequence: items_of(sequence)
    if isinstance(sequence, RecordType | FamilyType):
        return sequence.lowering.iteration(sequence)
    if isinstance(sequence, types.Optional):
        return lambda sequence: iterate(unwrap(sequence))
    return lambda sequence: sequence


def _items_source(sequence: Any) -> Iterator[Any]:
    for place in range(sequence_count(sequence)):
        yield sequence_item(sequence, place)


_items = njit(_items_source)


def as_index(place: Any) -> Any:
    """Return what may stand between brackets: an optional or an enum by its int."""
    return place


@overload(as_index)
def _as_index(place: Any) -> Any:
    if isinstance(place, types.Optional):
        return lambda place: as_index(unwrap(place))
    if isinstance(place, types.IntEnumMember):
        return lambda place: place.value
    if isinstance(place, types.Boolean):
        return lambda place: int(place)
    return lambda place: place


@intrinsic(prefer_literal=True)
def plain(context: Any, value: Any) -> Any:
    """Return a value as one that is not known beforehand."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ctx.cast(builder, args[0], value, types.unliteral(value))

    return types.unliteral(value)(value), codegen


@overload(int)
def _int(value: Any) -> Any:
    if isinstance(value, types.IntEnumMember):
        return lambda value: value.value
    return None


def invoke(function: Any, *arguments: Any) -> Any:
    """Call a function, or a record with ``__call__``."""
    return function(*arguments)


@overload(invoke)
def _invoke(function: Any, *arguments: Any) -> Any:
    if isinstance(function, RecordType | FamilyType):
        return lambda function, *arguments: function.__call__(*arguments)
    return lambda function, *arguments: function(*arguments)


def pairs_items(mapping: Any) -> Any:
    """``mapping.items()``; what chances are is natively a list of pairs."""
    return mapping.items()


def pairs_keys(mapping: Any) -> Any:
    """``mapping.keys()``."""
    return mapping.keys()


def pairs_values(mapping: Any) -> Any:
    """``mapping.values()``."""
    return mapping.values()


PAIRS = {"items": pairs_items, "keys": pairs_keys, "values": pairs_values}


@overload(pairs_items)
def _pairs_items(mapping: Any) -> Any:
    return (lambda mapping: mapping) if isinstance(mapping, LISTS) else None


@overload(pairs_keys)
def _pairs_keys(mapping: Any) -> Any:
    return (lambda mapping: [pair[0] for pair in mapping]) if isinstance(mapping, LISTS) else None


@overload(pairs_values)
def _pairs_values(mapping: Any) -> Any:
    return (lambda mapping: [pair[1] for pair in mapping]) if isinstance(mapping, LISTS) else None
