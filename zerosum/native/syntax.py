"""Functions from text, where their shape depends on a length."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def define(source: str, names: Mapping[str, Any], name: str = "impl") -> Callable[..., Any]:
    """Make a function from a line or two of source; for shapes that depend on a length.

    Numba compiles functions, and a function of *n* parameters, or one that touches *n* fields
    in turn, must be written down for each *n*: this is the one place where that is done.

    >>> define("def impl(a): return a + one", {"one": 1})(2)
    3
    """
    namespace = dict(names)
    exec(source, namespace)
    made: Callable[..., Any] = namespace[name]
    return made
