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

from zerosum.abstraction.fitting import put_word, ready
from zerosum.abstraction.identity import fingerprint
from zerosum.native.cache import FingerprintCache
from zerosum.native.emit import (
    Compiled,
    Emitter,
    Function,
    Kind,
    Value,
    define,
    instruction,
    overload,
)
from zerosum.native.lowering import lowering_of


@dataclass(frozen=True)
class _NoGame:
    """What functions of numbers and arrays are lowered for."""


class Workshop:
    """Compiles functions of numbers and arrays, and what they call; keeps their code on disk."""

    def __init__(self) -> None:
        self._made: dict[Any, Compiled] = {}
        self._lock = RLock()

    def compile(self, function: Any) -> Compiled:
        """Return the native twin of a function, which releases the GIL."""
        with self._lock:
            return self._compile(function)

    def _compile(self, function: Any) -> Compiled:
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
def _ready(record: Kind) -> Function | None:
    return lambda record: record


@instruction(lambda array, place, word: types.none(array, types.int64, types.int64))
def _put_word(emitter: Emitter, array: Value, place: Value, word: Value) -> None:
    builder, kind = emitter.builder, emitter.signature.args[0]
    data = emitter.context.make_array(kind)(emitter.context, builder, array).data
    builder.store(word, builder.gep(data, [place]))


@overload(put_word)
def _overload_put_word(array: Kind, place: Kind, word: Kind) -> Function | None:
    if isinstance(array, types.Array) and array.ndim == 1 and array.dtype == types.int64:
        return lambda array, place, word: _put_word(array, place, word)
    return None
