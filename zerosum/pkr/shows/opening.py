"""How a strategy opens: a 13 by 13 table for each seat to which all others may fold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zerosum.game import History
from zerosum.pkr.places.rows import Answers
from zerosum.pkr.shows.grid import opening_grids
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.support.rendering import Parts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS = 3  # of a picture


@dataclass(frozen=True)
class Opening:
    """The ``show`` of an experiment with poker: tables, and a picture of them.

    Examples
    --------
    >>> from zerosum.experiment import Experiment
    >>> from zerosum.pkr import NoLimitHoldem
    >>> experiment = Experiment(NoLimitHoldem(players=6), show=opening)
    """

    def __call__(self, strategy: Answers, game: History) -> Parts:
        """Return a table for each seat that may open, the first to act first."""
        tables = [part for grid in opening_grids(strategy, game) for part in ("", grid)]
        return Parts(*tables[1:] or ["No seat can open before the flop."])

    def draw(self, strategy: Answers, game: History, figure: Figure) -> None:
        """Draw these tables side by side."""
        grids = list(opening_grids(strategy, game))
        columns = max(1, min(len(grids), _COLUMNS))
        rows = max(1, -(-len(grids) // columns))
        figure.set_size_inches(columns * SIZE[0], rows * SIZE[1])
        parts = figure.subfigures(rows, columns, squeeze=False).ravel()
        for grid, part in zip(grids, parts, strict=False):
            draw(grid, part)


opening = Opening()
"""The openings of all seats."""
