"""A kernel ready to run on a game: native, or interpreted with one warning that says why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numba.core import types

from zerosum.abstraction import View
from zerosum.jit import compiled
from zerosum.native.compiling import Compiled, try_compile, warn_once
from zerosum.native.encoding import Native
from zerosum.tables import Arena
from zerosum.tables.arena import native_type, run_kernel

# The numbers of the first and the last iteration, and zero.
SPAN = (types.int64, types.int64, types.int64)

Views = View | tuple[View, ...]


@dataclass(frozen=True)
class Entry:
    """A kernel ``(game, view, *arenas, ...)`` with these arguments, to be called with the rest.

    Parameters
    ----------
    kernel
        As it is written.
    game, view
        The game and the view in native form or as they are. The view is a pair if two players see
        the game differently.
    arenas
        The arenas of the kernel; no two of them may share a table, because interpreted runs copy
        numbers. A native kernel may also take tuples of arenas.
    native
        Whether it runs natively.
    """

    kernel: Any
    game: Any
    view: Any
    arenas: tuple[Arena | tuple[Arena, ...], ...]
    native: bool

    def __call__(self, *rest: Any) -> Any:
        """Run the kernel; return what it returns."""
        arguments = self.game, self.view, *self.arenas, *rest
        return run_kernel(self.kernel, *arguments, native=self.native)

    def with_arenas(self, *arenas: Arena | tuple[Arena, ...]) -> Entry:
        """Return the same kernel with other arenas of the same classes."""
        return replace(self, arenas=arenas)

    def starting(self, game: Any) -> Entry:
        """Return the same kernel from another history of the game."""
        return replace(self, game=Native(self.game.kind, game) if self.native else game)


def prepare(
    kernel: Any,
    base: Any,
    view: Views,
    arenas: tuple[Arena | tuple[Arena, ...], ...],
    rest: tuple[Any, ...] = SPAN,
    *,
    native: bool = True,
    quiet: bool = False,
) -> Entry:
    """Return a kernel ready to run: compiled if the game compiles and ``native`` is true.

    Parameters
    ----------
    kernel
        A kernel ``(game, view, *arenas, *rest)``.
    base, view
        The game and its view; a pair of views if two players see it differently.
    arenas
        The arenas of the kernel.
    rest
        Types of the arguments after these.
    native
        False for the interpreted run, which also replaces a run that does not compile, after
        one warning that names the reason.
    quiet
        True to leave out the warning.
    """
    if native:
        kinds = [native_type(arena) for arena in arenas]
        made = try_compile(compiled(kernel), base, view, (*kinds, *rest))
        if isinstance(made, Compiled):
            return Entry(kernel, made.game, made.view, arenas, native=True)
        if not quiet:
            warn_once(made)
    return Entry(kernel, base, view, arenas, native=False)
