"""Records as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any


def as_json(value: Any) -> Any:
    """Return a value as JSON has it.

    Records are given by their :func:`paths`, members of enums by their text or their name,
    exceptions by their message, and all other objects by their ``repr``.

    >>> as_json((1, None, 0.5)), as_json(ValueError("no"))
    ([1, None, 0.5], 'no')
    """
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_record(type(value)):
        return {name: as_json(attrgetter(path)(value)) for name, path in paths(type(value)).items()}
    if isinstance(value, tuple | list):
        return [as_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if hasattr(value, "tolist"):  # of NumPy
        return as_json(value.tolist())
    return str(value) if isinstance(value, Exception) else repr(value)


def is_record(cls: type) -> bool:
    """Return whether JSON has an object for values of a class.

    >>> from zerosum.support.rendering import TextTable
    >>> is_record(TextTable), is_record(tuple)
    (True, False)
    """
    return hasattr(cls, "JSON") or is_dataclass(cls)


def paths(cls: Any) -> dict[str, str]:
    """Return the names that JSON has of a record, each with the path of the attribute it shows.

    They are the fields; or what the class lists as ``JSON``: fields and properties by their names,
    or a name in JSON with its path.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Price:
    ...     factor: str
    ...     chips: complex
    ...     JSON = ("factor", ("price", "chips.real"))
    >>> paths(Price)
    {'factor': 'factor', 'price': 'chips.real'}
    >>> as_json(Price("rank", 0.5 + 0j))
    {'factor': 'rank', 'price': 0.5}
    """
    names = cls.JSON if hasattr(cls, "JSON") else [field.name for field in fields(cls)]
    return dict((name, name) if isinstance(name, str) else name for name in names)


def named(record: Any, *names: str) -> dict[str, Any]:
    """Return attributes of a record by name, as JSON has them.

    >>> named(1 + 2j, "real", "imag")
    {'real': 1.0, 'imag': 2.0}
    """
    return {name: as_json(getattr(record, name)) for name in names}
