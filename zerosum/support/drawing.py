"""The colours of all pictures and grids, and what keeps words within a picture.

Readers with any kind of colour blindness can tell the colours of a table apart: a test simulates
protanopia, deuteranopia and tritanopia. Bets go from light to dark by their size. Use them in
pictures of your own: ``panel.plot(xs, ys, color=LINES[0])``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil, log10
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axis import Axis

__all__ = [
    "ACTIONS",
    "BETS",
    "HELD",
    "LINES",
    "SHADES",
    "SUIT_INKS",
    "bet_colours",
    "columns",
    "fitted",
    "ink",
    "number_logarithmic",
    "plain",
]

# Distinct on a terminal of 16 colours too, as far as a menu of River of Blood has them.
BETS = ("#fff022", "#ffb24b", "#bf6807", "#931100", "#5f1c22", "#1b0624")
"""Bets, from small to large."""

ACTIONS = {"fold": "#2a5da1", "call": "#0ba364", "all-in": "#ac7ea4"}
"""Actions that are not bets of a size; ``call`` is a check as well."""

SUIT_INKS = (
    "light-dark(#0a7a3d,#4cc47c)",
    "light-dark(#1f5fbf,#7fb0ff)",
    "light-dark(#c1121f,#ff7b7b)",
    "inherit",
)
"""What clubs, diamonds, hearts and spades are written in, in CSS: in a light and a dark scheme."""

HELD = ("#2a5da1", "#d9d9d9")
"""A share, and what it lacks of the whole."""

LINES = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9", "#cc79a7", "#000000")
"""Curves and points on white: the colours of Okabe & Ito (2008), without the yellow one."""

SHADES = "Blues"
"""The name of a colour map of Matplotlib, for numbers from small to large."""

_EM = 0.66  # the width of a wide letter, in parts of the size of its font
_POINTS = 72  # an inch
_LEGEND = 0.6  # inches, of the sign before a name in a legend
_FEW, _SEVERAL = 1, 3  # decades
_PLAIN = 10_000  # numbers of an axis from here on are written with units


def bet_colours(count: int) -> list[str]:
    """Return colours for so many bets, from small to large; more than six are shades between.

    >>> bet_colours(2), len(set(bet_colours(20)))
    (['#fff022', '#ffb24b'], 20)
    """
    if count <= len(BETS):
        return list(BETS[:count])
    places = [place * (len(BETS) - 1) / (count - 1) for place in range(count)]
    return [_between(place) for place in places]


def _between(place: float) -> str:
    """Return the colour at a place from 0, the first of the bets, to 5."""
    first = min(int(place), len(BETS) - 2)
    pairs = zip(_parts(BETS[first]), _parts(BETS[first + 1]), strict=True)
    mixed = [round(low + (place - first) * (high - low)) for low, high in pairs]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def ink(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour, as WCAG 2 measures contrast.

    >>> ink("#fff022"), ink("#1b0624")
    ('#000000', '#ffffff')
    """
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    ]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (light + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"


def plain(name: str) -> str:
    r"""Return a name that Matplotlib shows unchanged, not as a formula.

    >>> plain("won $5") == r"won \$5"
    True
    """
    return name.replace("$", r"\$")


def fitted(text: str, inches: float, points: float = 12) -> str:
    """Return a text in lines that fit a width, to be shown unchanged by Matplotlib.

    >>> print(fitted("Strategy of the big blind after r300c", inches=2.5))
    Strategy of the big
    blind after r300c
    """
    width = max(int(inches * _POINTS / (_EM * points)), 1)
    lines = [line for part in text.splitlines() for line in textwrap.wrap(part, width)]
    return plain("\n".join(lines))


def columns(names: Sequence[str], inches: float, points: float = 10) -> int:
    """Return how many columns of a legend fit a width, with rows of about equal length.

    >>> columns(["fold", "call", "raise"], 8.0), columns(["x" * 60] * 3, 8.0)
    (3, 1)
    """
    longest = max(map(len, names), default=1)
    most = max(1, int(inches / (_EM * points / _POINTS * longest + _LEGEND)))
    rows = max(ceil(len(names) / most), 1)
    return max(ceil(len(names) / rows), 1)


def number_logarithmic(axis: Axis) -> None:
    """Write numbers such as 2, 50 or 10k along a logarithmic axis, wherever it begins and ends.

    Call it when all is drawn, since the numbers depend on the range.

    >>> from matplotlib.figure import Figure
    >>> panel = Figure().subplots()
    >>> panel.semilogx([10, 100_000], [1, 1])[0].get_linewidth() > 0
    True
    >>> number_logarithmic(panel.xaxis)
    >>> panel.xaxis.get_major_formatter()(20_000)
    '20k'
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    low, high = sorted(axis.get_view_interval())
    decades = log10(high / low)
    locator: Any = LogLocator(subs=(1.0, 2.0, 5.0) if decades < _SEVERAL else (1.0,))
    if decades < _FEW:
        locator = MaxNLocator(5, steps=[1, 2, 5, 10])
    axis.set_major_locator(locator)
    axis.set_major_formatter(FuncFormatter(lambda value, _: _number(value)))
    axis.set_minor_formatter(NullFormatter())


def _number(value: float) -> str:
    """Return a number at an axis.

    >>> [_number(value) for value in (0.002, 1e-6, 20, 5_000, 20_000, 3e6, 1e12)]
    ['0.002', '1e-6', '20', '5,000', '20k', '3M', '1000G']
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= max(size, _PLAIN):
            return f"{value / size:.4g}{unit}"
    return f"{value:,.6g}".replace("e-0", "e-")
