"""Train an experiment: ``python -m blood.train [EXPERIMENT]``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from blood.choices import Listed, chosen
from blood.command import INTERRUPTED, Command
from blood.experiments import DEFAULT, experiments
from zerosum.experiment import (
    UNIT,
    Experiment,
    Outcome,
    RunFolder,
    check,
    display_on,
    fitting_on,
    identity,
    label,
    latest,
    load,
    milestone_table,
    picture,
    resumed,
    summary,
    train,
    unused,
)
from zerosum.rules import RULES

RUNS = Path("runs")


@click.command(cls=Command)
@click.argument("experiment", required=False)
@click.option("--algorithm", cls=Listed, help="How to solve:")
@click.option("--rule", help=f"How regrets and averages are kept: {', '.join(RULES)}.")
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the algorithm's own, as epsilon=0.4; may be given several times.",
)
@click.option("--iterations", type=int, help="Train up to so many iterations in all.")
@click.option("--minutes", type=float, help="Train for so long, now.")
@click.option("--target", type=float, help="Train until exploitability is not more, chips a hand.")
@click.option("--seed", type=int, help="Equal seeds make equal runs.")
@click.option("--threads", type=int, help="How many walk at once; all cores where left out.")
@click.option("--out", type=click.Path(path_type=Path), help="The run folder.")
@click.option("--resume", is_flag=True, help="Go on from the last checkpoint.")
def main(experiment: str | None, out: Path | None, *, resume: bool, **options: Any) -> int:
    """Train EXPERIMENT: a module of your own, a .py file, or blood.quick, which is the default.

    The run folder is new, runs/EXPERIMENT where --out does not say; with --resume it is the
    last one of EXPERIMENT. A bound given here takes the place of the experiment's bounds.
    """
    notes, report = Console(stderr=True), Console()
    name, out = _place(experiment, out, resume=resume)
    declared = load(name, experiments())
    going_on = resume and RunFolder(out).begun
    settled = chosen(resumed(declared, out) if going_on else declared, **options)
    with fitting_on(notes):
        game = check(settled, out, resume=resume)
        _announce(notes, settled, out, resume=resume)
        outcome = train(settled, out, resume=resume, display=display_on(notes), game=game)
    _close(report, outcome)
    if outcome.interrupted:
        words = ["python", "-m", "blood.train", name, "--resume", "--out", str(out)]
        _line(notes, f"Stopped. To go on: {shlex.join(words)}")
        return INTERRUPTED
    return 0


def _place(name: str | None, out: Path | None, *, resume: bool) -> tuple[str, Path]:
    """Return the experiment's name and the run folder, where one of them is left out."""
    if name is None and out is not None and resume and RunFolder(out).begun:
        name = str(RunFolder(out).config()["experiment"])
    name = name or DEFAULT
    stem = Path(name).stem if name.endswith(".py") else name
    return name, out or (latest(RUNS, stem) if resume else unused(RUNS, stem))


def _announce(notes: Console, experiment: Experiment, out: Path, *, resume: bool) -> None:
    if resume and not RunFolder(out).begun:
        _line(notes, f"There is no run in {out} to go on with; this one is new.")
    made = identity(experiment)
    manner = f"rule {made['rule']}"
    if experiment.seeded:
        manner += f" and seed {made['seed']}"
    if made["options"]:
        manner += f", {label(made['options'])},"
    if experiment.threaded:
        number = experiment.threads_used
        manner += " on one thread" if number == 1 else f" on {number} threads"
    _line(
        notes,
        f"Training {experiment.name} by {made['algorithm']} with {manner.rstrip(',')}; "
        f"run folder {out}. Ctrl-C stops and saves.",
    )


def _close(report: Console, outcome: Outcome) -> None:
    for text in _remarks(outcome):
        _line(report, text)
    report.print(summary(outcome))
    for closing in (milestone_table(outcome), picture(outcome)):
        if closing is not None:
            report.print()
            report.print(closing)


def _remarks(outcome: Outcome) -> Iterator[str]:
    target, already = outcome.experiment.target, 0 < outcome.earlier == outcome.last.iterations
    if outcome.reached:
        if already:
            yield "The run has met its target already; --target or --iterations asks for more."
        else:
            yield f"Stopped at the target of {target:g} {UNIT}."
    elif already:
        yield "The run has these iterations already; --iterations asks for more."
    elif target is not None and not outcome.interrupted:
        yield f"Ended at another bound than the target of {target:g} {UNIT}."


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.train")
