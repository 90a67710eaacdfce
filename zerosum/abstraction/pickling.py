"""Pickling of factors: by reference if their module holds them, otherwise by value.

By value means the byte code, the defaults and the closed-over values. Whatever else the function
reads stays in its module, which unpickling imports; cloudpickle would copy it, and the name of a
factor could then not be read from the function that made it. Byte code belongs to one version of
Python, and other versions refuse it.
"""

import importlib
import marshal
import sys
from functools import reduce
from types import CellType, FunctionType
from typing import Any

from zerosum.errors import AbstractionError


def find(module: str, qualname: str) -> Any:
    """Return what a module holds under a qualified name."""
    return reduce(getattr, qualname.split("."), importlib.import_module(module))


def is_held(obj: object, function: Any) -> bool:
    """Whether the module of a function holds an object under the function's name."""
    module = getattr(function, "__module__", None)
    if module is None or not isinstance(function, FunctionType):
        return False
    try:
        return find(module, function.__qualname__) is obj
    except (ImportError, AttributeError):
        return False


def carried(value: Any) -> Any:
    """Return a value with the functions that pickle cannot find wrapped to travel by value."""
    if isinstance(value, FunctionType) and not is_held(value, value):
        return _Carried(value)
    return tuple(map(carried, value)) if type(value) is tuple else value


class _Carried:
    """A function that pickles by value, and unpickles as the function."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    def __reduce__(self) -> tuple[Any, ...]:
        function = self.function
        _refuse_homeless(function)
        names = (function.__name__, function.__qualname__, function.__module__, function.__doc__)
        defaults = (carried(function.__defaults__), function.__kwdefaults__)
        cells = tuple(map(_packed, function.__closure__ or ()))
        code = marshal.dumps(function.__code__)
        return _restored, (sys.implementation.cache_tag, code, names, defaults, cells)


def _packed(cell: CellType) -> tuple[Any, ...]:
    try:
        return (carried(cell.cell_contents),)
    except ValueError:  # not filled yet
        return ()


def _refuse_homeless(function: FunctionType) -> None:
    module = sys.modules.get(function.__module__)
    if module is None or vars(module) is not function.__globals__:
        raise AbstractionError(
            f"The module of a factor to pickle must be an imported module; got "
            f"`{function.__qualname__}`, which is not defined in one: write it in a file and "
            f"import that.",
            function,
        )


def _restored(
    python: str,
    code: bytes,
    names: tuple[str, str, str, str | None],
    defaults: tuple[Any, Any],
    cells: tuple[tuple[Any, ...], ...],
) -> FunctionType:
    """Return a carried function.

    Raises
    ------
    AbstractionError
        If another version of Python wrote it.
    """
    name, qualname, module, doc = names
    if python != sys.implementation.cache_tag:
        raise AbstractionError(
            f"Python of the pickled factor `{qualname}` must be {sys.implementation.cache_tag}; "
            f"got {python}. Define the factor at the top of a module, to pickle it by name.",
            qualname,
        )
    home = vars(importlib.import_module(module))
    closure = tuple(CellType(*cell) for cell in cells)
    body = marshal.loads(code)  # noqa: S302 - pickle, which brought it, runs code as well
    function = FunctionType(body, home, name, defaults[0], closure)
    function.__qualname__, function.__doc__ = qualname, doc
    function.__kwdefaults__ = defaults[1]
    return function
