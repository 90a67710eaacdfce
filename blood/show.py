"""Show what a trained strategy does: ``python -m blood.show RUN [--line "…"]``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.progress import track

from blood.command import Command
from blood.experiments import experiments
from zerosum.abstraction import split
from zerosum.cards import Cards
from zerosum.errors import ExperimentError
from zerosum.experiment import (
    UNIT,
    Run,
    fitting_on,
    infosets,
    new_figure,
    open_run,
    read_runs,
    require_picture,
    save_picture,
)
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.grid import Grid, hand_grid
from zerosum.pkr.line import read_line
from zerosum.pkr.picture import SIZE, draw
from zerosum.pkr.show import table

ROWS = 100
_WIDE = 1_000  # columns: a file has room for every row


_EPILOG = """\
\b
A line is the actions of both players in turn. Each street after the first
begins with a slash and the cards that it deals:
  f  fold      h  half the pot            a    all-in
  k  check     t  three quarters of it    b12  a bet that adds 12 chips
  c  call      p  the pot
Whole names (fold, halfpot, bet12) say the same.

\b
Examples:
  python -m blood.show runs/blood.quick
  python -m blood.show runs/blood.quick --line "p"
  python -m blood.show runs/blood.quick --line "p c / AhKd2c k p" --out flop.png
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--line", help="The line of play to look at; the first decision without it.")
@click.option("--out", type=click.Path(path_type=Path), help="Draw the table of hands as a PNG.")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    help=f"At most so many infosets of another game; {ROWS} without it.",
)
def main(run: Path, line: str | None, out: Path | None, rows: int | None) -> None:
    """Show what the strategy of the run folder RUN does.

    In River of Blood that is a table of the 169 classes of hands, for the player to act after a
    line of play; in other games a table of infosets.
    """
    if out is not None:
        require_picture(out)
    report, notes = Console(), Console(stderr=True)
    with fitting_on(notes):
        experiment, game, strategy = open_run(run, experiments())
    if isinstance(split(game)[0], RiverOfBlood):
        if rows is not None:
            raise click.UsageError("--rows must be left out: a table of hands has thirteen.")
        grid = hand_grid(strategy, game, read_line(line or "", game), _shown_on(notes))
        report.print(table(grid))
        if out is not None:
            _draw(grid, out, experiment.name)
            _line(notes, f"The table is drawn in {out}.")
    else:
        _require_hands(line, out)
        if not report.is_terminal:
            report = Console(width=_WIDE)
        report.print(_infosets(strategy, game, rows or ROWS))
        if strategy.unknown:
            _line(report, f"{strategy.unknown:,} of these training never met; they are uniform.")
    for text in _known(read_runs([run])[0]):
        _line(report, text)


def _require_hands(line: str | None, out: Path | None) -> None:
    """Refuse what makes sense only where there is a table of hands."""
    for option, value in (("--line", line), ("--out", out)):
        if value is not None:
            raise click.UsageError(
                f"{option} must be left out: only River of Blood is shown as a table of hands."
            )


def _shown_on(notes: Console) -> Callable[[Sequence[Cards]], Iterable[Cards]]:
    """Return what shows in a terminal how far the hands have come."""

    def watched(hands: Sequence[Cards]) -> Iterable[Cards]:
        words = "Asking for every hand"
        return track(hands, words, console=notes, transient=True, disable=not notes.is_terminal)

    return watched


def _infosets(strategy: Any, game: Any, rows: int) -> RenderableType:
    try:
        return infosets(strategy, game, rows)
    except NotImplementedError:
        message = "The chance of a game must list its outcomes to show infosets; it does not."
        raise ExperimentError(message, game) from None


def _draw(grid: Grid, out: Path, name: str) -> None:
    figure = new_figure(*SIZE)
    draw(grid, figure, name)
    save_picture(figure, out)


def _known(run: Run) -> Iterator[str]:
    if run.curve:
        point, value = run.curve[-1]
        yield f"exploitability {value:.6g} {UNIT}, after {point.iterations:,} iterations"


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.show")
