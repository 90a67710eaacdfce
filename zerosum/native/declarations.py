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


def annotations_of(obj: Any) -> dict[str, Any]:
    """Return the resolved annotations of a class or function; {} if they do not resolve."""
    try:
        return typing.get_type_hints(obj, include_extras=True)
    except Exception:
        return {}


def argument_of(cls: Any, name: str) -> Any:
    """Return the annotation of the first argument of a method that has one, or None."""
    hints = annotations_of(getattr(cls, name, None))
    return next((hint for argument, hint in hints.items() if argument != "return"), None)


def returned_by(cls: Any, name: str) -> Any:
    """Return the annotation of what a method returns, or None."""
    return annotations_of(getattr(cls, name, None)).get("return")


def bounded(hint: Any) -> tuple[Any, int | None]:
    """Return an annotation without its marks, and the greatest length that ``UpTo`` declares."""
    if get_origin(hint) is not Annotated:
        return hint, None
    hint, *marks = get_args(hint)
    return hint, next((mark.length for mark in marks if isinstance(mark, UpTo)), None)


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


def most_returned(function: Any) -> int | None:
    """Return the greatest length that ``UpTo`` declares for what a method returns, or None."""
    return bounded(annotations_of(function).get("return"))[1]


def full_name(cls: type) -> str:
    """Return the module and the qualified name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"
