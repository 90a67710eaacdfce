"""Read values of types: from Python values, and from the words of a command line.

A type is one of ``int``, ``float``, ``bool`` and ``str``, a tuple or a union of these, or a record.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import attrs
from cattrs import ClassValidationError, Converter
from cattrs.gen import make_dict_structure_fn

from zerosum.hints import choices, meant
from zerosum.rules import MOST_ITERATIONS

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
    if _is_tuple(kind):
        parts = get_args(kind)
        count = "" if _unbounded(kind) else f"{len(parts)} "
        each = " or ".join(dict.fromkeys(called(part) for part in parts if part is not Ellipsis))
        return f"{count}values with a comma between them, each {each}"
    return " or ".join(_CALLED.get(each) or _named(each) for each in choices(kind))


def _is_tuple(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is tuple


def _named(kind: Any) -> str:
    return called(kind) if _is_tuple(kind) else str(kind.__name__)


def _unbounded(kind: Any) -> bool:
    """Whether a type of tuples leaves their length open."""
    return get_args(kind)[-1:] == (Ellipsis,)


def spelled(word: str, kind: Any) -> str | None:
    """Return a word of a command line for a type; None for "none" where the type allows it.

    >>> spelled("None", int | None), spelled("none", str)
    (None, 'none')
    """
    return None if word.lower() == "none" and NoneType in choices(kind) else word


def is_record(kind: Any) -> bool:
    """Return whether a type is a record, of attrs or of the standard library."""
    return attrs.has(kind) or is_dataclass(kind)


def names_of(kind: Any) -> list[str]:
    """Return the names of what a record is made from; none if it is not one."""
    known: Any = (
        attrs.fields(kind) if attrs.has(kind) else fields(kind) if is_dataclass(kind) else ()
    )
    return [field.name for field in known if field.init]


def parts_of(record: Any) -> dict[str, Any]:
    """Return the fields of a record by name; none if it is not one."""
    return {name: getattr(record, name) for name in names_of(type(record))}


def _reader(read: Callable[[Any, type], Any]) -> Converter:
    """Return a converter that reads numbers, words and truth values by a function.

    Records and other objects may be given as they are; a record's fields are checked. Of a union,
    the first type that fits is read. Types that say less about a value allow any.
    """

    def record_reader(kind: Any) -> Callable[[Any, Any], Any]:
        try:
            from_fields = make_dict_structure_fn(kind, reader)
        except NameError:  # a name that is imported for type checkers only
            return lambda value, _: value if isinstance(value, kind) else kind(**value)

        def read_record(value: Any, _: Any) -> Any:
            if not isinstance(value, kind):
                return from_fields(value, kind)
            reader.structure(parts_of(value), type(value))
            return value

        return read_record

    def is_vague(kind: Any) -> bool:
        return get_origin(kind) not in {None, Union, UnionType, tuple}

    def is_named(kind: Any) -> bool:
        return meant(kind, marks=False) is not kind

    def read_named(value: Any, kind: Any) -> Any:
        return reader.structure(value, meant(kind, marks=False))

    def is_union(kind: Any) -> bool:
        return len({*choices(kind)} - {NoneType}) > 1

    def read_union(value: Any, kind: Any) -> Any:
        for each in choices(kind):
            with suppress(TypeError, ValueError, ClassValidationError):
                return reader.structure(value, each)
        raise TypeError(value)

    reader = Converter(forbid_extra_keys=True, structure_fallback_factory=lambda _: _instance)
    reader.register_structure_hook_func(is_vague, lambda value, _: value)
    reader.register_structure_hook_func(_is_tuple, _tuples(reader, read))
    reader.register_structure_hook_func(is_union, read_union)
    reader.register_structure_hook_func(is_named, read_named)
    for kind in (int, float, bool, str):
        reader.register_structure_hook(kind, read)
    reader.register_structure_hook_factory(is_record, record_reader)
    return reader


def _tuples(reader: Converter, read: Callable[[Any, type], Any]) -> Callable[[Any, Any], Any]:
    """Return the reader of tuples; a text holds their parts with commas between them."""

    def read_tuple(value: Any, kind: Any) -> Any:
        texts = isinstance(value, str) and read is _text
        parts = value.split(",") if texts and value else [] if texts else value
        if not isinstance(parts, tuple | list):
            raise TypeError(value)
        kinds = get_args(kind)
        if _unbounded(kind):
            kinds = kinds[:1] * len(parts)
        if texts:
            parts = [spelled(part.strip(), each) for part, each in zip(parts, kinds, strict=True)]
        return tuple(reader.structure(*pair) for pair in zip(parts, kinds, strict=True))

    return read_tuple


def _instance(value: Any, kind: Any) -> Any:
    """Return a value of a class; a protocol, or what is not a class, allows any."""
    with suppress(TypeError):
        if not isinstance(value, kind):
            raise ValueError(value)
    return value


def _value(value: Any, kind: type) -> Any:
    """Return a value of a type, in which a whole number is a number and a truth value is none."""
    allowed = int | float if kind is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(value)
    if isinstance(value, int) and not -MOST_ITERATIONS < value < MOST_ITERATIONS:
        raise OverflowError(value)
    return value


def _text(value: Any, kind: type) -> Any:
    """Return what a text says; fields that no text set are values already."""
    if isinstance(value, str):
        value = _WORDS.get(value.lower()) if kind is bool else kind(value)
    return _value(value, kind)


VALUES, TEXTS = _reader(_value), _reader(_text)
