"""Keep Numba whole when a compilation ends early: by Ctrl-C, a time limit, or recursion too deep.

Numba's tables may be left half-done, so that later compilations in the process fail as if the
user's code had no native form. So here Ctrl-C and time limits end a compilation between two of its
passes only, where errors may end it, too.

Before it compiles, Numba also registers what was declared since it last looked, and forgets each
declaration as it takes it up. If anything ends that half-way, here the rest is new again.
"""

import inspect
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core.typing import templates

from zerosum.native.emit import Dispatcher, Function
from zerosum.support.interrupts import steady


def dispatcher_of(function: Function, **options: Any) -> Dispatcher:
    """Return what compiles a function by Numba, with options of ``numba.njit``."""
    dispatcher = njit(**options)(function)
    dispatcher.compile = steady()(dispatcher.compile)
    return dispatcher


class Declarations:
    """The declarations of a list that are new; those not registered are new again.

    Parameters
    ----------
    items
        The list, which grows.
    seen
        How many of it were seen.

    Examples
    --------
    >>> declared = Declarations(["add", "sub"])
    >>> for each in next(declared):
    ...     break
    >>> list(next(declared)), list(next(declared))
    (['add', 'sub'], [])
    """

    def __init__(self, items: list[Any], seen: int = 0) -> None:
        self._items = items
        self._seen = seen
        self._missed: list[Any] = []

    def __next__(self) -> Iterator[Any]:
        """Return an iterator of the new ones; to register one may look for what is new meanwhile.

        They are taken at once, since Numba would otherwise descend once for each.
        """
        taken: deque[Any] = deque()
        try:
            taken += self._missed + self._items[self._seen :]
            self._missed, self._seen = [], len(self._items)
            while taken:
                yield taken[0]
                taken.popleft()
        finally:
            self._missed = [*taken, *self._missed]


def keep_declarations() -> None:
    """Let Numba's registries hold :class:`Declarations`, where they hold a generator."""
    loader: Any = templates.BaseRegistryLoader

    def new_registrations(self: Any, name: str) -> Iterator[Any]:
        held = self._registrations
        if inspect.isgenerator(held[name]):
            known = inspect.getgeneratorlocals(held[name])
            held[name] = Declarations(known["lst"], known.get("stop", 0))
        return next(held[name])

    loader.new_registrations = new_registrations


with suppress(AttributeError):  # another version of Numba
    keep_declarations()
