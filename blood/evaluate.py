"""How exploitable is a strategy: ``python -m blood.evaluate RUN``."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

import click
from rich.console import Console

from blood.command import Command
from blood.experiments import experiments
from zerosum.experiment import fitting_on, open_run
from zerosum.experiment.evaluate import FEWEST, Evaluation, closing, table_of

DEALS = 5_000
_WIDE = 1_000  # columns: a file has room for every row


def _finite(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not isfinite(seconds):
        raise click.BadParameter(
            f"{seconds} is not a number of seconds; leave it out for no clock."
        )
    return seconds


@click.command(cls=Command)
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--deals",
    type=click.IntRange(min=FEWEST),
    default=DEALS,
    show_default=True,
    help="Deals of local best response; the other figures get twenty times as many.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.0, min_open=True),
    callback=_finite,
    help="Stop local best response, and the learning of the other exploiter, after so many each; "
    "not self-play, nor the deals that measure what was learnt.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is drawn.")
def main(run: Path, deals: int, seconds: float | None, seed: int) -> None:
    """Measure the strategy of the run folder RUN.

    Its value to each player against itself; what local best response and an approximate best
    response win against it, which are lower bounds on its exploitability; and all of it exactly,
    where the game is small enough. In chips a hand, with 95 % intervals.
    """
    report, notes = Console(), Console(stderr=True)
    if not report.is_terminal:
        report = Console(width=_WIDE)
    with fitting_on(notes):
        _, game, strategy = open_run(run, experiments())
        evaluation = Evaluation(game, strategy, deals, seconds, seed)
        rows = list(evaluation.rows())
    report.print(table_of(rows), highlight=False)
    for text in closing(rows):
        report.print(text, highlight=False, markup=False, soft_wrap=True)
    for text in evaluation.notes:
        notes.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.evaluate")
