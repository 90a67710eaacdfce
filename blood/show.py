"""Show what a trained strategy does: ``python -m blood.show RUN [--line "…"]``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.progress import track

from blood.command import PATH, RUN, Command, note, opened, report_console
from zerosum.abstraction import split
from zerosum.cards import Cards
from zerosum.errors import ExperimentError
from zerosum.experiment import UNIT, infosets, new_figure, read_runs, require_picture, save_picture
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.grid import hand_grid
from zerosum.pkr.line import KEYS, read_line
from zerosum.pkr.picture import SIZE, draw
from zerosum.pkr.show import table
from zerosum.rendering import line as print_line

ROWS = 100

_EPILOG = f"""\
\b
A line is the actions of both players in turn. Each street after the first
begins with a slash and the cards that it deals:
{KEYS}

\b
Examples:
  python -m blood.show runs/blood.quick
  python -m blood.show runs/blood.quick --line "p"
  python -m blood.show runs/blood.quick --line "p c / AhKd2c k p" --out flop.png
"""


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.option("--line", help="The line of play to look at; the first decision by default.")
@click.option("--out", type=PATH, help="Draw the table of hands: .png, .svg or .pdf.")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    help=f"How many infosets of another game to show at most; {ROWS} by default.",
)
def main(run: Path, line: str | None, out: Path | None, rows: int | None) -> None:
    """Show what the strategy of the run folder RUN does.

    In River of Blood that is a table of the 169 classes of hands, for the player to act after a
    line of play; in other games a table of infosets.
    """
    if out is not None:
        require_picture(out)
    experiment, game, strategy = opened(run)
    report = Console()
    if isinstance(split(game)[0], RiverOfBlood):
        if rows is not None:
            raise click.UsageError("--rows must be left out: a table of hands has thirteen.")
        grid = hand_grid(strategy, game, read_line(line or "", game), _watched)
        report.print(table(grid))
        if out is not None:
            figure = new_figure(*SIZE)
            draw(grid, figure, experiment.name)
            save_picture(figure, out)
            note(f"The table is drawn in {out}.")
    else:
        _require_hands(line, out)
        report = report_console()
        report.print(_infosets(strategy, game, rows or ROWS))
        if strategy.unknown:
            unknown = f"{strategy.unknown:,} of these infosets"
            text = f"The strategy is uniform at {unknown}, which training did not visit."
            print_line(report, text)
    trained = read_runs([run])[0]
    if trained.curve:
        point, value = trained.curve[-1]
        text = f"exploitability {value:.6g} {UNIT}, after {point.iterations:,} iterations"
        print_line(report, text)


def _require_hands(line: str | None, out: Path | None) -> None:
    """Refuse what makes sense only for a table of hands."""
    for option, value in (("--line", line), ("--out", out)):
        if value is not None:
            raise click.UsageError(
                f"{option} must be left out: only River of Blood is shown as a table of hands."
            )


def _watched(hands: Sequence[Cards]) -> Iterable[Cards]:
    """Show on a terminal how many hands are done."""
    console = Console(stderr=True)
    words = "Looking up every hand"
    return track(hands, words, console=console, transient=True, disable=not console.is_terminal)


def _infosets(strategy: Any, game: Any, rows: int) -> RenderableType:
    try:
        return infosets(strategy, game, rows)
    except NotImplementedError:
        message = "The chance of a game must list its outcomes to show infosets; it does not."
        raise ExperimentError(message, game) from None


if __name__ == "__main__":
    main(prog_name="python -m blood.show")
