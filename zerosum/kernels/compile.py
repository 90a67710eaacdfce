"""A kernel ready to run on a game: native, or interpreted with one warning that says why."""

from __future__ import annotations

import logging
import sys
import warnings
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.errors import NumbaWarning

from zerosum.abstraction import View
from zerosum.errors import AbstractionError, NotNativeWarning
from zerosum.jit import compiled
from zerosum.native.capacity import capacity_of, room_of
from zerosum.native.emit import Dispatcher, Kind
from zerosum.native.encoding import Native
from zerosum.native.explain import blame, known_refusal
from zerosum.native.lowering import lowering_of
from zerosum.native.view import lower, lowered_record
from zerosum.tables import Arena, rows_of
from zerosum.tables.arena import native_type, run_kernel

_LOG = logging.getLogger("zerosum")
# A cause is warned of once a process, whichever solver meets it.
_SAID: set[str] = set()

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
    whole: bool = False,
    records: tuple[Any, ...] = (),
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
    whole
        Whether the abstraction becomes part of the kernel (:mod:`zerosum.native.view`), as it must
        where the kernel asks for the values of factors.
    records
        A frozen record for each of several views, whose place a pair of both takes. Native only.
    """
    if native:
        kinds = [native_type(arena) for arena in arenas]
        others = (*kinds, *rest)
        made = try_compile(compiled(kernel), base, view, others, whole=whole, records=records)
        if isinstance(made, Compiled):
            return Entry(kernel, made.game, made.view, arenas, native=True)
        if not quiet:
            warn_once(made)
    rows: Any = tuple(map(rows_of, view)) if isinstance(view, tuple) else rows_of(view)
    return Entry(kernel, base, rows, arenas, native=False)


@dataclass(frozen=True)
class Compiled:
    """The first arguments of a kernel that was compiled for a game."""

    game: Native
    view: Any


def try_compile(
    kernel: Dispatcher,
    base: Any,
    view: View | tuple[View, ...],
    others: tuple[Kind, ...],
    *,
    whole: bool = False,
    records: tuple[Any, ...] = (),
) -> Compiled | str:
    """Compile a kernel for a game; return its first arguments, or the reason why it fails.

    Whatever goes wrong inside the compiler is a reason to run interpreted, never a traceback.

    Parameters
    ----------
    kernel
        The compiled form of a kernel, from :func:`zerosum.jit.compiled`.
    base, view
        The game, and its view; a tuple of views if the kernel takes several.
    others
        Types of the other arguments.
    whole, records
        As for :func:`prepare`.

    Raises
    ------
    AbstractionError
        If a factor cannot be fitted.
    """
    views = tuple(map(rows_of, view if isinstance(view, tuple) else (view,)))
    label, kept_by = "", kernel._cache.label and kernel._cache.label + " whole" * whole
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            capacity, room = capacity_of(base, views), room_of(base, views)
            cls: Any = type(base)
            lowering = lowering_of(cls, capacity, room)
            beside = [lowered_record(lowering, record) for record in records]
            kept_by = kept_by and " ".join([kept_by, *(record.kind.name for record in beside)])
            if sentence := known_refusal(lowering, views, kept_by):
                return sentence
            lowered = [lower(base, each, capacity, room, whole=whole) for each in views]
            label = kept_by
            game, seen = lowered[0][0], tuple(each for _, each in lowered)
            looks: Any = seen if isinstance(view, tuple) else seen[0]
            looks = tuple(zip(seen, beside, strict=True)) if beside else looks
            kinds = (game.kind, typeof(looks), *others)
            kernel.compile(kinds)
    except AbstractionError:  # A factor cannot be fitted, natively or not.
        raise
    except Exception as error:
        _LOG.debug("compiling for %r failed", base, exc_info=True)
        return blame(base, views, error, label)
    if not all(each.kind.cacheable for each in seen):
        _LOG.info(
            "%s is defined in __main__, so its compiled code is not cached; move it to a module.",
            type(base).__qualname__,
        )
    return Compiled(game, looks)


def warn_once(sentence: str) -> None:
    """Warn that a run is interpreted, once in a process for each cause.

    The warning points at the line outside of this library that asked for the run.
    """
    if sentence not in _SAID:
        _SAID.add(sentence)
        warnings.warn(sentence, NotNativeWarning, stacklevel=_frames_of_ours())


def _frames_of_ours() -> int:
    """Return the stack level of the first caller outside of this library, as warnings count."""
    level = 1
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("zerosum."):
        level, frame = level + 1, frame.f_back
    return level
