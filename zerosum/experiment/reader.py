"""Read values of types: from Python values, and from the words of a command line.

A type is one of ``int``, ``float``, ``bool`` and ``str``, a tuple or a union of these, or a record.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, TypeAlias, get_args, get_origin

import attrs
from cattrs import ClassValidationError, Converter
from cattrs.gen import make_dict_structure_fn

from zerosum.rules import MOST_ITERATIONS
from zerosum.support.hints import choices, meant

Hint: TypeAlias = Any
"""A type, as annotations write it: a class, a union, or a tuple of given types."""

_WORDS = {"true": True, "yes": True, "false": False, "no": False}
_CALLED = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
    NoneType: "None",
}


def called(kind: Any) -> str:
    """Return what the values of a type are, in words.

    >>> called(int | None), called(tuple[int, int])
    ('a whole number or None', '2 values with a comma between them, each a whole number')
    """
    kind = meant(kind, marks=False)
    if len(choices(kind)) > 1:
        return " or ".join(map(called, choices(kind)))
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        count = "" if Ellipsis in parts else f"{len(parts)} "
        each = " or ".join(dict.fromkeys(called(part) for part in parts if part is not Ellipsis))
        return f"{count}values with a comma between them, each {each}"
    return _CALLED.get(kind) or str(kind.__name__)


def spelled(word: str, kind: Hint) -> Any:
    """Return the value that a word of a command line spells for a type; the word if none.

    >>> spelled("None", int | None), spelled("none", str), spelled("1, 2", tuple[int, ...])
    (None, 'none', (1, 2))
    """
    kinds = choices(meant(kind, marks=False))
    if NoneType in kinds and word.lower() == "none":
        return None
    for each in kinds:
        with suppress(TypeError, ValueError):
            if get_origin(each) is tuple:
                parts = word.split(",") if word else []
                pairs = zip(map(str.strip, parts), _kinds(each, parts), strict=True)
                return tuple(VALUES.structure(spelled(*pair), pair[1]) for pair in pairs)
            if each in (int, float, str):
                return each(word)
        if each is bool and word.lower() in _WORDS:
            return _WORDS[word.lower()]
    return word


def is_record(kind: Hint) -> bool:
    """Return whether a type is a record, of attrs or of the standard library."""
    return attrs.has(kind) or is_dataclass(kind)


def names_of(kind: Hint) -> list[str]:
    """Return the names of what a record is made from; none if it is not one."""
    known: Any = (
        attrs.fields(kind) if attrs.has(kind) else fields(kind) if is_dataclass(kind) else ()
    )
    return [field.name for field in known if field.init]


def parts_of(record: object) -> dict[str, object]:
    """Return the fields of a record by name; none if it is not one."""
    return {name: getattr(record, name) for name in names_of(type(record))}


VALUES = Converter(forbid_extra_keys=True)
"""Reads values and, by their fields, records; a record may also be given as it is.

Of a union, the first type that fits is read. Types that say less about a value allow any.
"""


def _read(value: object, kind: Any) -> Any:
    """Return a value of a type other than a record."""
    kind = meant(kind, marks=False)
    *others, last = [each for each in choices(kind) if each is not NoneType] or [kind]
    if len(choices(kind)) > 1:
        if value is None and NoneType in choices(kind):
            return None
        for each in others:
            with suppress(TypeError, ValueError, ClassValidationError):
                return VALUES.structure(value, each)
        return VALUES.structure(value, last)
    if get_origin(kind) is tuple:
        if not isinstance(value, tuple | list):
            raise TypeError(value)
        return tuple(map(VALUES.structure, value, _kinds(kind, value)))
    if kind in (int, float, bool, str):
        return _value(value, kind)
    with suppress(TypeError):  # a protocol, or what is not a class, allows any value
        if not isinstance(value, kind):
            raise ValueError(value)
    return value


def _value(value: object, kind: type) -> Any:
    """Return a value of a type, in which a whole number is a number and a truth value is none."""
    allowed = int | float if kind is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(value)
    if isinstance(value, int) and not -MOST_ITERATIONS < value < MOST_ITERATIONS:
        raise OverflowError(value)
    return value


def _kinds(kind: Hint, parts: Sequence[object]) -> tuple[Hint, ...]:
    """Return the types of the parts of a tuple.

    Raises
    ------
    ValueError
        If it has another number of parts.
    """
    kinds = get_args(kind)
    if kinds[-1:] == (Ellipsis,):
        return kinds[:1] * len(parts)
    if len(parts) != len(kinds):
        raise ValueError(parts)
    return kinds


def _record_reader(kind: Hint) -> Callable[[Any, Hint], object]:
    try:
        from_fields = make_dict_structure_fn(kind, VALUES)
    except NameError:  # a name that is imported for type checkers only
        return lambda value, _: value if isinstance(value, kind) else kind(**value)

    def read_record(value: Any, _: Hint) -> object:
        if not isinstance(value, kind):
            return from_fields(value, kind)
        VALUES.structure(parts_of(value), type(value))
        return value

    return read_record


VALUES.register_structure_hook_func(lambda kind: not is_record(kind), _read)
for _kind in (int, float, bool, str):
    VALUES.register_structure_hook(_kind, _read)
VALUES.register_structure_hook_factory(is_record, _record_reader)
