"""Compare runs: ``python -m blood.report RUN…``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from blood.command import Command
from zerosum.experiment import (
    PANELS,
    Run,
    comparison,
    curves,
    read_runs,
    require_picture,
    save_picture,
)

_WIDE = 1_000  # columns: a file has room for every name


@click.command(cls=Command)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("report.png"),
    show_default=True,
    help="The picture.",
)
@click.option(
    "--against",
    type=click.Choice(list(PANELS)),
    multiple=True,
    help="A panel of the picture, once for each; all of them where it is left out.",
)
def main(runs: Sequence[Path], out: Path, against: Sequence[str]) -> None:
    """Print a table of run folders, and plot how exploitability falls in them.

    The picture shows it against iterations, nodes touched and time. It takes the place of an
    older picture of its name, and of nothing else.
    """
    require_picture(out)
    found = read_runs(runs)
    report, notes = Console(), Console(stderr=True)
    if not report.is_terminal:
        report = Console(width=_WIDE)
    report.print(comparison(found))
    for text in _notes(found):
        _line(notes, text)
    measured = [run for run in found if run.curve]
    if measured:
        save_picture(curves(measured, against or tuple(PANELS)), out)
        _line(notes, f"Exploitability is plotted in {out}.")


def _notes(runs: Sequence[Run]) -> list[str]:
    torn = [
        f"The last line of {run.name} is half written and left out." for run in runs if run.torn
    ]
    without = [run.name for run in runs if not run.curve]
    if len(without) == len(runs):
        return [*torn, "No run holds exploitability: there is nothing to plot."]
    return [*torn, *(f"The run {name} holds no exploitability to plot." for name in without)]


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.report")
