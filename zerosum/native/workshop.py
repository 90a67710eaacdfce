"""Compile functions of numbers and arrays: the native side of :mod:`zerosum.workshop`."""

import inspect
import types as pytypes
from dataclasses import dataclass
from threading import RLock
from typing import Any

from numba import njit

from zerosum.abstraction.identity import fingerprint
from zerosum.native.cache import FingerprintCache
from zerosum.native.emit import Dispatcher, define
from zerosum.native.linking import ENTRY
from zerosum.native.lowering import lowering_of


@dataclass(frozen=True)
class _NoGame:
    """What functions of numbers and arrays are lowered for."""


class Workshop:
    """Compile functions of numbers and arrays, and what they call; cache their code on disk."""

    def __init__(self) -> None:
        self._made: dict[Any, Dispatcher] = {}
        self._trusted: dict[Any, Dispatcher] = {}
        self._lock = RLock()

    def compile(self, function: Any) -> Dispatcher:
        """Return the native twin of a function, which releases the GIL."""
        with self._lock:
            if function not in self._made:
                self._made[function] = _dispatcher_of(function)
            return self._made[function]

    def trust(self, kernel: Any) -> Dispatcher:
        """Return the native twin of a kernel that has no checks; see :mod:`zerosum.workshop`."""
        with self._lock:
            if kernel not in self._trusted:
                made = _unchecked(kernel, ENTRY)
                made._cache = FingerprintCache(made.py_func, "trusted", fingerprint(kernel))
                self._trusted[kernel] = made
            return self._trusted[kernel]


def _unchecked(kernel: Any, options: dict[str, Any]) -> Dispatcher:
    """Return a twin whose helpers become part of it: to pass arrays by calls takes long."""
    names = dict(kernel.__globals__)
    for name in kernel.__code__.co_names:
        if isinstance(names.get(name), pytypes.FunctionType):
            names[name] = _unchecked(names[name], {"forceinline": True})
    twin = pytypes.FunctionType(kernel.__code__, names, kernel.__name__)
    twin.__module__, twin.__qualname__ = kernel.__module__, kernel.__qualname__
    return njit(**options)(twin)


def _dispatcher_of(function: Any) -> Dispatcher:
    names = ", ".join(inspect.signature(function).parameters)
    call = lowering_of(_NoGame).callable(function)
    entry = define(f"def impl({names}):\n    return call({names})\n", {"call": call})
    entry.__module__, entry.__qualname__ = function.__module__, function.__qualname__
    made = njit(**ENTRY)(entry)
    made._cache = FingerprintCache(entry, "fit", fingerprint(function))
    return made


WORKSHOP = Workshop()
"""The one of this process: whoever fits a factor shares what is compiled."""
