"""What Python says about the members of a class: who defines them, what they declare."""

from __future__ import annotations

import inspect
from typing import Annotated, Any, get_args, get_origin

from zerosum.actions import UpTo
from zerosum.native.constructors import hints_of
from zerosum.native.syntax import define


def reader(value: Any) -> Any:
    """Return the method that a constant of a class is natively."""

    def constant(self: Any) -> Any:
        return value

    return constant


def definer(cls: type, name: str) -> type:
    """Return the class that defines a name, along the MRO."""
    return next((base for base in cls.__mro__ if name in vars(base)), object)


def generated(cls: type, name: str) -> bool:
    """Return whether a special method was written by a decorator, not by a person."""
    function = vars(cls).get(name)
    if function is None:
        return True
    filename = getattr(getattr(function, "__code__", None), "co_filename", "<")
    return bool(filename.startswith("<") and not filename.startswith("<ipython"))


def declared(function: Any, otherwise: int) -> int:
    """Return the greatest length that a method's annotation declares for what it returns."""
    returned = hints_of(function).get("return")
    if get_origin(returned) is Annotated:
        return next((m.length for m in get_args(returned)[1:] if isinstance(m, UpTo)), otherwise)
    return otherwise


def checked(make: Any, check: Any) -> Any:
    """Return a constructor that calls ``__post_init__`` on what it made."""
    arguments = ", ".join(inspect.signature(make.py_func).parameters)
    source = (
        f"def impl({arguments}):\n    value = make({arguments})\n    check(value)\n"
        f"    return value\n"
    )
    return define(source, {"make": make, "check": check})
