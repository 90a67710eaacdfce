"""Keys as rows of integers: writing and reading any value that a factor may return.

A value is written as *tokens*, 64-bit words that describe themselves. An int is written as itself;
special words, below any int that a key may hold, mean ``None``, ``True``, "a tuple of three
follows" or "a record of this class follows". So a row needs no schema, the code is prefix-free,
and Python and native kernels write the same rows, word for word.

    >>> words = write((3, None, True))
    >>> read(words)
    (3, None, True)
"""

import dataclasses
import hashlib
import re
import struct
from collections.abc import MutableSequence, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from math import isnan
from operator import attrgetter, index
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError
from zerosum.support.hints import annotations_of

_LOW = -(1 << 63)
NONE = _LOW
FALSE = _LOW + 1
TRUE = _LOW + 2
REAL = _LOW + 3
TUPLE = _LOW + (1 << 32)
RECORD = _LOW + (1 << 33)
ENUM = _LOW + (1 << 34)
TEXT = _LOW + (1 << 35)
LEAST, MOST = -(1 << 62), (1 << 62) - 1
PLAYERS = 256
"""The first word of a row is its player, plus so many times its further buckets."""
ROW_WORDS = 1 << 14
"""The longest row; a menu has at most as many actions, and an action at most as many words."""
NO_BUCKET = "the bucket of a private factor must be below the number that the factor declares"
GENERATED = ("<string>", "<attrs generated")  # files of the methods that decorators write
_NUMBERS = {"int": int, "bool": bool, "float": float}
_NUMBER = re.compile(r"(int|bool|float)|(?:\w+\.)*Annotated\[(int|bool|float),.*\]")
_CHECKED = 1 << 22  # words at a time
_SINGLE = {NONE: None, FALSE: False, TRUE: True}

# The classes that rows name, by their number: as objects, or still as names to import.
CLASSES: dict[int, type] = {}
_NAMES: dict[int, tuple[str, str]] = {}


@cache
def class_number(cls: type) -> int:
    """Return the number, below 2**31, that stands for a class in rows.

    It depends only on the module and the qualified name, and is the same in every process.
    """
    name = f"{cls.__module__}:{cls.__qualname__}".encode()
    number = int.from_bytes(hashlib.blake2b(name, digest_size=4).digest(), "big") >> 1
    CLASSES[number] = cls
    return number


def recall_class(number: int, module: str, qualname: str) -> None:
    """Record the class that a number stands for; it is imported when a row is first read."""
    _NAMES[number] = (module, qualname)


def class_names() -> dict[int, tuple[str, str]]:
    """Return module and qualified name of every class that rows may hold."""
    known = {n: (cls.__module__, cls.__qualname__) for n, cls in CLASSES.items()}
    return {**_NAMES, **known}


def classes_in(words: NDArray[np.int64]) -> set[int]:
    """Return the numbers of the classes that tokens name."""
    numbers: set[int] = set()
    for first in range(0, words.size, _CHECKED):
        part = words[first : first + _CHECKED]
        named = part[(part >= RECORD) & (part < TEXT)]
        numbers.update(int(word) & 0x7FFFFFFF for word in np.unique(named))
    return numbers


class Carried:
    """Tokens that pickle with the classes that they name; they unpickle as the array itself."""

    def __init__(self, words: NDArray[np.int64]) -> None:
        self.words = words

    def __reduce__(self) -> tuple[Any, ...]:
        known = classes_in(self.words) & class_names().keys()
        return _unpacked, (self.words, *map(class_of, sorted(known)))


def _unpacked(words: NDArray[np.int64], *classes: type) -> NDArray[np.int64]:
    for cls in classes:
        class_number(cls)
    return words


def class_of(number: int) -> type:
    """Return the class that a number stands for in rows.

    Raises
    ------
    KeyError
        If no such class is known.
    """
    if number not in CLASSES:
        module, qualname = _NAMES[number]
        CLASSES[number] = attrgetter(qualname)(import_module(module))
    return CLASSES[number]


@cache
def field_kinds(cls: type) -> tuple[tuple[str, Any], ...]:
    """Return the fields that records of a class are compared by, each with its declared type.

    Raises
    ------
    AbstractionError
        If the class is not a frozen record.
    """
    if attrs.has(cls):
        declared: Any = [(f.name, f.type) for f in attrs.fields(cls) if f.eq]
    elif dataclasses.is_dataclass(cls):
        declared = [(f.name, f.type) for f in dataclasses.fields(cls) if f.compare]
    else:
        raise AbstractionError(
            f"A value of a key must be an int, bool, None, enum, frozen record or a tuple of "
            f"these; got a {cls.__module__}.{cls.__qualname__}. Make it a frozen dataclass.",
            cls,
        )
    hints = annotations_of(cls, marks=False)
    return tuple((name, hints.get(name) or _plain(kind)) for name, kind in declared)


def _plain(kind: Any) -> Any:
    """Return the type of a field of a class whose annotations do not all resolve."""
    found = _NUMBER.fullmatch(kind) if isinstance(kind, str) else None
    return kind if found is None else _NUMBERS[found[1] or found[2]]


@cache
def key_fields(cls: type) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a record that stands in a key, as :func:`field_kinds` does.

    Raises
    ------
    AbstractionError
        If the class is not a frozen record, or its ``==`` is not that of its fields: then equal
        records could have two rows.
    """
    kinds, code = field_kinds(cls), getattr(cls.__eq__, "__code__", None)
    if code is None or not code.co_filename.startswith(GENERATED):
        raise AbstractionError(
            f"A record of a key must be compared by its fields; {cls.__module__}."
            f"{cls.__qualname__} has {'no ==' if code is None else 'an == of its own'}: leave "
            f"{'eq=False' if code is None else '__eq__'} out, and mark fields that do not count "
            f"by field(compare=False).",
            cls,
        )
    keyed = [f.name for f in (attrs.fields(cls) if attrs.has(cls) else ()) if f.eq_key is not None]
    if keyed:
        raise AbstractionError(
            f"A field of a key must be compared as it is; {cls.__module__}.{cls.__qualname__}."
            f"{keyed[0]} has eq= with a function: store what is to be compared.",
            cls,
        )
    return kinds


@cache
def enum_payloads(cls: type[Enum]) -> dict[Enum, int]:
    """Return the word of each member: its value if all values are ints, otherwise its index."""
    if hasattr(cls.__eq__, "__code__"):
        raise AbstractionError(
            f"Members of an enum in a key must equal only themselves; {cls.__module__}."
            f"{cls.__qualname__} has an == of its own: leave __eq__ out.",
            cls,
        )
    members = list(cls)
    if all(isinstance(member.value, int) for member in members):
        return {member: int(member.value) for member in members}
    return {member: place for place, member in enumerate(members)}


def put(words: MutableSequence[int], at: int, value: Any) -> int:
    """Write a value's tokens from position ``at`` on; return the position after them.

    Modified in place: ``words``, which must be long enough.
    """
    if type(value) is int and LEAST <= value <= MOST:
        words[at] = value
        return at + 1
    for word in write(value):
        words[at] = word
        at += 1
    return at


def write(value: Any) -> list[int]:
    """Return a value's tokens as a list.

    >>> write(5), len(write((True, None)))
    ([5], 3)
    """
    words: list[int] = []
    _append(words, value)
    return words


def _append(words: list[int], value: Any) -> None:
    """Append a value's tokens."""
    kind: Any = type(value)
    if kind is int:
        if not LEAST <= value <= MOST:
            raise AbstractionError(
                f"An integer of a key must stay within 62 bits; got {value}.", value
            )
        words.append(value)
    elif value is None or kind is bool or kind is np.bool_:
        words.append(NONE if value is None else TRUE if value else FALSE)
    elif kind is tuple:
        words.append(TUPLE + len(value))
        for item in value:
            _append(words, item)
    elif isinstance(value, Enum):
        words += ENUM + class_number(kind), enum_payloads(kind)[value]
    elif isinstance(value, float):
        words += REAL, _bits(value)
    elif kind is str:
        data = value.encode()
        words.append(TEXT + len(data))
        for start in range(0, len(data), 7):
            words.append(int.from_bytes(data[start : start + 7], "little"))
    elif hasattr(value, "__index__"):
        _append(words, index(value))
    else:
        _append_record(words, value, kind)


def _bits(value: float) -> int:
    """Return the bits of a float; 0.0 and -0.0, which are equal, have the same."""
    if isnan(value):
        raise AbstractionError("A number of a key must be equal to itself; got nan.", value)
    bits: int = struct.unpack("<q", struct.pack("<d", value + 0.0))[0]
    return bits


def _append_record(words: list[int], value: Any, cls: type) -> None:
    kinds = key_fields(cls)
    words.append(RECORD + class_number(cls))
    for name, kind in kinds:
        item = getattr(value, name)
        # Natively a field holds what it declares; Python would let True stand for 1.
        if type(item) is not kind and isinstance(item, int | float) and kind in (int, bool, float):
            item = kind(item)
        _append(words, item)


def take(words: Sequence[int], at: int) -> tuple[Any, int]:
    """Read the value that begins at ``at``; return it and the position after it."""
    word = int(words[at])
    at += 1
    if word >= LEAST:
        return word, at
    if word in _SINGLE:
        return _SINGLE[word], at
    if word == REAL:
        return struct.unpack("<d", struct.pack("<q", int(words[at])))[0], at + 1
    if word >= TEXT:
        return _take_text(words, at, word - TEXT)
    if word >= ENUM:
        return _enum_member(class_of(word - ENUM), int(words[at])), at + 1
    if word >= RECORD:
        return _take_record(words, at, class_of(word - RECORD))
    items = []
    for _ in range(word - TUPLE):
        item, at = take(words, at)
        items.append(item)
    return tuple(items), at


def _take_text(words: Sequence[int], at: int, length: int) -> tuple[str, int]:
    data = b""
    while len(data) < length:
        data += int(words[at]).to_bytes(min(7, length - len(data)), "little")
        at += 1
    return data.decode(), at


def _enum_member(cls: Any, payload: int) -> Enum:
    return next(member for member, word in enum_payloads(cls).items() if word == payload)


def _take_record(words: Sequence[int], at: int, cls: type) -> tuple[Any, int]:
    values = {}
    for name, _ in field_kinds(cls):
        values[name], at = take(words, at)
    return cls(**values), at


def read(words: Sequence[int]) -> Any:
    """Return the value that a row of tokens begins with.

    >>> read(write((1, (2.5, False))))
    (1, (2.5, False))
    """
    return take(words, 0)[0]
