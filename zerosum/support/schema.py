"""JSON Schemas of records, derived from their annotations and docstrings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from zerosum.support.options import explained, plain

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def schema_of(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema of what :func:`~zerosum.support.rendering.as_json` makes of a type.

    Parameters
    ----------
    hint
        A dataclass, whose docstring describes its fields, or another annotation. A record with an
        ``as_dict()`` of its own is an object whose names are not listed.

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
    if origin is tuple and parts[-1] is not ...:
        items = [_schema(part, records) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(parts[1], records)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": _schema(parts[0], records)}
    if hasattr(hint, "as_dict"):
        return {"type": "object", "description": _first_line(hint)}
    if not is_dataclass(hint):
        return {"type": "string"}
    name = str(getattr(hint, "__name__", hint))
    if name not in records:
        records[name] = {}  # a record may hold others of its kind
        records[name] |= _record(hint, records)
    return {"$ref": f"#/$defs/{name}"}


def _record(cls: Any, records: dict[str, Any]) -> dict[str, Any]:
    hints, words = get_type_hints(cls), explained(cls.__doc__)
    names = [field.name for field in fields(cls)]
    return {
        "type": "object",
        "description": _first_line(cls),
        "properties": {
            name: {**_schema(hints[name], records), "description": plain(words[name])}
            for name in names
        },
        "required": names,
        "additionalProperties": False,
    }


def _first_line(cls: Any) -> str:
    return plain(cleandoc(cls.__doc__).split("\n", 1)[0])
