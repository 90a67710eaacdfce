"""Compile what factors are fitted by, and the little that they may do natively.

The native side of :mod:`zerosum.abstraction.fitting`.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from threading import RLock
from typing import Any

from numba import njit
from numba.core import types
from numba.extending import intrinsic

from zerosum.abstraction.fitting import put_word, ready
from zerosum.abstraction.identity import fingerprint
from zerosum.native.cache import FingerprintCache
from zerosum.native.lowering import lowering_of
from zerosum.native.overloads import overload
from zerosum.native.syntax import define


@dataclass(frozen=True)
class _NoGame:
    """What functions of numbers and arrays are lowered for."""


class Workshop:
    """Compiles functions of numbers and arrays, and what they call; keeps their code on disk."""

    def __init__(self) -> None:
        self._made: dict[Any, Any] = {}
        self._lock = RLock()

    def compile(self, function: Any) -> Any:
        """Return the native twin of a function, which releases the GIL."""
        with self._lock:
            return self._compile(function)

    def _compile(self, function: Any) -> Any:
        if function not in self._made:
            names = ", ".join(inspect.signature(function).parameters)
            call = lowering_of(_NoGame).callable(function)
            entry = define(f"def impl({names}):\n    return call({names})\n", {"call": call})
            entry.__module__, entry.__qualname__ = function.__module__, function.__qualname__
            made = njit(nogil=True)(entry)
            made._cache = FingerprintCache(entry, "fit", fingerprint(function))
            self._made[function] = made
        return self._made[function]


WORKSHOP = Workshop()
"""The one of this process."""


@overload(ready)
def _ready(record: Any) -> Any:
    return lambda record: record


@intrinsic
def _put_word(context: Any, array: Any, place: Any, word: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = ctx.make_array(array)(ctx, builder, args[0]).data
        builder.store(args[2], builder.gep(data, [args[1]]))
        return ctx.get_dummy_value()

    return types.none(array, types.int64, types.int64), codegen


@overload(put_word)
def _overload_put_word(array: Any, place: Any, word: Any) -> Any:
    if isinstance(array, types.Array) and array.ndim == 1 and array.dtype == types.int64:
        return lambda array, place, word: _put_word(array, place, word)
    return None
