"""Train an experiment: ``python -m blood.train [EXPERIMENT]``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from blood.command import INTERRUPTED, Command
from blood.experiments import DEFAULT, experiments
from zerosum.cores import cores
from zerosum.experiment import (
    UNIT,
    Experiment,
    Outcome,
    RunFolder,
    algorithm_named,
    check,
    display_on,
    fitting_on,
    identity,
    latest,
    load,
    milestones,
    picture,
    resumed,
    rule_named,
    summary,
    train,
    unused,
)

RUNS = Path("runs")


@click.command(cls=Command)
@click.argument("experiment", required=False)
@click.option("--algorithm", help="A class of zerosum.algorithms, as external-sampling.")
@click.option("--rule", help="A rule of zerosum.rules, as linear.")
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
    chosen = load(name, experiments())
    going_on = resume and RunFolder(out).begun
    chosen = _with(resumed(chosen, out) if going_on else chosen, **options)
    with fitting_on(notes):
        check(chosen, out, resume=resume)
        _announce(notes, chosen, out, resume=resume)
        outcome = train(chosen, out, resume=resume, display=display_on(notes))
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


def _with(
    experiment: Experiment,
    algorithm: str | None,
    rule: str | None,
    iterations: int | None,
    minutes: float | None,
    target: float | None,
    seed: int | None,
    threads: int | None,
) -> Experiment:
    """Return the experiment with what the command line says."""
    changes: dict[str, Any] = {}
    if algorithm is not None:
        changes["algorithm"] = algorithm_named(algorithm)
    if rule is not None:
        changes["rule"] = rule_named(rule)
    if seed is not None:
        changes["seed"] = seed
        seeded = getattr(changes.get("algorithm", experiment.algorithm), "seeded", True)
        if not seeded:
            raise click.UsageError("--seed must be left out: the algorithm draws no numbers.")
    if threads is not None:
        changes["threads"] = threads
        if not getattr(changes.get("algorithm", experiment.algorithm), "threaded", False):
            raise click.UsageError("--threads must be left out: the algorithm runs on one.")
    elif experiment.threads is None:
        changes["threads"] = cores()
    bounds = {"iterations": iterations, "minutes": minutes, "target": target}
    if any(bound is not None for bound in bounds.values()):
        changes |= bounds
    return replace(experiment, **changes)


def _announce(notes: Console, experiment: Experiment, out: Path, *, resume: bool) -> None:
    if resume and not RunFolder(out).begun:
        _line(notes, f"There is no run in {out} to go on with; this one is new.")
    made = identity(experiment)
    manner = f"rule {made['rule']}"
    if experiment.seeded:
        manner += f" and seed {made['seed']}"
    if experiment.threaded:
        number = experiment.threads_used
        manner += " on one thread" if number == 1 else f" on {number} threads"
    _line(
        notes,
        f"Training {experiment.name} by {made['algorithm']} with {manner}; "
        f"run folder {out}. Ctrl-C stops and saves.",
    )


def _close(report: Console, outcome: Outcome) -> None:
    for text in _remarks(outcome):
        _line(report, text)
    report.print(summary(outcome))
    for closing in (milestones(outcome), picture(outcome)):
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
