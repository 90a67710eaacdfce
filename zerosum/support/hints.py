"""Annotations, resolved, with every name of a type replaced by the type that it stands for.

A type may have several names: ``type Chips = int`` and ``TypeAliasType``, ``NDArray`` of NumPy 2.5,
``NewType``. All code that reads annotations reads them here.

    >>> Chips = TypeAliasType("Chips", int)
    >>> meant(tuple[Chips, Chips] | None)
    typing.Optional[tuple[int, int]]
"""

import sys
import typing
from collections.abc import Mapping
from types import SimpleNamespace, UnionType
from typing import Annotated, Any, ForwardRef, NewType, TypeVar, Union, get_args, get_origin

from typing_extensions import Format, TypeAliasType, get_annotations

# Python's own alias and that of typing_extensions are two classes in some versions.
_ALIASES: Any = (TypeAliasType, getattr(typing, "TypeAliasType", TypeAliasType))


def hints_of(obj: Any, *, marks: bool = True) -> dict[str, Any]:
    """Return the annotations of a class or a function, resolved; those of its bases too.

    Parameters
    ----------
    obj
        The class or function.
    marks
        Whether to keep the marks of ``Annotated``.

    Raises
    ------
    NameError, TypeError
        If one does not resolve.
    """
    found = typing.get_type_hints(obj, include_extras=True)
    return {name: meant(hint, marks=marks) for name, hint in found.items()}


def annotations_of(obj: Any, *, marks: bool = True) -> dict[str, Any]:
    """Return what :func:`hints_of` does; {} if an annotation does not resolve."""
    try:
        return hints_of(obj, marks=marks)
    except Exception:  # noqa: BLE001 - an annotation may be any expression
        return {}


def own_annotations(obj: Any) -> Mapping[str, Any]:
    """Return the annotations in the body of a class, or of a function, as they are written."""
    return get_annotations(obj, format=Format.FORWARDREF)


def choices(hint: Any) -> tuple[Any, ...]:
    """Return the types that a type is a union of; itself if it is none.

    >>> choices(int | None), choices(int)
    ((<class 'int'>, <class 'NoneType'>), (<class 'int'>,))
    """
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def meant(hint: Any, *, marks: bool = True) -> Any:
    """Return a type in which names of types are replaced by the types, at any depth.

    A name that is part of its own type is left as a ``ForwardRef``.

    Parameters
    ----------
    hint
        The type; the very object is returned if there is nothing to replace.
    marks
        Whether to keep the marks of ``Annotated``.
    """
    return _meant(hint, marks, ())


def _meant(hint: Any, marks: bool, within: tuple[Any, ...]) -> Any:
    if isinstance(hint, NewType):
        return _meant(hint.__supertype__, marks, within)
    origin, parts = get_origin(hint), get_args(hint)
    alias = hint if isinstance(hint, _ALIASES) else origin
    if isinstance(alias, _ALIASES):
        if alias in within:
            return ForwardRef(alias.__name__)
        return _meant(_filled(alias, parts), marks, (*within, alias))
    if origin is Annotated and not marks:
        return _meant(parts[0], marks, within)
    found = tuple([_meant(part, marks, within) for part in parts])
    if all(one is other for one, other in zip(found, parts, strict=True)):
        return hint
    if origin in (Union, UnionType):
        return Union[found]  # noqa: UP007 - of parts that are computed
    return origin[found if len(found) > 1 else found[0]]


def _filled(alias: Any, parts: tuple[Any, ...]) -> Any:
    """Return the type that an alias stands for, with its parameters replaced by types."""
    scope = vars(sys.modules.get(alias.__module__, typing))
    holder = SimpleNamespace(__annotations__={"value": alias.__value__})
    value = typing.get_type_hints(holder, scope, include_extras=True)["value"]
    given = dict(zip(alias.__type_params__, parts, strict=False))
    if isinstance(value, TypeVar):
        return given.get(value, value)
    free = getattr(value, "__parameters__", ())
    return value[tuple([given.get(each, each) for each in free])] if given and free else value
