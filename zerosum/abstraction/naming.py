"""How a factor is printed, by its name or as in ``linearpot(20)``; and how its values are."""

import inspect
from collections.abc import Callable, Iterable
from enum import Enum
from itertools import takewhile
from types import FunctionType
from typing import Any, TypeAlias

from zerosum.abstraction.anatomy import closed_over


def spelled(target: Callable[[Any], Any]) -> str:
    """Return a factor as it would be written in a product.

    A function with closed-over values is printed as the call of the function that made it. Values
    that are not its arguments are given by name.

    >>> def scaled(by):
    ...     def scaled(infoset):
    ...         return infoset * by
    ...     return scaled
    >>> spelled(scaled(20))
    'scaled(20)'
    """
    if not isinstance(target, FunctionType):
        return repr(target)
    path = target.__qualname__.split(".<locals>.")
    values = _others(target)
    if len(path) == 1 or not values:
        return path[-1]
    return f"{path[-2]}({_arguments(_parameters(target, path[-2]), values)})"


def shown(value: Any) -> str:
    """Return a value or a move as text: a member of an enum by its name.

    >>> from zerosum.kuhn import Move
    >>> shown(Move.BET), shown((Move.PASS, Move.BET)), shown((3,))
    ('BET', '(PASS, BET)', '(3,)')
    """
    if type(value) is tuple:
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    return value.name if isinstance(value, Enum) else str(value)


Plain: TypeAlias = int | float | bool | str | None


def plain(value: Any) -> Plain:
    """Return a number, a bool or None unchanged, and anything else as text.

    >>> plain(3), plain(None), plain((1, 2))
    (3, None, '(1, 2)')
    """
    return value if type(value) in {int, float, bool, type(None)} else shown(value)


def listed(values: Iterable[tuple[str, Any]]) -> str:
    """Return values by the names of their factors in one line.

    >>> listed((("rank", 2), ("suited", True)))
    'rank 2, suited True'
    """
    return ", ".join(f"{name} {shown(value)}" for name, value in values)


def _others(function: FunctionType) -> dict[str, Any]:
    """Return the closed-over values, without the function itself."""
    values = closed_over(function).items()
    return {name: v for name, v in values if getattr(v, "target", v) is not function}


def _parameters(function: FunctionType, maker: str) -> list[str] | None:
    """Return the names of the maker's parameters; None if it is not found."""
    found: Any = function.__globals__.get(maker.partition(".")[0])
    for name in maker.split(".")[1:]:
        found = getattr(found, name, None)
    if not isinstance(found, FunctionType):
        return None
    names = list(inspect.signature(found).parameters)
    return names[1:] if "." in maker and names[:1] == ["self"] else names


def _arguments(parameters: list[str] | None, values: dict[str, Any]) -> str:
    if parameters is None and len(values) == 1:
        return _read(*values.values())
    names = parameters or []
    positional = list(takewhile(values.__contains__, names))
    keywords = [name for name in values if name not in positional]
    keywords.sort(key=lambda name: names.index(name) if name in names else len(names))
    texts = [_read(values[name]) for name in positional]
    return ", ".join(texts + [f"{name}={_read(values[name])}" for name in keywords])


def _read(value: object) -> str:
    return value.__name__ if isinstance(value, FunctionType | type) else repr(value)
