"""Which methods offer nothing but a range: their menu is three words, and needs no room."""

from __future__ import annotations

import ast
import inspect
import types as pytypes
from collections.abc import Callable
from typing import Any

from zerosum.abstraction.source import syntax_of


def range_in(node: ast.expr | None, resolve: Callable[[ast.expr], Any]) -> ast.Call | None:
    """Return the range of an expression that is ``tuple(range(...))``, None of any other."""
    if not isinstance(node, ast.Call) or resolve(node.func) is not tuple or len(node.args) != 1:
        return None
    inner = node.args[0]
    return inner if isinstance(inner, ast.Call) and resolve(inner.func) is range else None


def returns_range(function: Any) -> bool:
    """Return whether a method does nothing but return ``tuple(range(...))``.

    >>> from zerosum.bluff import InfoSet
    >>> from zerosum.kuhn import InfoSet as KuhnInfoSet
    >>> returns_range(InfoSet.actions), returns_range(KuhnInfoSet.actions)
    (True, False)
    """
    node = syntax_of(function) if isinstance(function, pytypes.FunctionType) else None
    if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
        return False
    around = inspect.getclosurevars(function)
    known = {"tuple": tuple, "range": range, **around.globals, **around.nonlocals}
    returns = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
    found = range_in(
        returns[0].value,
        lambda named: known.get(named.id) if isinstance(named, ast.Name) else None,
    )
    return len(returns) == 1 and found is not None
