"""Tables of text, and values as JSON has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any


def chips(value: float | None) -> str:
    """Return chips as tables show them; nothing for None.

    >>> chips(0.33333333), chips(-1e-17), chips(None)
    ('0.33333', '0.00000', '')
    """
    if value is None:
        return ""
    # Adding 0 makes a negative zero positive.
    return f"{round(value, 5) + 0.0:.5f}"


def kilobytes(count: int) -> str:
    """Return bytes as tables show them.

    >>> kilobytes(26_350)
    '26.4 kB'
    """
    return f"{count / 1000:,.1f} kB"


def table(lines: Sequence[Sequence[str]]) -> str:
    """Return lines with the first column to the left and all others to the right.

    >>> print(table([["", "price"], ["rank", "0.5"]]))
          price
    rank    0.5
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    return "\n".join(line.rstrip() for line in shown)


def plain(value: Any) -> Any:
    """Return a value as JSON has it: records by their fields, and what else there is spelled out.

    >>> plain((1, None, 0.5)), plain(ValueError("no"))
    ([1, None, 0.5], 'no')
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return str(value) if isinstance(value, Exception) else repr(value)
