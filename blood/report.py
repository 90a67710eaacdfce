"""Compare runs: ``python -m blood.report RUN…``."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from blood.command import JSON, PATH, Command, completed, note, print_json, report_console
from zerosum.experiment import (
    MEASURES,
    PANELS,
    Metrics,
    comparison,
    curves,
    read_runs,
    require_picture,
    save_picture,
)

DOCUMENT = tuple[Metrics, ...]
_PICTURE = Path("report.png")


@click.command(cls=Command)
@click.argument(
    "runs",
    nargs=-1,
    required=True,
    metavar="RUN...",
    type=PATH,
    shell_complete=completed("dir"),
)
@JSON
@click.option(
    "--out",
    type=PATH,
    show_default=str(_PICTURE),
    help="The picture to write: .png, .svg or .pdf. With --json there is none by default.",
)
@click.option(
    "--against",
    type=click.Choice(list(PANELS)),
    multiple=True,
    help="A panel of the picture; give it once for each panel. All panels by default.",
)
def main(runs: Sequence[Path], out: Path | None, against: Sequence[str], *, as_json: bool) -> None:
    """Print a table of run folders, and plot how exploitability falls in them.

    The picture shows exploitability against iterations, nodes touched and time, or a bound from
    regrets where the game is too large. Runs that differ in their seeds only are one curve. The
    picture replaces an older one of the same name, and no other file.
    """
    asked = out is not None or against or not as_json
    out = out or _PICTURE
    if asked:
        require_picture(out)
    figures = read_runs(runs)
    if as_json:
        print_json(figures)
    else:
        report_console().print(comparison(figures))
    for text in _notes(figures):
        note(text)
    plotted = [name for measure, name in MEASURES.items() if any(map(_knows(measure), figures))]
    if plotted and asked:
        save_picture(curves(figures, against or tuple(PANELS)), out)
        verb = "is" if len(plotted) == 1 else "are"
        first, last = ", ".join(plotted[:-1]), plotted[-1]
        words = f"{first} and {last}" if first else last
        note(f"{words.capitalize()} {verb} plotted in {out}.")


def _knows(measure: str) -> Callable[[Metrics], bool]:
    return lambda run: bool(run.known(measure))


def _notes(runs: Sequence[Metrics]) -> list[str]:
    torn = [f"The last line of {run.name} is incomplete and left out." for run in runs if run.torn]
    for run in runs:
        if not run.curve:
            bounded = ", but a regret bound" if run.known("regret") else ""
            text = f"The run {run.name} holds no exploitability{bounded}. {run.unmeasured}"
            torn.append(text.rstrip())
    if not any(run.known(measure) for run in runs for measure in MEASURES):
        torn.append("There is nothing to plot.")
    return torn


if __name__ == "__main__":
    main()
