"""Menus filled by ``append``, kept on the stack: a list on the heap costs 70 ns a node.

Only a list of which nothing else is asked is one: made empty or of actions, filled by
``append`` with actions written out as constructors, and returned as ``tuple(menu)``.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from zerosum.errors import GameError
from zerosum.native.convert import converter
from zerosum.native.overloads import overload
from zerosum.native.sequences import empty_sequence, push, sequence_count
from zerosum.native.types import SequenceType

_READERS = ("tuple", "len")


def stack_names(node: ast.FunctionDef, is_action: Callable[[ast.expr], bool]) -> set[str]:
    """Return the names of a function whose lists may be kept on the stack.

    Parameters
    ----------
    node
        The function.
    is_action
        Whether an expression is the constructor of an action.
    """
    made: Counter[str] = Counter()
    stored: Counter[str] = Counter()
    used: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            (stored if isinstance(each.ctx, ast.Store) else read)[each.id] += 1
        name = _made(each, is_action)
        if name is not None:
            made[name] += 1
        for name in _uses(each, is_action):
            used[name] += 1
    return {name for name in made if made[name] == stored[name] == 1 and used[name] == read[name]}


def _made(node: ast.AST, is_action: Callable[[ast.expr], bool]) -> str | None:
    """Return the name to which a node gives a list of actions."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        target, value = node.target, node.value
    else:
        return None
    if isinstance(target, ast.Name) and isinstance(value, ast.List):
        return target.id if all(map(is_action, value.elts)) else None
    return None


def _uses(node: ast.AST, is_action: Callable[[ast.expr], bool]) -> list[str]:
    """Return the name that a node appends an action to, or makes a tuple of."""
    if isinstance(node, ast.Expr) and (added := appended(node.value)) is not None:
        return [added[0]] if is_action(added[1]) else []
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name):
        argument = node.args[0]
        if node.func.id in _READERS and isinstance(argument, ast.Name):
            return [argument.id]
    return []


def appended(node: ast.expr) -> tuple[str, ast.expr] | None:
    """Return the list and the item of ``menu.append(item)``."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "append"
        and isinstance(node.func.value, ast.Name)
        and len(node.args) == 1
    ):
        return node.func.value.id, node.args[0]
    return None


@cache
def appender(item: Any, capacity: int, place: str) -> Any:
    """Return the native function that appends to a stack, as :func:`new_stack` makes it.

    Parameters
    ----------
    item
        Type of an action.
    capacity
        How many there may be.
    place
        Whose menu it is, for errors.
    """
    convert = converter(item, place)
    message = f"{place} holds more than {capacity} items; raise its UpTo({capacity})"

    def append(held: Any, value: Any) -> None:
        held.append(value)

    def impl(held: Any, value: Any) -> None:
        if sequence_count(held) >= capacity:
            raise GameError(message)
        push(held, convert(value))

    overload(append)(lambda held, value: impl)
    return append


def new_stack(item: Any, capacity: int) -> Any:
    """Return the native function without arguments whose value, once held, is a stack."""
    return empty_sequence(SequenceType(item, capacity))
