"""JSON Schemas of records, derived from their annotations and docstrings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from inspect import cleandoc, getattr_static
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from zerosum.support.options import explained, plain
from zerosum.support.records import as_json, is_record, paths

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def schema_of(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema of what :func:`~zerosum.support.rendering.as_json` makes of a type.

    Parameters
    ----------
    hint
        A record, whose docstrings describe its fields and properties, or another annotation.

    Examples
    --------
    >>> schema_of(tuple[int | None, ...])["items"]
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    records: dict[str, Any] = {}
    found = _schema(hint, records)
    return {"$schema": DRAFT, **found, "$defs": records}


def _schema(hint: Any, records: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an annotation; those of records are added to ``records``."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint is Any or hint is object:
        return {}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is Union or origin is UnionType:
        return {"anyOf": [_schema(part, records) for part in parts]}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": as_json(tuple(hint))}
    if origin is tuple and parts[-1] is not ...:
        items = [_schema(part, records) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(parts[1], records)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": _schema(parts[0], records)}
    if not is_record(hint):
        return {"type": "string"}
    name = str(getattr(hint, "__name__", hint))
    if name not in records:
        records[name] = {}  # a record may hold others of its kind
        records[name] |= _record(hint, records)
    return {"$ref": f"#/$defs/{name}"}


def _record(cls: Any, records: dict[str, Any]) -> dict[str, Any]:
    properties = {}
    for name, path in paths(cls).items():
        hint, said = cls, ""
        for step in path.split("."):
            hint, said = _attribute(hint, step)
        properties[name] = {**_schema(hint, records), "description": plain(said)}
    return {
        "type": "object",
        "description": plain(_summary(cls)),
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _attribute(cls: Any, name: str) -> tuple[Any, str]:
    """Return the type of a field or a property, and what a docstring says of it."""
    found = getattr_static(cls, name, None)
    if isinstance(found, property):
        return get_type_hints(found.fget)["return"], _summary(found)
    words: dict[str, str] = {}
    for kind in reversed(cls.__mro__):
        words |= explained(kind.__doc__)
    return get_type_hints(cls)[name], words[name]


def _summary(thing: Any) -> str:
    return cleandoc(thing.__doc__).split("\n", 1)[0]
