"""Tables, lines and numbers as commands and notebooks show them.

Rich is imported where something is printed: training from a program prints nothing.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, cast

from zerosum.errors import ZeroSumError
from zerosum.support.html import ROOM, Html, joined, page
from zerosum.support.html import table as html_table
from zerosum.support.records import as_json

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

_CELL = 300  # letters of a value of an infoset
FORMAT = 1  # of reports as files of JSON
WIDE = 1_000  # columns: a file has room for every row


class Shown:
    """A result that terminals and notebooks show, part by part.

    A part is a sentence, a table, another result, or anything that Rich prints.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Price(Shown):
    ...     factor: str
    ...     chips: float
    >>> print(text_of(Price("rank", 0.5)))
    factor  rank
    chips   0.5
    >>> print(Price("rank", 0.5).html())
    <table><tr><td class="l">factor</td><td class="l">rank</td></tr>...</table>
    """

    __slots__ = ()

    def content(self) -> Iterable[Any]:
        """Return the parts, from top to bottom; by default its text, or a table of its fields."""
        if _has_text(type(self)):
            return str(self).splitlines()
        every = fields(cast("Any", self))
        values = {field.name: getattr(self, field.name) for field in every if field.repr}
        results = {name: value for name, value in values.items() if isinstance(value, Shown)}
        rows = [(name, _spelled(value)) for name, value in values.items() if name not in results]
        return [table([], rows, "l"), *(part for pair in results.items() for part in pair)]

    def html(self, room: int = ROOM) -> Html:
        """Return the parts as HTML of so many bytes at most, without its style."""
        return joined(self.content(), room)

    def _repr_html_(self) -> str:
        try:
            return page(joined([self], ROOM))
        except ZeroSumError as error:  # a notebook prints nothing at all after an error
            return page(joined([str(error)], ROOM))

    def __rich__(self) -> RenderableType:
        from rich.console import Group

        parts = self.content()
        return Group(*(Hanging(part) if isinstance(part, str) else part for part in parts))


class Report(Shown):
    """A result that ``print`` shows as text, too.

    >>> @dataclass(frozen=True)
    ... class Price(Report):
    ...     factor: str
    ...     chips: float
    >>> print(Price("rank", 0.5))
    factor  rank
    chips   0.5
    >>> Price("rank", 0.5).as_dict()
    {'factor': 'rank', 'chips': 0.5}
    """

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it: numbers, strings, lists, dicts and None."""
        found: dict[str, Any] = as_json(self)
        return found


class Document(Report):
    """A report that is also a file of JSON, which begins with the version of its format."""

    __slots__ = ()

    @property
    def format(self) -> int:
        """The version of the format."""
        return FORMAT


def infoset_page(infoset: Any) -> str:
    """Return an infoset and its actions as HTML, for a class of infosets: ``_repr_html_``.

    A class of infosets declares it as ``_repr_html_ = infoset_page``; it is no part of the rules.

    >>> from zerosum.kuhn import Kuhn
    >>> infoset_page(Kuhn().apply(1).apply(0).infoset(0))[-80:]
    'tr><tr><td class="l">actions</td><td class="l">PASS, BET</td></tr></table></div>'
    """
    lines = [("infoset", str(infoset))]
    if is_dataclass(infoset) and not _has_text(type(infoset)):
        names = [field.name for field in fields(infoset) if field.repr]
        lines = [(name, _spelled(getattr(infoset, name))) for name in names]
    lines.append(
        ("actions", ", ".join(getattr(one, "name", str(one)) for one in infoset.actions()))
    )
    rows = [(name, text if len(text) <= _CELL else f"{text[:_CELL]} ...") for name, text in lines]
    return table([], rows, "l")._repr_html_()


@dataclass(frozen=True, repr=False)
class Parts(Report):
    """Parts that are shown one below the other.

    Parameters
    ----------
    items
        The parts, one by one.

    Examples
    --------
    >>> Parts("Prices", table(["", "price"], [["rank", "0.5"]]))
    <Prices ...>
    """

    items: tuple[Any, ...]

    def __init__(self, *items: Any) -> None:
        object.__setattr__(self, "items", items)

    def content(self) -> Iterable[Any]:
        """Return the parts."""
        return self.items

    def __repr__(self) -> str:
        first, *others = str(self).splitlines() or [""]
        return f"<{first}{' ...' if others else ''}>"


@dataclass(frozen=True)
class TextTable(Report):
    """A table without rules; :func:`table` makes one.

    Parameters
    ----------
    headings
        The headings of the columns, with one or more lines; a table may have none.
    rows
        The rows of cells, which are plain text.
    align
        A letter for each column; see :func:`table`.

    Examples
    --------
    >>> prices = table(["", "price"], [["rank", "0.5"]])
    >>> prices.headings, prices.rows, prices.letters
    (('', 'price'), (('rank', '0.5'),), 'lr')
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: str = "lr"

    @property
    def letters(self) -> str:
        """The letter of each column."""
        columns = len(self.headings) or len(self.rows[0] if self.rows else ())
        return self.align[:columns].ljust(columns, self.align[-1])

    def html(self, room: int = ROOM) -> Html:
        """Return the first rows as HTML of so many bytes at most."""
        left = [letter in "lL" for letter in self.letters]
        return html_table(self.headings, self.rows, left, room)

    def __rich__(self) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        found = Table(box=None, pad_edge=False, show_header=any(self.headings))
        for heading, letter in zip_longest(self.headings, self.letters, fillvalue=""):
            side: Any = "left" if letter in "lL" else "right"
            found.add_column(Text(heading), justify=side, no_wrap=letter.isupper())
        for row in self.rows:
            found.add_row(*map(Text, row))
        return found


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], align: str = "lr") -> TextTable:
    """Return a table without rules, two spaces between its columns.

    Parameters
    ----------
    headings
        The headings of the columns, with one or more lines; empty for a table without them.
    rows
        The rows of cells; markup in cells is not interpreted.
    align
        A letter for each column, ``l`` for flush left and ``r`` for flush right, in upper case for
        cells that are never wrapped; the last letter holds for all columns that follow.

    Examples
    --------
    >>> print(table(["", "price"], [["rank", "0.5"]]))
          price
    rank    0.5
    """
    return TextTable(tuple(headings), tuple(map(tuple, rows)), align)


@dataclass(frozen=True)
class Hanging:
    """A line whose continuations are indented.

    >>> from rich.console import Console
    >>> Console(width=16).print(Hanging("  of six words that follow"))
      of six words
        that follow
    """

    line: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        from rich.text import Text

        margin = " " * (len(self.line) - len(self.line.lstrip()))
        yield Text(
            textwrap.fill(
                self.line.strip(),
                options.max_width,
                initial_indent=margin,
                subsequent_indent=f"{margin}  ",
                break_on_hyphens=False,
            )
        )


def text_of(renderable: RenderableType) -> str:
    """Return a renderable as plain text, without spaces at the ends of lines."""
    from rich.console import Console

    file = io.StringIO()
    # In a notebook Rich would display what it prints.
    console = Console(file=file, width=WIDE, color_system=None, force_jupyter=False)
    console.print(renderable)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def line(console: Console, text: str | Text) -> None:
    """Print a text without markup; at a terminal it is wrapped at spaces, in a file not at all."""
    from rich.text import Text

    text = Text(text) if isinstance(text, str) else text
    console.print(text, highlight=False, soft_wrap=not console.is_terminal)


def _has_text(cls: Any) -> bool:
    """Return whether a class itself says how its values are printed."""
    return cls.__str__ not in {object.__str__, Report.__str__}


def _spelled(value: Any) -> str:
    """Return the value of a field for a reader."""
    if isinstance(value, float):
        return f"{value:,.6g}"
    return f"{value:,}" if type(value) is int else str(value)


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


def within(mean: float, margin: float) -> str:
    """Return a mean and half the width of its interval as text; an exact one by itself.

    >>> within(-0.001, 0), within(1234.5, 0.25)
    ('0.00', '1,234.50 ± 0.25')
    """
    found = f"{round(mean, 2) + 0.0:,.2f}"  # no minus before a zero
    return f"{found} ± {margin:,.2f}" if margin > 0 else found


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
