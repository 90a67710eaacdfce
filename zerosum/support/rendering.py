"""Tables, lines and numbers as every command prints them, and records as JSON.

Rich is imported where something is printed: training from a program prints nothing.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

WIDE = 1_000  # columns: a file has room for every row


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], align: str = "lr") -> Table:
    """Return a table without rules, two spaces between its columns.

    Parameters
    ----------
    headings
        The headings of the columns, with one or more lines.
    rows
        The rows of cells; markup in cells is not interpreted.
    align
        A letter for each column, ``l`` for flush left and ``r`` for flush right; the last letter
        holds for all columns that follow.

    Examples
    --------
    >>> print(text_of(table(["", "price"], [["rank", "0.5"]])))
          price
    rank    0.5
    """
    from rich.table import Table
    from rich.text import Text

    found = Table(box=None, pad_edge=False)
    for place, heading in enumerate(headings):
        letter = align[min(place, len(align) - 1)]
        found.add_column(Text(heading), justify="left" if letter == "l" else "right")
    for row in rows:
        found.add_row(*map(Text, row))
    return found


def text_of(renderable: RenderableType) -> str:
    """Return a renderable as plain text, without spaces at the ends of lines."""
    from rich.console import Console

    file = io.StringIO()
    Console(file=file, width=WIDE, color_system=None).print(renderable)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def line(console: Console, text: str | Text) -> None:
    """Print a text without markup; at a terminal it is wrapped at spaces, in a file not at all."""
    from rich.text import Text

    text = Text(text) if isinstance(text, str) else text
    console.print(text, highlight=False, soft_wrap=not console.is_terminal)


def chips(amount: Fraction | float, *, sign: bool = False) -> str:
    """Return a number of chips for a reader.

    Thousands are separated. Parts of chips are exact if they have few decimals, and else rounded to
    two.

    Parameters
    ----------
    amount
        The number.
    sign
        Whether positive numbers and zero have a plus.

    Examples
    --------
    >>> chips(10_000), chips(Fraction(20_775, 2)), chips(100 / 3), chips(2.0, sign=True)
    ('10,000', '10,387.5', '33.33', '+2')
    """
    if amount == int(amount):
        return f"{int(amount):+,}" if sign else f"{int(amount):,}"
    exact = Fraction(amount).limit_denominator(1_000_000)
    digits = next((n for n in range(7) if (exact * 10**n).denominator == 1), 2)
    whole, rest = divmod(round(abs(exact) * 10**digits), 10**digits)
    parts = f".{rest:0{digits}}" if digits else ""
    before = "-" if exact < 0 else "+" if sign else ""
    return f"{before}{whole:,}{parts}"


def percent(share: float) -> str:
    """Return a positive share as text, for a sentence.

    >>> percent(0.0123), percent(1e-6)
    ('1.23%', 'less than 0.01%')
    """
    return f"{share:.2%}" if share >= 0.0001 else "less than 0.01%"


def sized(count: int) -> str:
    """Return bytes in three digits.

    >>> sized(26_350), sized(4_800_000), sized(2_820_000_000_000)
    ('26.4 kB', '4.8 MB', '2.82 TB')
    """
    return scaled(count, (" B", " kB", " MB", " GB", " TB"))


def scaled(number: float, units: Sequence[str]) -> str:
    """Return a number with three digits, in the unit of which it has less than a thousand.

    >>> scaled(999_950, ("", "k", "M")), scaled(12.34, ("", "k"))
    ('1M', '12.3')
    """
    *units, last = units
    for unit in units:
        if float(f"{number:.3g}") < 1000:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:,.3g}{last}"


def as_json(value: Any) -> Any:
    """Return a value as JSON has it.

    Records are given by their ``as_dict()`` or their fields, exceptions by their message, and all
    other objects by their ``repr``.

    >>> as_json((1, None, 0.5)), as_json(ValueError("no"))
    ([1, None, 0.5], 'no')
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return [as_json(each) for each in value]
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if is_dataclass(value):
        return named(value, *(field.name for field in fields(value)))
    return str(value) if isinstance(value, Exception) else repr(value)


def named(record: Any, *names: str) -> dict[str, Any]:
    """Return attributes of a record by name, as JSON has them.

    >>> named(1 + 2j, "real", "imag")
    {'real': 1.0, 'imag': 2.0}
    """
    return {name: as_json(getattr(record, name)) for name in names}
