"""Access to Numba: kernels, their interpreted form, and where compiled code is stored.

``@kernel`` leaves a function what it is, plain Python: called as written it is the
definition. ``compiled(function)`` is its native twin, in which every kernel that it names is
native too. A kernel trusts itself; with ``checked=True`` it is compiled as the functions of users
are: what it names is compiled along, and it raises errors where Python does. Nothing else in this
library compiles functions. Dispatcher code is kept in the user's cache folder, in a subfolder
named by a fingerprint of all that shaped it: this package's sources and the sources behind the
types of the arguments. So nothing stale is ever run, whichever file was edited.

Set ``ZEROSUM_CACHE`` to move the folder.
"""

from __future__ import annotations

import types as pytypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from zerosum.native.emit import Dispatcher, Function

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class _Marked:
    """What a function is inside native kernels.

    Parameters
    ----------
    form
        What stands for it, where it is no kernel.
    checked, inline
        As for :func:`kernel`.
    twins
        Its compiled forms: ``entry`` is called from Python, ``inner`` from kernels.
    """

    form: Function | None = None
    checked: bool = False
    inline: bool = False
    twins: dict[str, Dispatcher] = field(default_factory=dict, compare=False)


_MARKED: dict[Callable[..., Any], _Marked] = {}
"""The functions that are marked in this process.

A kernel names others as plain functions, in its globals or its closure, and this is where their
compiled forms are found; each is made once. It does not lie on the functions, which are copied and
pickled as they are.
"""
_LOCK = RLock()


@dataclass(frozen=True)
class _NoGame:
    """What checked kernels are lowered for."""


def give_native_form(function: Callable[..., Any], form: Function) -> None:
    """Set what stands for a function inside native kernels, where a call would not do."""
    _MARKED[function] = _Marked(form)


def kernel(function: F, *, checked: bool = False, inline: bool = False) -> F:
    """Mark a function as a kernel: plain Python by itself, native through :func:`compiled`.

    A kernel may call itself and other kernels, those that it closes over included, but kernels
    never recurse mutually, and arguments of a recursive kernel are never literals (Numba #6061:
    a cached kernel would crash the next process).

    Parameters
    ----------
    function
        The function; what is marked twice in one way is compiled once.
    checked
        Whether it raises errors where Python does, and the plain functions that it calls are
        compiled along, as for a game's methods. Otherwise an index beyond an array is undefined
        behaviour.
    inline
        Whether it becomes part of each kernel that calls it. Use it for functions of several
        results: no call remains that would have to pass them.

    Examples
    --------
    >>> @kernel
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """
    mark = _Marked(checked=checked, inline=inline)
    if _MARKED.get(function) != mark:
        _MARKED[function] = mark
    return function


def inlined(function: F) -> F:
    """Mark a function as a kernel that becomes part of each kernel that calls it."""
    return kernel(function, inline=True)


def compiled(function: Callable[..., Any]) -> Dispatcher:
    """Return the native form of a kernel, which is cached on disk and releases the GIL."""
    with _LOCK:
        return _twin(function, "entry")


def linked(function: Callable[..., Any]) -> Dispatcher:
    """Return the native form of a kernel that other kernels call."""
    with _LOCK:
        return _twin(function, "inner")


def with_helpers(function: F) -> F:
    """Mark a function as a kernel, and the plain functions that it calls as inlined ones."""
    with _LOCK:  # Numba cannot be prepared by several threads at a time.
        _mark_with_helpers(function)
    return function


@cache
def _mark_with_helpers(function: Callable[..., Any]) -> None:
    from zerosum.native.lowering import is_native
    from zerosum.native.sparing import prepare_to_compile

    prepare_to_compile()
    reached: list[Any] = [kernel(function)]
    for each in reached:  # grows on the way
        for name in each.__code__.co_names:
            value = each.__globals__.get(name)
            if isinstance(value, pytypes.FunctionType) and value not in _MARKED:
                reached += [] if is_native(value) else [inlined(value)]


def _twin(function: Any, use: str) -> Dispatcher:
    """Return the native twin of a kernel, called from Python (entry) or from kernels (inner)."""
    if function not in _MARKED:
        raise KeyError(f"{function!r} is not marked @kernel")
    twins = _MARKED[function].twins
    if use not in twins:
        twins[use] = _make_twin(function, use)
    return twins[use]


def _make_twin(function: Any, use: str) -> Dispatcher:
    from zerosum.native.cache import FingerprintCache
    from zerosum.native.interrupted import dispatcher_of
    from zerosum.native.linking import ENTRY, LINKED
    from zerosum.native.lowering import calling, lowering_of

    mark = _MARKED[function]
    if mark.checked:
        made = lowering_of(_NoGame).callable(function)
        if use == "inner":
            return made
        twin = calling(made, function)
    else:
        cells = tuple(pytypes.CellType() for _ in function.__code__.co_freevars)
        scope, defaults = dict(function.__globals__), function.__defaults__
        twin = pytypes.FunctionType(function.__code__, scope, function.__name__, defaults, cells)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    options = ENTRY if use == "entry" else LINKED | {"forceinline": mark.inline}
    dispatcher = dispatcher_of(twin, **options)
    dispatcher._cache = FingerprintCache(twin, use, _meaning(function))

    def native(value: Any) -> Any:
        if not isinstance(value, pytypes.FunctionType) or value not in _MARKED:
            return value
        if value is function:  # It calls itself.
            return dispatcher
        form = _MARKED[value].form
        return _twin(value, "inner") if form is None else form

    for name in twin.__code__.co_names:
        if name in twin.__globals__:
            twin.__globals__[name] = native(twin.__globals__[name])
    for cell, given in zip(twin.__closure__ or (), function.__closure__ or (), strict=False):
        cell.cell_contents = native(given.cell_contents)
    return dispatcher


def _meaning(function: Any) -> str | None:
    """Return a text that distinguishes a kernel, beside the sources of this package.

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
        name = f"{each.__module__}:{each.__qualname__}"
        texts.append(name if ours else meaning(each, library=False))
        values = [cell.cell_contents for cell in each.__closure__ or ()]
        values += [] if ours else [each.__globals__.get(name) for name in each.__code__.co_names]
        for value in values:
            if _is_kernel(value) and value not in reached:
                reached.append(value)
    return "\n".join(texts)


def _is_kernel(value: Any) -> bool:
    is_marked = isinstance(value, pytypes.FunctionType) and value in _MARKED
    return is_marked and _MARKED[value].form is None
