"""Train and compare the runs of a module: ``python -m blood.sweep MODULE --seeds 3``."""

from __future__ import annotations

from pathlib import Path

import click

from blood.command import CLUSTER, EXPERIMENT, JSON, PATH, WORKERS, Command, note
from blood.declared import experiments
from blood.tasks import Board
from zerosum.experiment import new_figure, require_picture, save_picture
from zerosum.experiment.load import is_file
from zerosum.experiment.memory import bytes_of
from zerosum.scale import backend_of
from zerosum.scale.sweep import Swept, best_by_size, drawn, require_table, save_table, tasks_of
from zerosum.scale.sweep.results import by_run
from zerosum.support.rendering import within

_HEADINGS = ("run", "iterations", "infosets", "seconds", "exploitability", "price", "won", "")
_EPILOG = """\
\b
The module declares runs, experiments by their names:
  runs = {"rank": Experiment(...), "suit": Experiment(...)}

\b
Examples:
  python -m blood.sweep my_sweep --seeds 3 --workers 2
  python -m blood.sweep my_sweep --price --table sweep.parquet --picture sweep.png
  python -m blood.sweep my_sweep --run rank --against runs/blood.leduc
"""
DOCUMENT = tuple[Swept, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("module", shell_complete=EXPERIMENT)
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Train each run with so many seeds, from 0 on.",
)
@click.option("--run", "runs", multiple=True, metavar="NAME", help="Only this run, or these.")
@click.option("--price", is_flag=True, help="Price the abstractions, of games that are small.")
@click.option(
    "--against", type=PATH, metavar="RUN", help="Let each run play against this run folder."
)
@click.option(
    "--deals",
    type=click.IntRange(2),
    default=10_000,
    show_default=True,
    help="Of each match.",
)
@click.option("--memory", metavar="SIZE", help="What each task may take, such as 2GB.")
@click.option("--out", type=PATH, help="The folder of the runs; by default sweeps/MODULE.")
@click.option("--table", "file", type=PATH, help="Also write the figures: .parquet or .csv.")
@click.option("--picture", type=PATH, help="Also draw them against size: .png, .svg or .pdf.")
@WORKERS
@CLUSTER
@JSON
def main(
    module: str,
    seeds: int,
    runs: tuple[str, ...],
    against: Path | None,
    deals: int,
    memory: str | None,
    out: Path | None,
    file: Path | None,
    picture: Path | None,
    workers: int | None,
    cluster: str | None,
    *,
    price: bool,
    as_json: bool,
) -> int:
    """Train and measure all runs that MODULE declares, with each seed, several at a time.

    What is finished is not done again, and what was begun goes on: stop it at any time, and give
    the same command.
    """
    if file is not None:
        require_table(file)
    if picture is not None:
        require_picture(picture)
        new_figure(1.0, 1.0)
    folder = out or Path("sweeps") / (Path(module).stem if is_file(module) else module)
    asked = {"price": price, "against": against, "deals": deals, "memory": bytes_of(memory)}
    tasks = tasks_of(module, folder, seeds=range(seeds), runs=runs, known=experiments(), **asked)
    board = Board(tasks, _HEADINGS, _cells)
    with backend_of(workers, cluster, memory) as backend:
        note(f"Training {len(tasks):,} runs in {folder}, {backend.workers} at a time.")
        found = board.do(backend)
    if file is not None:
        save_table(found, file)
    if picture is not None:
        save_picture(drawn(found, module), picture)
    summary = f"Best by size: {', '.join(best_by_size(found)) or 'no run is measured'}."
    if loose := {one.run for one in found if one.regret is not None} - by_run(found).keys():
        summary += f" Not compared, as only a bound is known: {', '.join(sorted(loose))}."
    return board.show(summary, as_json=as_json)


def _cells(found: Swept) -> list[str]:
    return [
        f"{found.iterations:,}",
        f"{found.infosets:,}",
        f"{found.seconds:,.1f}",
        _number(found.exploitability) or _number(found.regret, "≤ "),
        _number(found.price),
        "" if found.won is None else within(found.won, found.margin or 0.0),
        "",
    ]


def _number(value: float | None, mark: str = "") -> str:
    return "" if value is None else f"{mark}{value:.5f}"


if __name__ == "__main__":
    main()
