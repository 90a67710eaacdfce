"""Compile users' functions: where Python raises an error, so does what is compiled.

Kernels trust themselves, and Numba's own code does too. What a user writes is compiled with a
context of its own, in which an index beyond an array is an IndexError, whatever Numba is told by
``NUMBA_BOUNDSCHECK``.
"""

import copy
from typing import Any

from numba.core.cpu import CPUContext

from zerosum.native.bool_or_int import RefuseBoolOrInt
from zerosum.native.linking import LINKED, Linked


class _CheckingContext(CPUContext):  # type: ignore[misc]
    """What lowers operations to LLVM instructions, with Python's checks."""

    enable_boundscheck = True


class _Checked(Linked):
    """The compiler of linked functions, for those of users."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        context = copy.copy(self.state.targetctx)
        context.__class__ = _CheckingContext
        self.state.targetctx = context


class _CheckedValue(_Checked):
    """The same for functions whose values stand in keys."""

    look_at_returns = RefuseBoolOrInt


CHECKED: dict[str, Any] = LINKED | {"pipeline_class": _Checked}
CHECKED_VALUE: dict[str, Any] = LINKED | {"pipeline_class": _CheckedValue}
