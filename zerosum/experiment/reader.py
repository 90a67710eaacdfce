"""Read values of types: from Python values, and from the words of a command line.

A type is one of ``int``, ``float``, ``bool`` and ``str``, a tuple or a union of these, or a record.
cattrs is imported by the first reading: most experiments set no option.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_origin

import attrs

from zerosum.rules import MOST_ITERATIONS
from zerosum.support.hints import choices, meant

if TYPE_CHECKING:
    from cattrs import Converter

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


def called(hint: Any) -> str:
    """Return what the values of a type are, in words.

    >>> called(int | None), called(tuple[int, int])
    ('a whole number or None', '2 values with a comma between them, each a whole number')
    """
    hint = meant(hint, marks=False)
    if len(choices(hint)) > 1:
        return " or ".join(map(called, choices(hint)))
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        count = "" if Ellipsis in parts else f"{len(parts)} "
        nouns = " or ".join(dict.fromkeys(called(part) for part in parts if part is not Ellipsis))
        return f"{count}values with a comma between them, each {nouns}"
    return _CALLED.get(hint) or str(hint.__name__)


def spelled(word: str, hint: Hint) -> Any:
    """Return the value that a word of a command line spells for a type; the word if none.

    >>> spelled("None", int | None), spelled("none", str), spelled("1, 2", tuple[int, ...])
    (None, 'none', (1, 2))
    """
    hints = choices(meant(hint, marks=False))
    if is_none(word, hint):
        return None
    for option in hints:
        with suppress(TypeError, ValueError):
            if get_origin(option) is tuple:
                parts = word.split(",") if word else []
                pairs = zip(map(str.strip, parts), _kinds(option, parts), strict=True)
                return tuple(converter().structure(spelled(*pair), pair[1]) for pair in pairs)
            if option in (int, float, str):
                return option(word)
        if option is bool and word.lower() in _WORDS:
            return _WORDS[word.lower()]
    return word


def is_none(word: object, hint: Hint) -> bool:
    """Return whether a word is None for a type."""
    named = isinstance(word, str) and word.lower() == "none"
    return named and NoneType in choices(meant(hint, marks=False))


def is_record(hint: Hint) -> bool:
    """Return whether a type is a record, of attrs or of the standard library."""
    return attrs.has(hint) or is_dataclass(hint)


def names_of(hint: Hint) -> list[str]:
    """Return the names of what a record is made from; none if it is not one."""
    known: Any = (
        attrs.fields(hint) if attrs.has(hint) else fields(hint) if is_dataclass(hint) else ()
    )
    return [field.name for field in known if field.init]


def parts_of(record: object) -> dict[str, object]:
    """Return the fields of a record by name; none if it is not one."""
    return {name: getattr(record, name) for name in names_of(type(record))}


@cache
def converter() -> Converter:
    """Return what reads values and, by their fields, records, which may also be given as they are.

    Of a union, the first type that fits is read. Types that say less about a value allow any.
    """
    from cattrs import Converter

    made = Converter(forbid_extra_keys=True)
    made.register_structure_hook_func(lambda hint: not is_record(hint), _read)
    for kind in (int, float, bool, str):
        made.register_structure_hook(kind, _read)
    made.register_structure_hook_factory(is_record, _record_reader)
    return made


def _read(value: object, hint: Any) -> Any:
    """Return a value of a type other than a record."""
    from cattrs import ClassValidationError

    hint = meant(hint, marks=False)
    *others, last = [option for option in choices(hint) if option is not NoneType] or [hint]
    if len(choices(hint)) > 1:
        if value is None and NoneType in choices(hint):
            return None
        for option in others:
            with suppress(TypeError, ValueError, ClassValidationError):
                return converter().structure(value, option)
        return converter().structure(value, last)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple | list):
            raise TypeError(value)
        return tuple(map(converter().structure, value, _kinds(hint, value)))
    if hint in (int, float, bool, str):
        return _value(value, hint)
    with suppress(TypeError):  # a protocol, or what is not a class, allows any value
        if not isinstance(value, hint):
            raise ValueError(value)
    return value


def _value(value: object, cls: type) -> Any:
    """Return a value of a type, in which a whole number is a number and a truth value is none."""
    allowed = int | float if cls is float else cls
    if not isinstance(value, allowed) or (isinstance(value, bool) and cls is not bool):
        raise TypeError(value)
    if isinstance(value, int) and not -MOST_ITERATIONS < value < MOST_ITERATIONS:
        raise OverflowError(value)
    return value


def _kinds(hint: Hint, parts: Sequence[object]) -> tuple[Hint, ...]:
    """Return the types of the parts of a tuple.

    Raises
    ------
    ValueError
        If it has another number of parts.
    """
    hints = get_args(hint)
    if hints[-1:] == (Ellipsis,):
        return hints[:1] * len(parts)
    if len(parts) != len(hints):
        raise ValueError(parts)
    return hints


def _record_reader(cls: Hint) -> Callable[[Any, Hint], object]:
    from cattrs.gen import make_dict_structure_fn

    try:
        from_fields = make_dict_structure_fn(cls, converter())
    except NameError:  # a name that is imported for type checkers only
        return lambda value, _: value if isinstance(value, cls) else cls(**value)

    def read_record(value: Any, _: Hint) -> object:
        if not isinstance(value, cls):
            return from_fields(value, cls)
        converter().structure(parts_of(value), type(value))
        return value

    return read_record
