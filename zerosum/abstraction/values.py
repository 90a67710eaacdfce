"""Values of factors: what can stand in a key, and the error for what cannot."""

import dataclasses
from enum import Enum
from typing import Any

import numpy as np

from zerosum.abstraction.anatomy import field_names
from zerosum.errors import AbstractionError

AT_ONCE = frozenset({int, bool, type(None)})
"""Types whose values need no further check."""


def check_value(factor: object, value: Any) -> None:
    """Check that a factor's value can stand in a key.

    Raises
    ------
    AbstractionError
        If it is anything but an int, bool, None, enum member, frozen record, or tuple of these.
    """
    if isinstance(value, tuple):
        for part in value:
            if type(part) not in AT_ONCE:
                check_value(factor, part)
        return
    kind = type(value)
    names = _PARTS.get(kind)
    if names is None:
        if not (issubclass(kind, int | Enum | np.integer | np.bool_) or is_frozen(kind)):
            raise AbstractionError(_refusal(factor, value), factor)
        names = _PARTS[kind] = field_names(kind)
    for name in names:
        check_value(factor, getattr(value, name))


_PARTS: dict[type, tuple[str, ...]] = {int: (), bool: (), type(None): ()}


def _refusal(factor: object, value: object) -> str:
    constraint = "an int, a bool, None, an enum member, a frozen record or a tuple of these"
    advice = "return a number or an enum member instead"
    if isinstance(value, list):
        advice = "write `return tuple(...)`"
    elif isinstance(value, float | np.floating):
        advice = "cut it into steps, as in `return round(x * 20)`"
    elif dataclasses.is_dataclass(value):
        advice = "write `@dataclass(frozen=True)` above its class"
    got = f"{value!r} ({type(value).__name__})"
    return f"The value of factor `{factor!r}` must be {constraint}; got {got}: {advice}."


def is_frozen(cls: Any) -> bool:
    """Whether a class is a frozen record, of dataclasses or of attrs."""
    setter = getattr(cls, "__setattr__", None)
    if not isinstance(cls, type) or hasattr(cls, "__attrs_attrs__"):
        return isinstance(cls, type) and setter is not object.__setattr__
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
