"""What a class declares: the fields that its constructor takes, its annotations, its members."""

import dataclasses
import sys
import typing
from collections.abc import Callable
from typing import Annotated, Any, ForwardRef, cast, get_args, get_origin

import attrs

from zerosum.actions import Fixed, UpTo
from zerosum.errors import LoweringError
from zerosum.support.hints import annotations_of, own_annotations

POST = ("__post_init__", "__attrs_post_init__")
"""The methods that a class may define to check, or to complete, what it has been made of."""


@dataclasses.dataclass(frozen=True)
class Entry:
    """One field of a record, as its constructor takes it.

    Parameters
    ----------
    name, argument
        The field, and the constructor's name for it.
    default
        A function that makes the default; None if the argument is required.
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
        If its constructor does more than take the fields.
    """
    own = vars(cls).get("__init__")
    if own is not None and own.__code__.co_filename[:1] != "<":
        raise _busy(cls, "defines __init__", "a class method that returns the record")
    fields: Any = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cast("Any", cls))
    found = []
    for field in fields:
        if not field.init or getattr(field, "converter", None) is not None:
            raise _busy(cls, f"computes its field {field.name}", "a property")
        argument = getattr(field, "alias", None) or field.name
        found.append(Entry(field.name, argument, _default(field), bool(field.kw_only)))
    return found


def _default(field: Any) -> Callable[[], Any] | None:
    """Return what makes the default of a field of ``attrs`` or ``dataclasses``."""
    made, factory = field.default, getattr(field, "default_factory", dataclasses.MISSING)
    if isinstance(made, attrs.Factory):  # type: ignore[arg-type]
        factory = made.factory
    if factory is not dataclasses.MISSING:
        return cast("Callable[[], Any]", factory)
    return None if made is attrs.NOTHING or made is dataclasses.MISSING else lambda: made


def completes(cls: type) -> bool:
    """Return whether a class sets fields of its own when it is made, in ``__post_init__``."""
    made = (vars(base).get(name) for base in cls.__mro__ for name in POST)
    codes = (getattr(method, "__code__", None) for method in made)
    return any(code is not None and "__setattr__" in code.co_names for code in codes)


def _busy(cls: type, what: str, advice: str) -> LoweringError:
    return LoweringError(
        f"{cls.__qualname__} {what}, which has no native form; write {advice}.", cls
    )


def unresolved(cls: type) -> str | None:
    """Return the first field of a class whose annotation does not resolve, or None."""
    for base in cls.__mro__:
        scope = vars(sys.modules.get(base.__module__, typing))
        for name, hint in own_annotations(base).items():
            given = hint
            try:
                while isinstance(given, str):
                    given = eval(given, scope, dict(vars(base)))  # noqa: S307 - as typing does
            except Exception:
                return str(name)
            if isinstance(given, ForwardRef):  # as Python has it from 3.14 on
                return str(name)
    return None


def argument_of(cls: Any, name: str) -> Any:
    """Return the annotation of the first argument of a method that has one, or None."""
    hints = annotations_of(getattr(cls, name, None))
    return next((hint for argument, hint in hints.items() if argument != "return"), None)


def returned_by(cls: Any, name: str) -> Any:
    """Return the annotation of what a method returns, or None."""
    return annotations_of(getattr(cls, name, None)).get("return")


def bounded(hint: Any) -> tuple[Any, UpTo | None]:
    """Return an annotation without its marks, and the ``UpTo`` among them."""
    if get_origin(hint) is not Annotated:
        return hint, None
    hint, *marks = get_args(hint)
    return hint, next((mark for mark in marks if isinstance(mark, UpTo)), None)


def fixed_names(cls: type) -> set[str]:
    """Return the fields of a class that are marked by ``FIXED``."""
    hints = {name: get_args(hint)[1:] for name, hint in annotations_of(cls).items()}
    return {name for name, marks in hints.items() if any(isinstance(m, Fixed) for m in marks)}


def reader(value: Any) -> Any:
    """Return the method that a constant of a class is natively."""

    def constant(self: Any) -> Any:
        return value

    return constant


def definer(cls: type, name: str) -> type:
    """Return the class that defines a name, along the MRO."""
    return next((base for base in cls.__mro__ if name in vars(base)), object)


def generated(cls: type, name: str) -> bool:
    """Return whether a special method was generated by a decorator."""
    function = vars(cls).get(name)
    if function is None:
        return True
    filename = getattr(getattr(function, "__code__", None), "co_filename", "<")
    return bool(filename.startswith("<") and not filename.startswith("<ipython"))


def most_returned(function: Any) -> int | None:
    """Return the greatest length that ``UpTo`` declares for what a method returns, or None."""
    bound = bounded(annotations_of(function).get("return"))[1]
    return None if bound is None else bound.length


def full_name(cls: type) -> str:
    """Return the module and the qualified name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"
