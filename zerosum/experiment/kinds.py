"""What a parameter's annotation lets it be: whole numbers, numbers, words, records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from zerosum.errors import ExperimentError

MOST = 1 << 60  # iterations; other whole numbers are less

CALLED = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
    NoneType: "None",
}


def choices_of(kind: Any) -> tuple[Any, ...]:
    """Return the types that a type is a union of.

    >>> choices_of(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    return get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)


def hints_of(annotated: Any) -> Mapping[str, Any]:
    """Return the types of a function or a class by names; none where they cannot be read."""
    try:
        return get_type_hints(annotated)
    except (NameError, TypeError):  # annotations of a user's own class may mean anything
        return {}


def require_kind(name: str, value: Any, kind: Any) -> None:
    """Refuse a value that is not of a type; the fields of a record are looked at too.

    Types that a value cannot be compared with, as ``list[int]``, are let through.

    Raises
    ------
    ExperimentError
        With what the type allows.

    Examples
    --------
    >>> require_kind("epsilon", 1, float)
    >>> require_kind("epsilon", "high", float)
    Traceback (most recent call last):
    zerosum.errors.ExperimentError: The option epsilon must be a number; got 'high'.
    """
    choices = choices_of(kind)
    if not any(_is(value, each) for each in choices):
        allowed = " or ".join(CALLED.get(each) or each.__name__ for each in choices)
        raise ExperimentError(f"The option {name} must be {allowed}; got {value!r}.", value)
    if isinstance(value, int) and not -MOST < value < MOST:
        raise ExperimentError(f"The option {name} must be below 2**60; got {value}.", value)
    if is_dataclass(value):
        hints = hints_of(type(value))
        for field in fields(value):
            part = getattr(value, field.name)
            require_kind(f"{name}.{field.name}", part, hints.get(field.name, Any))


def _is(value: Any, kind: Any) -> bool:
    if kind is Any or not isinstance(kind, type) or get_origin(kind) is not None:
        return True
    if kind in {int, float}:
        numbers = (int, float) if kind is float else int
        return isinstance(value, numbers) and not isinstance(value, bool)
    try:
        return isinstance(value, kind)
    except TypeError:  # a protocol
        return True
