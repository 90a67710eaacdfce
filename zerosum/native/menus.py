"""Menus: what `actions` and factors return, in one form whose length may vary.

A menu that is nothing but ``tuple(range(...))`` is offered to kernels as the range itself;
whoever else asks for it gets a sequence, with which all can be done that can be done with a tuple.
"""

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.bool_or_int import as_int, mix_bool_and_int
from zerosum.native.casts import LISTS, fits, present
from zerosum.native.convert import converter
from zerosum.native.emit import Function, Kind, generic, overload
from zerosum.native.sequences import BOUNDED
from zerosum.native.spelling import spelled
from zerosum.native.types import ListTupleType, PackedType, RecordType, SequenceType


@cache
def as_menu(
    capacity: int, declared: int, place: str, outgrown: str, *, listed: bool = False
) -> Function:
    """Return the native function that converts what an abstraction returns to one form.

    Tuples whose length varies become sequences; anything else stays as it is.

    Parameters
    ----------
    capacity
        The greatest length of what is returned; 0 if there is one return, whose length is known.
    declared
        The greatest length of a list.
    place
        Whose value it is, for errors.
    outgrown
        What an error says of a tuple that is too long.
    listed
        Whether a list is allowed, because it is not returned yet.
    """

    @generic
    def menu(actions: Any) -> Function | None:
        item = None
        if isinstance(actions, BOUNDED) and (capacity or isinstance(actions, SequenceType)):
            item, room = actions.item, capacity or actions.capacity
        elif isinstance(actions, ListTupleType):
            item, room = actions.items.dtype, declared
        elif isinstance(actions, LISTS) and not listed:
            raise LoweringError(f"{place} returns a list; write `return tuple(...)`.", place)
        elif isinstance(actions, types.BaseTuple) and capacity:
            item, room = common_type(list(actions)), capacity
        if item is None or not item.is_precise():
            return lambda actions: actions
        to = converter(SequenceType(item, room), place, outgrown)
        return lambda actions: to(actions)

    return menu


def as_sequence(menu: Any) -> Any:
    """Return a menu in the form that kernels index."""
    return menu


@overload(as_sequence)
def _as_sequence(menu: Kind) -> Function | None:
    if isinstance(menu, SequenceType):
        return lambda menu: menu
    if isinstance(menu, types.Optional):  # What fell off its end returns None.
        return lambda menu: as_sequence(present(menu))
    if isinstance(menu, PackedType):
        item, room = menu.item, menu.capacity
    elif isinstance(menu, types.BaseTuple):
        item, room = common_type(list(menu)), len(menu)
    else:
        item, room = None, 0
    if item is None:
        written = as_int(menu) if isinstance(menu, types.BaseTuple) else None
        advice = "annotate apply with the union of the action classes, or with their common base"
        raise LoweringError(
            f"A menu must be a tuple of actions of one family, or of ints; got {spelled(menu)}: "
            f"{f'write its members as ints, {written}' if written else advice}.",
            menu,
        )
    to = converter(SequenceType(item, room), "The menu")
    return lambda menu: to(menu)


def common_type(kinds: list[Kind]) -> Kind | None:
    """Return the one type that all of several values can take; None without any.

    A bool or a member of an ``IntEnum`` beside an int would become an int, and takes none.
    """
    kinds = list(map(types.unliteral, kinds))
    if kinds and all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    ints = kinds and all(fits(kind, types.int64) for kind in kinds)
    return types.int64 if ints and not mix_bool_and_int(kinds) else None


def menu_of(infoset: Any) -> Any:
    """Return the actions of an infoset in the form that kernels index."""
    return infoset.actions()


@overload(menu_of)
def _menu_of(infoset: Kind) -> Function | None:
    ranged = infoset.lowering.range_menu(infoset) if isinstance(infoset, RecordType) else None
    if ranged is None:
        return lambda infoset: as_sequence(infoset.actions())
    return lambda infoset: ranged(infoset)
