"""Tables of text, and values as JSON has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from math import floor, log10
from typing import Any

# Where stakes are larger or smaller by more powers of ten, tables show powers.
_LARGEST_POWER = 9


def chips(value: float | None, stake: float = 1.0) -> str:
    """Return chips as tables show them: to some millionth of the stake; nothing for None.

    Parameters
    ----------
    value
        Chips.
    stake
        The largest payoff of the game. Up to 99 chips there are five decimals, with larger
        stakes fewer, with fractions of a chip more, and far beyond that a power of ten.

    Examples
    --------
    >>> chips(0.33333333), chips(-1e-17), chips(None)
    ('0.33333', '0.00000', '')
    >>> chips(34.5678, stake=400), chips(0.00123456, stake=0.01), chips(-2.5e11, stake=1e12)
    ('34.5678', '0.0012346', '-2.50000e+11')
    """
    if value is None:
        return ""
    size = floor(log10(stake)) if stake > 0 else 0
    if abs(size) > _LARGEST_POWER:
        unit = 10.0**size
        return f"{_rounded(value / unit, 5) * unit:.5e}"
    decimals = max(5 - size if size < 1 else 6 - size, 0)
    return f"{_rounded(value, decimals):.{decimals}f}"


def _rounded(value: float, decimals: int) -> float:
    # Adding 0 makes a negative zero positive.
    return round(value, decimals) + 0.0


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
