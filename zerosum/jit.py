"""The one door to Numba: kernels, their interpreted twins, and where compiled code is kept.

``@kernel`` leaves a function what it is, plain Python: called as written it is the
definition. ``compiled(function)`` is its native twin, in which every kernel that it names is
native too. Compiled code is kept in the user's cache folder, in a subfolder named by a
fingerprint of all that shaped it: this package's sources and the sources behind the types of
the arguments. So nothing stale is ever run, whichever file was edited.

Set ``ZEROSUM_CACHE`` to move the folder.
"""

from __future__ import annotations

import hashlib
import os
import types as pytypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_KERNELS: dict[Any, dict[str, Any]] = {}
_NATIVE_FORMS: dict[Any, Any] = {}


def give_native_form(function: Callable[..., Any], form: Any) -> None:
    """Say what stands for a function inside native kernels, where a call would not do."""
    _NATIVE_FORMS[function] = form


def kernel(function: F) -> F:
    """Mark a function as a kernel: plain Python here, native through :func:`compiled`.

    A kernel may call itself and other kernels, but kernels never recurse mutually, and
    arguments of a recursive kernel are never literals (Numba #6061: a cached kernel would
    crash the next process).

    Examples
    --------
    >>> @kernel
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """
    _KERNELS[function] = {}
    return function


def compiled(function: Callable[..., Any]) -> Any:
    """Return the native twin of a kernel: a Numba dispatcher with this package's disk cache."""
    return _twin(function, "entry")


def _twin(function: Any, use: str) -> Any:
    """Return the native twin of a kernel, called from Python (entry) or from kernels (inner)."""
    if function not in _KERNELS:
        raise KeyError(f"{function!r} is not marked @kernel")
    if use not in _KERNELS[function]:
        _KERNELS[function][use] = _make_twin(function, use)
    return _KERNELS[function][use]


def _make_twin(function: Any, use: str) -> Any:
    from numba import njit

    from zerosum.native.cache import FingerprintCache
    from zerosum.native.linking import LINKED

    namespace = dict(function.__globals__)
    twin = pytypes.FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__
    )
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    dispatcher = njit(nogil=True)(twin) if use == "entry" else njit(**LINKED)(twin)
    dispatcher._cache = FingerprintCache(twin, use)
    for name in function.__code__.co_names:
        value = namespace.get(name)
        if not isinstance(value, pytypes.FunctionType):
            continue
        if value is function:  # It calls itself.
            namespace[name] = dispatcher
        elif value in _KERNELS:
            namespace[name] = _twin(value, "inner")
        elif value in _NATIVE_FORMS:
            namespace[name] = _NATIVE_FORMS[value]
    return dispatcher


def cache_folder() -> Path:
    """Return the folder of compiled code: ``$ZEROSUM_CACHE`` or the user's cache folder."""
    chosen = os.environ.get("ZEROSUM_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("zerosum")


@cache
def library_fingerprint() -> str:
    """Return a fingerprint of this package's own sources, 16 hex digits."""
    digest = hashlib.blake2b(digest_size=8)
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
