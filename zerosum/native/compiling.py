"""Compile a kernel for a game, or find out why the run must be interpreted."""

from __future__ import annotations

import logging
import sys
import warnings
from dataclasses import dataclass
from types import FrameType
from typing import Any

from numba import typeof
from numba.core.errors import NumbaWarning

from zerosum.abstraction import View
from zerosum.errors import AbstractionError, NotNativeWarning
from zerosum.native.capacity import capacity_of, room_of
from zerosum.native.emit import Dispatcher, Kind
from zerosum.native.encoding import Native
from zerosum.native.explain import blame, known_refusal
from zerosum.native.view import lower

_LOG = logging.getLogger("zerosum")
# A cause is warned of once a process, whichever solver meets it.
_SAID: set[str] = set()


@dataclass(frozen=True)
class Compiled:
    """The first arguments of a kernel that was compiled for a game."""

    game: Native
    view: Native | tuple[Native, ...]


def try_compile(
    kernel: Dispatcher, base: Any, view: View | tuple[View, ...], others: tuple[Kind, ...]
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

    Raises
    ------
    AbstractionError
        If a factor cannot be fitted.
    """
    views = view if isinstance(view, tuple) else (view,)
    label = ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            capacity, room = capacity_of(base, views), room_of(base, views)
            lowered = [lower(base, each, capacity, room) for each in views]
            game, seen = lowered[0][0], tuple(each for _, each in lowered)
            looks = seen if isinstance(view, tuple) else seen[0]
            kinds = (game.kind, typeof(looks), *others)
            label = kernel._cache.label
            if sentence := known_refusal(game.kind, views, [each.kind for each in seen], label):
                return sentence
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
