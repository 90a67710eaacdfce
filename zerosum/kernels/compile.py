"""Compile a kernel for a game, or say once why the run is interpreted."""

from __future__ import annotations

import logging
import warnings
from dataclasses import dataclass
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.errors import NumbaWarning
from numba.extending import typeof_impl

from zerosum.errors import NotNativeWarning
from zerosum.jit import compiled
from zerosum.native.compiling import Compiled, try_compile, warn_once
from zerosum.native.types import RANDOM, WorkspaceType
from zerosum.native.view import View
from zerosum.tables import Workspace

_LOG = logging.getLogger("zerosum")

WORKSPACE = WorkspaceType(
    "zerosum.Workspace",
    (
        *((name, types.CPointer(types.int64)) for name in Workspace.INTS),
        *((name, types.CPointer(types.float64)) for name in Workspace.FLOATS),
        ("rng", RANDOM),
    ),
)
_SAID: set[str] = set()


@typeof_impl.register(Workspace)
def _typeof_workspace(value: Workspace, context: Any) -> Any:
    return WORKSPACE


@dataclass(frozen=True)
class Compiled:
    """The first arguments of a kernel that was compiled for a game: game, view, workspace."""

    arguments: tuple[Any, ...]


def compile_kernel(kernel: Any, base: Any, view: View, work: Workspace) -> tuple[Any, ...] | None:
    """Compile a kernel ``(game, view, work, int, int, int)``; return its first arguments.

    Returns
    -------
    The native game, the native view and the workspace; None where the run must be
    interpreted, after one warning that names what stands in the way.
    """
    made = try_compile(kernel, base, view, work)
    if isinstance(made, Compiled):
        return made.arguments
    if made not in _SAID:
        _SAID.add(made)
        warnings.warn(made, NotNativeWarning, stacklevel=4)
    return None


def try_compile(kernel: Any, base: Any, view: View, work: Workspace) -> Compiled | str:
    """Compile a kernel for a game; return its first arguments, or what stands in the way.

    Whatever goes wrong inside the compiler is a reason to run interpreted, never a traceback.
    """
    others = (typeof(work), types.int64, types.int64, types.int64)
    made = try_compile(compiled(kernel), base, view, others)
    if isinstance(made, Compiled):
        return made.game, made.view, work
    warn_once(made, stacklevel=4)
    return None
