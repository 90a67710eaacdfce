"""A grid of hands as a table, for a terminal or plain text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.cards import RANKS
from zerosum.support.drawing import ink

if TYPE_CHECKING:
    from zerosum.pkr.shows.grid import Frequencies, Grid, Option

_WIDTH = 5  # of a cell
_COLUMNS = 1 + 13 * (1 + _WIDTH)


def table(grid: Grid) -> RenderableType:
    r"""Return a grid as a table for a terminal with 79 columns.

    A cell holds the initial of the most frequent option and its frequency in per cent, over
    stripes in the colours of all options: hands that fold seven times in ten read ``F70``. Bets
    whose initials are no letters, or the same, have numbers: ``2:70`` is the second one. If the
    grid is about one option, it holds the frequency of that. Suited hands lie above the diagonal
    of pairs; the cell is blank if the board leaves no hand.

    >>> from rich.console import Console
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.places.follower import Follower
    >>> from zerosum.pkr.shows.grid import strategy_grid
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> grid = strategy_grid(Follower(even, NoLimitHoldem(sizes=(100,))).start)
    >>> Console(width=79).print(*table(grid).renderables[:5], sep="\n")
    Opening strategy of the small blind
     f  Fold 25.0%   c  Call 25.0%   r4  Raise to 4 25.0%   a  All-in to 200 25.0%
    suited above the diagonal, offsuit below
      A     K     Q     J     T     9     8     7     6     5     4     3     2
    A F25   F25   F25   F25   F25   F25   F25   F25   F25   F25   F25   F25   F25
    """
    lines = [Text(grid.title), *_legend(grid)]
    lines.append(Text("suited above the diagonal, offsuit below"))
    lines.append(Text("  " + (" " * _WIDTH).join(reversed(RANKS)), no_wrap=True, overflow="crop"))
    initials = _initials(grid)
    for row in range(12, -1, -1):
        lines.append(Text(no_wrap=True, overflow="crop").append(RANKS[row], "bold"))
        for column in range(12, -1, -1):
            lines[-1].append(" ").append_text(_cell(grid, initials, row, column))
    if grid.unknown:
        lines.append(Text(grid.missing))
    return Group(*lines)


def _legend(grid: Grid) -> list[Text]:
    """Return lines with all options and their words, as many to a line as fit."""
    lines = [Text()]
    for option, words in grid.legend:
        sign = " 100 " if grid.share else f" {option.word} "
        entry = Text.assemble((sign, _style(option)), f" {words}")
        if lines[-1].cell_len + 2 + entry.cell_len > _COLUMNS:
            lines.append(Text())
        elif lines[-1]:
            lines[-1].append("  ")
        lines[-1].append_text(entry)
    return lines


def _style(option: Option) -> str:
    return f"bold {ink(option.colour)} on {option.colour}"


def _initials(grid: Grid) -> list[str]:
    """Return what stands for each option in a cell."""
    if grid.share:
        return ["" for _ in grid.options]
    initials = [option.label[0] for option in grid.options]
    if len({*initials}) == len(initials) and all(map(str.isalpha, initials)):
        return initials
    bets = [at for at, option in enumerate(grid.options) if len(option.word) > 1]
    for number, at in enumerate(bets, 1):
        initials[at] = f"{number}:"
    return initials


def _cell(grid: Grid, initials: list[str], row: int, column: int) -> Text:
    """Return the most frequent option of a class, over five stripes of colour."""
    shares, options = grid.cells[row][column], grid.options
    if shares is None:
        return Text(" " * _WIDTH)
    most = 0 if grid.share else max(range(len(shares)), key=shares.__getitem__)
    words = f"{initials[most]}{100 * shares[most]:.0f}".ljust(_WIDTH)
    cell = Text()
    for index, stripe in groupby(zip(_stripes(shares), words, strict=True), itemgetter(0)):
        letters = "".join(letter for _, letter in stripe)
        cell.append(letters, _style(options[index]))
    return cell


def _stripes(shares: Frequencies) -> Iterator[int]:
    """Yield the option at the middle of each fifth when all options are laid side by side."""
    index, reached = 0, shares[0]
    for stripe in range(_WIDTH):
        while reached < (stripe + 0.5) / _WIDTH and index < len(shares) - 1:
            index += 1
            reached += shares[index]
        yield index
