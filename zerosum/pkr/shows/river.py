"""Tables of poker strategies, for a terminal or plain text."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.cards import RANKS
from zerosum.game import History
from zerosum.pkr.shows.grid import Frequencies, Grid, Option, Strategy, hand_grid
from zerosum.pkr.text import Line, seat_name
from zerosum.support.drawing import ink

_WIDTH = 5  # of a cell
_COLUMNS = 1 + 13 * (1 + _WIDTH)


def opening(strategy: Strategy, game: History) -> RenderableType:
    """Return the small blind's first decision as a 13 by 13 table.

    Parameters
    ----------
    strategy
        Returns action → probability for an infoset.
    game
        The start of a hand of River of Blood, or of an abstraction of it.
    """
    return table(hand_grid(strategy, game))


def table(grid: Grid) -> RenderableType:
    """Return a grid as a table for a terminal with 79 columns.

    A cell holds the initial of the most frequent option and its frequency in per cent, over
    stripes in the colours of all options: hands that fold seven times in ten read ``F70``. If the
    grid is about one option, it holds the frequency of that. Suited hands lie above the diagonal
    of pairs; the cell is blank if the board leaves no hand.
    """
    lines = [Text(title_of(grid)), *_legend(grid)]
    lines.append(Text("suited above the diagonal, offsuit below"))
    lines.append(Text("  " + (" " * _WIDTH).join(reversed(RANKS)), no_wrap=True, overflow="crop"))
    for row in range(12, -1, -1):
        lines.append(Text(no_wrap=True, overflow="crop").append(RANKS[row], "bold"))
        for column in range(12, -1, -1):
            lines[-1].append(" ").append_text(_cell(grid, row, column))
    if grid.unknown:
        lines.append(Text(missing(grid)))
    return Group(*lines)


def heading(line: Line, player: int) -> str:
    """Return a title: whose strategy, and after which line.

    >>> from zerosum.pkr import Bet, RiverOfBlood
    >>> heading(Line(RiverOfBlood()), 0), heading(Line(RiverOfBlood(), (Bet(3),)), 1)
    ('Opening strategy of the small blind', 'Strategy of the big blind after r4')
    """
    who = seat_name(player, line.start.players, line.start.button)
    return f"Strategy of the {who} after {line}" if line.steps else f"Opening strategy of the {who}"


def title_of(grid: Grid) -> str:
    """Return the title of a grid, or its heading."""
    return grid.title or heading(grid.line, grid.player)


def missing(grid: Grid) -> str:
    """Return a sentence with the number of hands whose infosets were not visited."""
    return (
        f"The strategy is uniform for {grid.unknown:,} of {grid.hands:,} hands, at unvisited "
        "infosets."
    )


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


def _cell(grid: Grid, row: int, column: int) -> Text:
    """Return the most frequent option of a class, over five stripes of colour."""
    shares, options = grid.cells[row][column], grid.options
    if shares is None:
        return Text(" " * _WIDTH)
    most = 0 if grid.share else max(range(len(shares)), key=shares.__getitem__)
    initial = "" if grid.share else options[most].word[0].upper()
    words = f"{initial}{100 * shares[most]:.0f}".ljust(_WIDTH)
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
