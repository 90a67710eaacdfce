"""A grid of hands as a picture: a square for each class, filled with colours by frequency."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.ranges.squares import bars
from zerosum.pkr.shows.grid import Grid
from zerosum.support.drawing import columns, fitted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE = (8.0, 8.8)  # inches, of a figure to draw in


def draw(grid: Grid, figure: Figure, name: str = "") -> None:
    """Draw a grid with its legend, with the line as title.

    Parameters
    ----------
    grid
        The grid to draw.
    figure
        A Matplotlib figure of ``SIZE``, or a part of one, empty.
    name
        The name of the strategy, below the title.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.places.follower import Follower
    >>> from zerosum.pkr.shows.grid import strategy_grid
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> figure = Figure(figsize=SIZE)
    >>> draw(strategy_grid(Follower(even, NoLimitHoldem(sizes=(100,))).start), figure)
    >>> figure.axes[0].get_title().strip()
    'Opening strategy of the small blind'
    """
    panel = figure.subplots()
    drawn = list(bars(grid.cells))
    words = dict(grid.legend)
    for index, option in enumerate(grid.options):
        shown = [bar for bar in drawn if bar.option == index]
        panel.barh(
            [bar.row + 0.5 for bar in shown],
            [bar.width for bar in shown],
            left=[bar.left for bar in shown],
            height=1.0,
            color=option.colour,
            label=words.get(option),
        )
    _name_squares(panel, {(bar.row, bar.column) for bar in drawn})
    panel.set_title(fitted(f"{grid.title}\n{name}", SIZE[0]))
    if grid.unknown:
        panel.set_xlabel(grid.missing)
    ncols = columns(list(words.values()), SIZE[0])
    figure.legend(*panel.get_legend_handles_labels(), loc="outside lower center", ncols=ncols)


def _name_squares(panel: Any, squares: set[tuple[int, int]]) -> None:
    """Write the class of hands into each square, and separate the squares by lines."""
    from matplotlib.patheffects import withStroke

    outline = withStroke(linewidth=2, foreground="white")  # readable on every colour
    # With equal sides, a title of two lines would leave the picture.
    panel.set(xlim=(0, 13), ylim=(13, 0), aspect="auto", xticks=[], yticks=[])
    for side in panel.spines.values():
        side.set_visible(False)
    panel.hlines(range(14), 0, 13, color="white", linewidth=1.5)
    panel.vlines(range(14), 0, 13, color="white", linewidth=1.5)
    for row, column in sorted(squares):  # counted from the aces
        number = 13 * (12 - row) + 12 - column
        words = panel.text(column + 0.08, row + 0.3, class_name(number), fontsize=8)
        words.set(weight="bold", path_effects=[outline])
