"""Frozen records as their constructors see them: the fields, their defaults, their hints."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Any

import attrs

from zerosum.errors import LoweringError


def is_record(cls: Any) -> bool:
    """Return whether a class is a frozen record, by ``dataclasses`` or by ``attrs``."""
    if not isinstance(cls, type):
        return False
    if attrs.has(cls):
        return cls.__setattr__ is not object.__setattr__
    return dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]


@dataclasses.dataclass(frozen=True)
class Entry:
    """One field of a record, as its constructor takes it.

    Parameters
    ----------
    name, argument
        The field, and the constructor's name for it.
    default
        A function that makes the value left out; None where there is none.
    keyword_only
        Whether the constructor takes it by keyword only.
    """

    name: str
    argument: str
    default: Callable[[], Any] | None
    keyword_only: bool


def record_fields(cls: type) -> list[Entry]:
    """Return the fields of a record, in order.

    Raises
    ------
    LoweringError
        Where its constructor does more than take the fields.
    """
    own = vars(cls).get("__init__")
    if own is not None and own.__code__.co_filename[:1] != "<":
        raise _busy(cls, "defines __init__", "a class method that returns the record")
    return _attrs_fields(cls) if attrs.has(cls) else _dataclass_fields(cls)


def _attrs_fields(cls: Any) -> list[Entry]:
    found = []
    for field in attrs.fields(cls):
        if not field.init or field.converter is not None:
            raise _busy(cls, f"computes its field {field.name}", "a property")
        made = field.default
        if isinstance(made, attrs.Factory):  # type: ignore[arg-type]
            default = made.factory
        else:
            default = None if made is attrs.NOTHING else _constant(made)
        found.append(Entry(field.name, field.alias or field.name, default, field.kw_only))
    return found


def _dataclass_fields(cls: Any) -> list[Entry]:
    found = []
    for field in dataclasses.fields(cls):
        if not field.init:
            raise _busy(cls, f"computes its field {field.name}", "a property")
        default: Any = None
        if field.default is not dataclasses.MISSING:
            default = _constant(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            default = field.default_factory
        found.append(Entry(field.name, field.name, default, bool(field.kw_only)))
    return found


def _busy(cls: type, what: str, advice: str) -> LoweringError:
    return LoweringError(
        f"{cls.__qualname__} {what}, which has no native form; write {advice}.", cls
    )


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def hints_of(obj: Any) -> dict[str, Any]:
    """Return the resolved annotations of a class or function; {} where they do not resolve."""
    try:
        return typing.get_type_hints(obj, include_extras=True)
    except Exception:
        return {}
