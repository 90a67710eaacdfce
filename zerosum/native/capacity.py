"""How many actions a menu has room for natively, if nothing declares it.

A menu whose length varies is an array of a fixed size. Random playouts tell how long menus are; the
size is part of the names of all native types, and so of what is compiled. The same goes for tuples
whose length a field declares, if the hook ``room`` of the game finds out how much room they need.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import Any

from zerosum.abstraction import View
from zerosum.game import hook_of
from zerosum.native.declarations import most_returned, returned_by
from zerosum.native.facts import known
from zerosum.native.layout import CAPACITY, Room
from zerosum.native.playouts import playout
from zerosum.rng import Random

_PLAYOUTS = 100
_MOVES = 5_000  # in all of them


def capacity_of(base: Any, views: tuple[View, ...]) -> int:
    """Return the room that menus need: a power of two, and at least the default.

    It is the same in every process.
    """
    longest = max(_longest(base, view) for view in views)
    return max(CAPACITY, 1 << (longest - 1).bit_length())


def room_of(base: Any, views: tuple[View, ...]) -> Room:
    """Return the lengths of the fields of a game's tuples that need more room than they declare.

    Raises
    ------
    LoweringError
        If one of them needs too much.
    """
    room = hook_of(base, "room")
    return () if room is None else _found(room, base, views)


@lru_cache(maxsize=256)
def _found(room: Callable[..., Room], base: Any, views: tuple[View, ...]) -> Room:
    return room(base, views)


def _longest(base: Any, view: View) -> int:
    """Return the length of the longest menu met that declares none; 1 if none was met."""
    infoset = returned_by(type(base), "infoset")
    if view.actions is None and infoset is not None and _declares(infoset):
        return 1
    return int(known("longest menu", base, view, lambda: _met(base, view)))


def _met(base: Any, view: View) -> int:
    longest, lengths = 1, _lengths(base, view)
    try:
        for length in lengths:
            longest = max(longest, length)
    except Exception:  # Whatever is wrong with a game is told by its checks.
        return longest
    return longest


def _lengths(base: Any, view: View) -> Iterator[int]:
    """Yield the lengths of the menus in random playouts, without those that are declared."""
    rng, left, declared = Random(1), _MOVES, dict[type, bool]()
    chosen = None if view.actions is None else view.actions.target
    called = chosen if isinstance(chosen, FunctionType | None) else type(chosen).__call__
    own = chosen is not None and most_returned(called) is None
    for _ in range(_PLAYOUTS):
        for step in playout(base, view.offered, rng, longest=left):
            left -= 1
            if not step.menu:
                continue
            if own:
                yield len(step.menu)
            kind = type(step.infoset)
            if kind not in declared:
                declared[kind] = _declares(kind)
            if not declared[kind]:
                yield len(step.infoset.actions())
        left += 1  # for the end, which is no move


def _declares(infoset: Any) -> bool:
    """Return whether a class of infosets says how many actions there may be."""
    return hasattr(infoset, "max_actions") or most_returned(infoset.actions) is not None
