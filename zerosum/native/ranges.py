"""Menus that are ranges: three words, and no room for actions that are not offered.

A method that returns ``tuple(range(...))`` and nothing else offers a kernel the range itself.
Whoever else asks it for its actions gets a sequence, with which all can be done that can be done
with a tuple.
"""

from __future__ import annotations

import ast
import inspect
import types as pytypes
from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from zerosum.abstraction.source import syntax_of
from zerosum.errors import GameError
from zerosum.native.menus import as_sequence
from zerosum.native.overloads import overload
from zerosum.native.types import RangedType, RecordType


def menu_of(infoset: Any) -> Any:
    """Return the actions of an infoset in the form that kernels index."""
    return infoset.actions()


@overload(menu_of)
def _menu_of(infoset: Any) -> Any:
    ranged = infoset.lowering.range_menu(infoset) if isinstance(infoset, RecordType) else None
    if ranged is None:
        return lambda infoset: as_sequence(infoset.actions())
    return lambda infoset: ranged(infoset)


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


@cache
def ranged(capacity: int, place: str) -> Any:
    """Return the native function that makes a menu of a range.

    Parameters
    ----------
    capacity
        The greatest length.
    place
        Whose value it is, for errors.
    """
    message = f"{place} holds more than {capacity} items; raise its UpTo({capacity})"
    kind = RangedType(capacity)

    @intrinsic
    def make(context: Any, count: Any, start: Any, step: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = cgutils.create_struct_proxy(kind)(ctx, builder)
            value.count, value.start, value.step = args
            return value._getvalue()

        return kind(types.int64, types.int64, types.int64), codegen

    def menu(items: Any) -> Any:
        return tuple(items)

    def resolve(items: Any) -> Any:
        def impl(items: Any) -> Any:
            if len(items) > capacity:
                raise GameError(message)
            return make(len(items), items.start, items.step)

        return impl

    overload(menu)(resolve)
    return menu
