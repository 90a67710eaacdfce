"""What the rewriting of sources puts in place of a Python spelling, and its native form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from numba import njit
from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import LISTS, fits, unwrap
from zerosum.native.convert import converter
from zerosum.native.lists import as_tuple, items_of
from zerosum.native.overloads import overload
from zerosum.native.sequences import sequence_count, sequence_item
from zerosum.native.types import FamilyType, ListTupleType, RecordType, SequenceType


def iterate(sequence: Any) -> Any:
    """Return something that a native ``for`` can walk; in Python the thing itself."""
    return sequence


@overload(iterate)
def _iterate(sequence: Any) -> Any:
    if isinstance(sequence, SequenceType):
        return _walk_sequence
    if isinstance(sequence, ListTupleType):
        return lambda sequence: items_of(sequence)
    if isinstance(sequence, RecordType | FamilyType):
        return sequence.lowering.iteration(sequence)
    return lambda sequence: sequence


def _walk_sequence(sequence: Any) -> Any:
    return _items(sequence)


def _items_source(sequence: Any) -> Iterator[Any]:
    for place in range(sequence_count(sequence)):
        yield sequence_item(sequence, place)


_items = njit(_items_source)


def as_index(place: Any) -> Any:
    """Return what may stand between brackets: an optional or an enum by its int."""
    return place


@overload(int)
def _int(value: Any) -> Any:
    if isinstance(value, types.IntEnumMember):
        return lambda value: value.value
    return None


@overload(as_index)
def _as_index(place: Any) -> Any:
    if isinstance(place, types.Optional):
        return lambda place: as_index(unwrap(place))
    if isinstance(place, types.IntEnumMember):
        return lambda place: place.value
    return lambda place: place


def to_tuple(items: Any) -> Any:
    """``tuple(items)``: natively a list or a sequence serves as it is."""
    return tuple(items)


@overload(to_tuple)
def _to_tuple(items: Any) -> Any:
    if isinstance(items, LISTS):
        return lambda items: as_tuple(items)
    if isinstance(items, types.RangeType | types.Generator):
        return lambda items: as_tuple([item for item in items])
    if isinstance(items, RecordType):
        return lambda items: as_tuple([item for item in iterate(items)])
    return lambda items: items


def as_menu(capacity: int, declared: int, place: str) -> Any:
    """Return the native function that takes what an abstraction returns to one form.

    Tuples whose length varies become sequences; anything else passes.

    Parameters
    ----------
    capacity
        The greatest length of what is returned; 0 where there is one return, which tells.
    declared
        The greatest length of a list.
    place
        Whose value it is, for errors.
    """
    return _as_menu(capacity, declared, place)


@cache
def _as_menu(capacity: int, declared: int, place: str) -> Any:
    def menu(actions: Any) -> Any:
        return actions

    def resolve(actions: Any) -> Any:
        if isinstance(actions, SequenceType):
            item, room = actions.item, capacity or actions.capacity
        elif isinstance(actions, ListTupleType):
            item, room = actions.items.dtype, declared
        elif isinstance(actions, LISTS):
            raise LoweringError(f"{place} returns a list; write `return tuple(...)`.", place)
        elif isinstance(actions, types.BaseTuple) and capacity and len(actions):
            item, room = common_type(list(actions)), capacity
        else:
            return lambda actions: actions
        if item is None or not item.is_precise():
            return lambda actions: actions
        to = converter(SequenceType(item, room), place)
        return lambda actions: to(actions)

    overload(menu)(resolve)
    return menu


def as_sequence(menu: Any) -> Any:
    """Return a menu in the form that kernels index."""
    return menu


@overload(as_sequence)
def _as_sequence(menu: Any) -> Any:
    if isinstance(menu, SequenceType):
        return lambda menu: menu
    item = common_type(list(menu)) if isinstance(menu, types.BaseTuple) and len(menu) else None
    if item is None:
        raise LoweringError(
            f"A menu must be a tuple of actions of one family, or of ints; got {menu}. Annotate "
            f"apply with the union of the action classes, or with their common base.",
            menu,
        )
    to = converter(SequenceType(item, len(menu)), "The menu")
    return lambda menu: to(menu)


def common_type(kinds: list[types.Type]) -> types.Type | None:
    """Return the one type that all of several values can take, or None."""
    kinds = [k.literal_type if isinstance(k, types.Literal) else k for k in kinds]
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    if all(fits(kind, types.int64) for kind in kinds):
        return types.int64
    return None
