"""What a class declares: the fields that its constructor takes, its annotations, its members."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

import attrs

from zerosum.actions import UpTo
from zerosum.errors import LoweringError


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
