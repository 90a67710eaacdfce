"""PHH files, of one hand each, and PHHS files, of any number: both are TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from zerosum.errors import GameError
from zerosum.pkr.files import read_text
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.origin import Origin

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LITERAL = re.compile(r"[^'\x00-\x1f\x7f]*")


class Table(tuple[tuple[str, Any], ...]):
    """A table of TOML in a field, as a tuple of names and values."""

    __slots__ = ()


def read(path: str | Path) -> tuple[Hand, ...]:
    """Read the hands of a PHH or PHHS file.

    Raises
    ------
    GameError
        If the file cannot be read or is not TOML, or a field of a hand is missing or wrong. The
        actions are checked when a hand is replayed.
    """
    path = Path(path)
    return parse(read_text(path, "file", "give a PHH or PHHS file"), path.name)


def parse(text: str, file: str = "") -> tuple[Hand, ...]:
    """Return the hands of a text: its tables, or the text as a whole.

    Parameters
    ----------
    text
        A PHH or PHHS file.
    file
        Its name, for the messages of errors.

    Raises
    ------
    GameError
        If the text is not TOML, or a field of a hand is missing or wrong.
    """
    name = f"The file {file}" if file else "The text"
    try:
        found = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:  # also numbers without end
        raise GameError(
            f"{name} must be a whole PHH or PHHS file, which is TOML; got {error}.", text
        ) from None
    if not found:
        raise GameError(f"{name} must contain a hand; it is empty.", text)
    if not all(isinstance(value, dict) for value in found.values()):
        return (_hand(found, Origin(file, "", text)),)
    return tuple(_hand(table, Origin(file, number, text)) for number, table in found.items())


def _hand(table: Mapping[str, Any], origin: Origin) -> Hand:
    return Hand(tuple((name, frozen(value)) for name, value in table.items()), origin)


def frozen(value: Any) -> Any:
    """Return a value of TOML with tuples for arrays and tables."""
    if isinstance(value, dict):
        return Table((name, frozen(item)) for name, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def write(path: str | Path, hands: Hand | Iterable[Hand]) -> None:
    """Write a PHH file of one hand, or a PHHS file of several."""
    Path(path).write_text(spell(hands), "utf-8")


def spell(hands: Hand | Iterable[Hand]) -> str:
    """Return a hand as a PHH file, or several as a PHHS file, whose tables are numbered from 1.

    Fields keep their order and their numbers the way they were written; comments of TOML are lost.
    """
    if isinstance(hands, Hand):
        return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in hands.fields)
    return "\n".join(f"[{number}]\n{spell(hand)}" for number, hand in enumerate(hands, 1))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f"'{value}'" if _LITERAL.fullmatch(value) else _quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Table):
        return "{" + ", ".join(f"{_key(name)} = {_value(item)}" for name, item in value) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal) and not value.is_finite():
        return "nan" if value.is_nan() else f"{'-' * value.is_signed()}inf"
    return str(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
