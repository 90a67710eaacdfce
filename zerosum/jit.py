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
import types as pytypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_KERNELS: dict[Any, dict[str, Any]] = {}
_INLINED: set[Any] = set()
_NATIVE_FORMS: dict[Any, Any] = {}


def give_native_form(function: Callable[..., Any], form: Any) -> None:
    """Say what stands for a function inside native kernels, where a call would not do."""
    _NATIVE_FORMS[function] = form


def kernel(function: F) -> F:
    """Mark a function as a kernel: plain Python here, native through :func:`compiled`.

    A kernel may call itself and other kernels, those that it closes over included, but kernels
    never recurse mutually, and arguments of a recursive kernel are never literals (Numba #6061:
    a cached kernel would crash the next process).

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


def inlined(function: F) -> F:
    """Mark a function as a kernel that becomes part of each kernel that calls it.

    For what returns several values at once: no call remains that would have to pass them.
    """
    _INLINED.add(function)
    return kernel(function)


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
    cells = {name: pytypes.CellType() for name in function.__code__.co_freevars}
    closure = tuple(cells.values())
    twin = pytypes.FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, closure
    )
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    options = {"nogil": True} if use == "entry" else {**LINKED, "forceinline": function in _INLINED}
    dispatcher = njit(**options)(twin)
    dispatcher._cache = FingerprintCache(twin, use, _meaning(function))

    def native(value: Any) -> Any:
        if not isinstance(value, pytypes.FunctionType):
            return value
        if value is function:  # It calls itself.
            return dispatcher
        return _twin(value, "inner") if value in _KERNELS else _NATIVE_FORMS.get(value, value)

    for name in function.__code__.co_names:
        if name in namespace:
            namespace[name] = native(namespace[name])
    for cell, given in zip(closure, function.__closure__ or (), strict=True):
        cell.cell_contents = native(given.cell_contents)
    return dispatcher


def _meaning(function: Any) -> str | None:
    """Return what tells a kernel from others, beside the sources of this package.

    A kernel that closes over others is as many kernels as there are of these; one of another
    package is known by its meaning (:mod:`zerosum.abstraction.identity`). None where the kernel
    lives in ``__main__``, or in no module, and the next process may not find it again.
    """
    from zerosum.abstraction.identity import meaning

    texts, reached = [], [function]
    for each in reached:  # grows on the way
        if each.__module__ in (None, "__main__"):
            return None
        ours = each.__module__.startswith("zerosum.")
        texts.append(f"{each.__module__}:{each.__qualname__}" if ours else meaning(each))
        values = [cell.cell_contents for cell in each.__closure__ or ()]
        values += [] if ours else [each.__globals__.get(name) for name in each.__code__.co_names]
        for value in values:
            is_kernel = isinstance(value, pytypes.FunctionType) and value in _KERNELS
            if is_kernel and value not in reached:
                reached.append(value)
    return "\n".join(texts)


@cache
def library_fingerprint() -> str:
    """Return a fingerprint of this package's own sources, 16 hex digits."""
    digest = hashlib.blake2b(digest_size=8)
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
