"""TOML: the spelling of values, which the standard library reads but does not write."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LITERAL = re.compile(r"[^'\x00-\x1f\x7f]*")


def key(name: str) -> str:
    """Return the spelling of a key.

    >>> key("rate"), key("small blind")
    ('rate', '"small blind"')
    """
    return name if _BARE.fullmatch(name) else json.dumps(name)


def spelled(value: Any) -> str:
    r"""Return the spelling of a value: what has ``items`` is a table, a tuple or list an array.

    >>> print(spelled({"bold": True, "dice": (2, 1), "words": ["a", "it's"]}))
    {bold = true, dice = [2, 1], words = ['a', "it's"]}
    """
    if isinstance(value, str):
        return f"'{value}'" if _LITERAL.fullmatch(value) else _quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "items"):
        parts = (f"{key(name)} = {spelled(item)}" for name, item in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(spelled, value)) + "]"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal) and not value.is_finite():
        return "nan" if value.is_nan() else f"{'-' * value.is_signed()}inf"
    return str(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of nested tables with their whole keys.

    >>> dict(flat({"pruning": {"share": 0.1, "after": 5}, "rate": 0.5}))
    {'pruning.share': 0.1, 'pruning.after': 5, 'rate': 0.5}
    """
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{before}{name}.")
        else:
            yield before + name, value
