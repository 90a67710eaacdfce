"""The 169 classes of hands as squares, which bars fill: for pictures, and as SVG for notebooks.

>>> from zerosum.support.drawing import LINES
>>> cells = [[None] * 13 for _ in range(13)]
>>> cells[12][12] = (0.25, 0.75)  # aces, by two options
>>> list(bars(cells))
[Bar(row=0, column=0, left=0.0, width=0.25, option=0), Bar(row=0, column=0, left=0.25,
width=0.75, option=1)]
>>> "AA" in squares(cells, LINES)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from zerosum.pkr.ranges.classes import class_name
from zerosum.support.html import Html, element


@dataclass(frozen=True)
class Bar:
    """A coloured part of a square.

    Parameters
    ----------
    row, column
        Counted from the aces, at the top and at the left.
    left, width
        In squares; the bars of a square fill its width.
    option
        The index of the share that it shows.
    """

    row: int
    column: int
    left: float
    width: float
    option: int


def bars(cells: Sequence[Sequence[Sequence[float] | None]]) -> Iterator[Bar]:
    """Yield the bars of all squares, row by row; none for classes without hands.

    Parameters
    ----------
    cells
        By rank of row and column, 0 (two) to 12 (ace), suited hands with the higher rank in the
        row: the share of each option, or None.
    """
    for row, column in product(range(13), repeat=2):
        left = float(column)
        for option, width in enumerate(cells[12 - row][12 - column] or ()):
            if width > 0:
                yield Bar(row, column, left, width, option)
            left += width


def squares(cells: Sequence[Sequence[Sequence[float] | None]], colours: Sequence[str]) -> Html:
    """Return the squares as SVG, each with the name of its class if it has hands.

    Parameters
    ----------
    cells
        As for :func:`bars`.
    colours
        Of the options; those that follow are not drawn.
    """
    lines: dict[int, list[str]] = {}
    ends: dict[int, tuple[int, float]] = {}
    for bar in bars(cells):
        if bar.option < len(colours):
            known, at = ends.get(bar.option, (-1, 0.0)), round(bar.left, 2)
            go = "" if known == (bar.row, at) else f"M{at:g} {bar.row + 0.5}"
            end = round(bar.left + bar.width, 2)
            lines.setdefault(bar.option, []).append(f"{go}H{end:g}")
            ends[bar.option] = bar.row, end
    paths = (
        element("path", stroke=colours[option], d="".join(line)) for option, line in lines.items()
    )
    rules = element("path", stroke="currentColor", style=_THIN, d=_RULES)
    names = (_names(cells, row) for row in range(13))
    drawn = Html("".join((*paths, rules, *names)))
    return element("svg", drawn, viewBox="0 0 13 13")


_THIN = "stroke-opacity:.3;stroke-width:.04"
_RULES = "".join(f"M0 {line}H13M{line} 0V13" for line in range(14))
_TEXT = "font:bold .38px monospace;white-space:pre;paint-order:stroke;stroke:#fff;stroke-width:.08"


def _names(cells: Sequence[Sequence[Sequence[float] | None]], row: int) -> Html:
    """Return the names of a row of classes: letters of one width, four to a square."""
    places = (13 * (12 - row) + 12 - column for column in range(13))
    names = (
        class_name(place) if cells[12 - row][12 - column] else ""
        for column, place in enumerate(places)
    )
    text = "".join(f"{name:<4}" for name in names)
    return element("text", text, x=".08", y=f"{row + 0.42}", textLength="13", style=_TEXT)
