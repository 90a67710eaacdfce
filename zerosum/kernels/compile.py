"""Compile a kernel for a game, or say once why the run is interpreted."""

from __future__ import annotations

from typing import Any

from numba import typeof
from numba.core import types
from numba.extending import typeof_impl

from zerosum.jit import compiled
from zerosum.native.compiling import Compiled, try_compile, warn_once
from zerosum.native.types import RANDOM, WorkspaceType
from zerosum.native.view import View
from zerosum.tables import Workspace

WORKSPACE = WorkspaceType(
    "zerosum.Workspace",
    (
        *((name, types.CPointer(types.int64)) for name in Workspace.INTS),
        *((name, types.CPointer(types.float64)) for name in Workspace.FLOATS),
        *((name, RANDOM) for name in Workspace.GENERATORS),
    ),
)


@typeof_impl.register(Workspace)
def _typeof_workspace(value: Workspace, context: Any) -> Any:
    return WORKSPACE


def compile_kernel(kernel: Any, base: Any, view: View, work: Workspace) -> tuple[Any, ...] | None:
    """Compile a kernel ``(game, view, work, int, int, int)``; return its first arguments.

    Returns
    -------
    The native game, the native view and the workspace; None where the run must be
    interpreted, after one warning that names what stands in the way.
    """
    others = (typeof(work), types.int64, types.int64, types.int64)
    made = try_compile(compiled(kernel), base, view, others)
    if isinstance(made, Compiled):
        return made.game, made.view, work
    warn_once(made)
    return None
