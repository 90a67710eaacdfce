"""Menus: what `actions` and factors return, in one form whose length may vary."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import LISTS, fits
from zerosum.native.convert import converter
from zerosum.native.merging import are_merged
from zerosum.native.overloads import overload
from zerosum.native.types import ListTupleType, SequenceType


def as_menu(capacity: int, declared: int, place: str, *, listed: bool = False) -> Any:
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
    listed
        Whether a list may pass: it is not returned yet.
    """
    return _as_menu(capacity, declared, place, listed)


@cache
def _as_menu(capacity: int, declared: int, place: str, listed: bool) -> Any:
    def menu(actions: Any) -> Any:
        return actions

    def resolve(actions: Any) -> Any:
        if isinstance(actions, SequenceType):
            item, room = actions.item, capacity or actions.capacity
        elif isinstance(actions, ListTupleType):
            item, room = actions.items.dtype, declared
        elif isinstance(actions, LISTS) and listed:
            return lambda actions: actions
        elif isinstance(actions, LISTS):
            raise LoweringError(f"{place} returns a list; write `return tuple(...)`.", place)
        elif isinstance(actions, types.BaseTuple) and capacity and len(actions):
            # A sequence would make bools ints: a tuple of both stays one.
            item = None if are_merged(actions) else common_type(list(actions))
            room = capacity
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
