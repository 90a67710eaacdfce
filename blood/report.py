"""Compare runs: ``python -m blood.report RUN…``."""

from collections.abc import Sequence
from pathlib import Path

import click

from blood.command import PATH, Command, completed, note, report_console
from zerosum.experiment import (
    PANELS,
    Run,
    comparison,
    curves,
    read_runs,
    require_picture,
    save_picture,
)


@click.command(cls=Command)
@click.argument(
    "runs",
    nargs=-1,
    required=True,
    metavar="RUN...",
    type=PATH,
    shell_complete=completed("dir"),
)
@click.option(
    "--out",
    type=PATH,
    default=Path("report.png"),
    show_default=True,
    help="The picture to write: .png, .svg or .pdf.",
)
@click.option(
    "--against",
    type=click.Choice(list(PANELS)),
    multiple=True,
    help="A panel of the picture; give it once for each panel. All panels by default.",
)
def main(runs: Sequence[Path], out: Path, against: Sequence[str]) -> None:
    """Print a table of run folders, and plot how exploitability falls in them.

    The picture shows exploitability against iterations, nodes touched and time. It replaces an
    older picture of the same name, and no other file.
    """
    require_picture(out)
    found = read_runs(runs)
    report_console().print(comparison(found))
    for text in _notes(found):
        note(text)
    measured = [run for run in found if run.curve]
    if measured:
        save_picture(curves(measured, against or tuple(PANELS)), out)
        note(f"Exploitability is plotted in {out}.")


def _notes(runs: Sequence[Run]) -> list[str]:
    found = [f"The last line of {run.name} is incomplete and left out." for run in runs if run.torn]
    without = [run for run in runs if not run.curve]
    for run in without:
        found.append(f"The run {run.name} holds no exploitability. {run.unmeasured}".rstrip())
    if len(without) == len(runs):
        found.append("There is nothing to plot.")
    return found


if __name__ == "__main__":
    main(prog_name="python -m blood.report")
