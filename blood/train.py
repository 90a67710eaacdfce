"""Train an experiment: ``python -m blood.train [EXPERIMENT]``."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from rich.console import Console

from blood.command import (
    EXPERIMENT,
    GAME,
    INTERRUPTED,
    PATH,
    Command,
    completed,
    note,
    refuse,
    report_console,
    sibling,
)
from blood.declared import DEFAULT, experiments
from zerosum.abstraction import split
from zerosum.errors import GameError
from zerosum.experiment import (
    UNIT,
    Experiment,
    Outcome,
    Run,
    RunFolder,
    algorithm_named,
    assigned,
    check,
    display_on,
    game_words,
    identity,
    is_file,
    label,
    latest,
    load,
    milestone_table,
    module_words,
    option_words,
    parameter_words,
    picture,
    resumed,
    rule_named,
    summary,
    train,
    unused,
    with_parameters,
)
from zerosum.experiment.load import start_of, walk_of
from zerosum.experiment.memory import bytes_of, full_words, table_words
from zerosum.game import players_of
from zerosum.native.primitives import can_list
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.acpc import definition_of
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.scenarios.judging import is_usual
from zerosum.rules import RULES
from zerosum.support.cores import cores
from zerosum.support.rendering import line

RUNS = Path("runs")


class Listed(click.Option):
    """An option whose help ends with the names of all algorithms."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the name and the help; only help imports the algorithms, which takes a while."""
        from zerosum.algorithms import ALGORITHMS

        record = super().get_help_record(ctx)
        return record and (record[0], f"{record[1]} {', '.join(ALGORITHMS)}.")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin so."""
        from zerosum.algorithms import ALGORITHMS

        return completed("plain", ALGORITHMS.keys)(ctx, self, incomplete)


class TrainCommand(Command):
    """A command whose help ends with the options of the algorithm, and what an experiment says."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the command line for the help, which is shown before they are read."""
        if not ctx.resilient_parsing:
            ctx.meta["words"] = self.make_parser(ctx).parse_args(list(args))[0]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write options, the module's docstring, parameters, and what is said before training."""
        given = ctx.meta.get("words", {})
        name, algorithm = given.get("experiment"), given.get("algorithm")
        if isinstance(algorithm, str):
            cls = algorithm_named(algorithm)
            with formatter.section(f"Options of {cls.__name__}, for --set"):
                formatter.write_dl(option_words(cls))
        if not isinstance(name, str):
            return
        texts = given.get("parameters") or ()
        declared = with_parameters(load(name, experiments()), texts)
        with formatter.section(name):
            words = _kept(module_words(declared))
            formatter.write_text(words or "Its module has no docstring.")
        if parameters := parameter_words(declared):
            with formatter.section("Parameters of its game, for --game"):
                formatter.write_dl(parameters)
        if said := game_words(declared, start_of(declared)):
            formatter.write_paragraph()
            formatter.write_text(said)


def _kept(text: str) -> str:
    """Return a text whose examples and lists click does not wrap."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"\b\n{paragraph}" if paragraph.startswith((" ", "- ", "* ")) else paragraph
        for paragraph in paragraphs
    )


@click.command(cls=TrainCommand)
@click.argument("experiment", required=False, shell_complete=EXPERIMENT)
@click.option("--algorithm", cls=Listed, help="How to solve:")
@click.option(
    "--rule",
    shell_complete=completed("plain", RULES.keys),
    help=f"How regrets and averages are updated: {', '.join(RULES)}.",
)
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the algorithm, such as epsilon=0.4; may be given several times.",
)
@GAME
@click.option("--iterations", type=int, help="Train up to so many iterations in all.")
@click.option("--minutes", type=float, help="Train for so many minutes in this session.")
@click.option(
    "--target", type=float, help="Train until exploitability, in chips a hand, is at most this."
)
@click.option("--seed", type=int, help="Equal seeds make equal runs.")
@click.option("--threads", type=int, help="Number of threads; all cores by default.")
@click.option(
    "--limit",
    type=int,
    help="Enumerate games with at most this many histories, for cfr and to measure "
    "exploitability; nodes of the public tree, for public and vector.",
)
@click.option(
    "--respond",
    type=click.FloatRange(min=0.0, min_open=True),
    help="Let local best response play for so many seconds, each time that the time trained has "
    "doubled, and at the end.",
)
@click.option(
    "--memory",
    metavar="SIZE",
    help="Keep the whole process within so much, such as 20GB; infosets that a full table has no "
    "room for are played uniformly.",
)
@click.option("--out", type=PATH, help="The run folder.")
@click.option("--resume", is_flag=True, help="Continue from the last checkpoint.")
def main(
    experiment: str | None,
    out: Path | None,
    *,
    resume: bool,
    respond: float | None,
    memory: str | None,
    **options: Any,
) -> int:
    """Train EXPERIMENT: a module of your own or a .py file; blood.quick by default.

    With EXPERIMENT, --help also shows what the experiment is and which parameters it has; with
    --algorithm, the options of the algorithm.

    The run folder is a new one, runs/EXPERIMENT by default; with --resume it is the last one of
    EXPERIMENT. Bounds given here replace all bounds of the experiment.
    """
    limit = None if memory is None else bytes_of(memory)
    name, out, run = _place(experiment, out, resume=resume)
    declared = load(name, experiments())
    settled = chosen(declared if run is None else resumed(declared, run), **options)
    game = check(settled, out, resume=resume, respond=respond, memory=limit)
    said = game_words(settled, game)
    _announce(settled, out)
    if said:
        note(said)
    if limit is not None:
        note(table_words(settled, game, limit))
    display = display_on(Console(stderr=True))
    outcome = train(
        settled, out, resume=resume, display=display, game=game, respond=respond, memory=limit
    )
    _close(report_console(), outcome)
    if following := list(_following(outcome)):
        note("\n  ".join(["Next:", *following]))
    if outcome.interrupted:
        words = shlex.join([name, "--resume", "--out", str(out)])
        note(f"Stopped. To continue: {sibling('train')} {words}")
        return INTERRUPTED
    return 0


def chosen(
    experiment: Experiment,
    parameters: Sequence[str],
    seed: int | None,
    threads: int | None,
    algorithm: str | None = None,
    rule: str | None = None,
    assignments: Sequence[str] = (),
    limit: int | None = None,
    **bounds: Any,
) -> Experiment:
    """Return the experiment with what the command line changes."""
    changes: dict[str, Any] = {}
    cls = experiment.algorithm if algorithm is None else algorithm_named(algorithm)
    if cls is not experiment.algorithm:
        changes |= {"algorithm": cls, "options": {}}  # those were of the other algorithm
    if assignments:
        before = changes.get("options", experiment.options)
        changes["options"] = {**before, **assigned(cls, assignments, before)}
    if rule is not None:
        changes["rule"] = rule_named(rule)
    if seed is not None:
        changes["seed"] = seed
        unseeded = not getattr(cls, "seeded", True)
        refuse(unseeded, "--seed must be left out: the algorithm draws no numbers.")
    if threads is not None:
        changes["threads"] = threads
        alone = not getattr(cls, "threaded", False)
        refuse(alone, "--threads must be left out: the algorithm runs on one.")
    elif experiment.threads is None:
        changes["threads"] = cores()
    if limit is not None:
        changes["limit"] = limit
    if any(bound is not None for bound in bounds.values()):
        changes |= bounds
    return with_parameters(replace(experiment, **changes), parameters)


def _place(name: str | None, out: Path | None, *, resume: bool) -> tuple[str, Path, Run | None]:
    """Return the experiment's name and the run folder, and the run in it that is to be resumed."""
    run = _begun(out, resume=resume)
    name = name or (DEFAULT if run is None else str(run.config["experiment"]))
    stem = Path(name).stem if is_file(name) else name
    folder = out or (latest(RUNS, stem) if resume else unused(RUNS, stem))
    return name, folder, run or _begun(folder, resume=resume)


def _begun(out: Path | None, *, resume: bool) -> Run | None:
    return Run.open(out) if out is not None and resume and RunFolder(out).begun else None


def _announce(experiment: Experiment, out: Path) -> None:
    made = identity(experiment)
    game = f" with {label(made['game'])}" if made["game"] else ""
    words = f"rule {made['rule']}"
    if experiment.seeded:
        words += f" and seed {made['seed']}"
    if made["options"]:
        words += f", {label(made['options'])}"
    if experiment.threaded:
        number = experiment.threads_used
        words += "," if made["options"] else ""
        words += " on one thread" if number == 1 else f" on {number} threads"
    note(
        f"Training {experiment.name}{game} by {made['algorithm']} with {words}; "
        f"run folder {out}. Ctrl-C stops and saves."
    )


def _close(report: Console, outcome: Outcome) -> None:
    for text in _remarks(outcome):
        line(report, text)
    report.print(summary(outcome))
    for closing in (milestone_table(outcome), picture(outcome)):
        if closing is not None:
            report.print()
            report.print(closing)


def _remarks(outcome: Outcome) -> Iterator[str]:
    target, already = outcome.experiment.target, 0 < outcome.earlier == outcome.last.iterations
    if outcome.reached and already:
        yield "The run has met its target already; continue with --target or --iterations."
    elif outcome.reached:
        yield f"Stopped at the target of {target:g} {UNIT}."
    elif already:
        yield "The run has these iterations already; continue with --iterations."
    elif target is not None and not outcome.interrupted:
        yield f"Stopped at another bound before the target of {target:g} {UNIT}."
    if full := full_words(outcome.solver):
        yield full
    players = players_of(split(outcome.game)[0])
    if players > 2:
        known = outcome.last.exploitability is not None
        far = "exploitability tells how far from one the strategy is."
        yield (
            f"With {players} players no theorem says that CFR finds an equilibrium; "
            f"{far if known else 'how far from one the strategy is, is not known.'}"
        )


def _following(outcome: Outcome) -> Iterator[str]:
    """Yield the commands that make sense for a run of this game."""
    from blood.chart import chart_of

    base, run = split(outcome.game)[0], str(outcome.folder)
    declared = outcome.experiment.show is not None
    if declared or isinstance(base, RiverOfBlood) or can_list(base):
        yield f"{sibling('show')} {shlex.quote(run)}"
    if players_of(base) == 2:
        yield f"{sibling('match')} {shlex.quote(run)} uniform"
    yield f"{sibling('play')} {shlex.quote(run)}"
    if isinstance(base, Holdem):
        if base.hole == 2:
            yield f"{sibling('ask')} {shlex.quote(run)}"
        if is_usual(base) and (base.players == 6 or chart_of(outcome.game)):
            yield f"{sibling('scenarios')} {shlex.quote(run)}"
        with suppress(GameError):  # the dealer does not have every game
            definition_of(base)
            yield f"{sibling('bot')} {shlex.quote(run)} --acpc HOST:PORT"
    elif hasattr(walk_of(outcome.experiment), "seated"):
        yield f"{sibling('bot')} {shlex.join([run, '--pack', f'{run}-bot'])}"


if __name__ == "__main__":
    main()
