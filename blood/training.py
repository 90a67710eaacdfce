"""What ``python -m blood.train`` does: it makes a run, reports on it, and says what may follow."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import click
from rich.console import Console

from blood.command import INTERRUPTED, note, print_json, refuse, report_console, sibling
from blood.config import SESSION, changes, read, shown
from blood.declared import DEFAULT, experiments
from zerosum.abstraction import split
from zerosum.errors import GameError
from zerosum.experiment import (
    UNIT,
    Experiment,
    Metrics,
    Outcome,
    Run,
    RunFolder,
    algorithm_named,
    check,
    chosen,
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
    summary,
    train,
    unused,
    with_parameters,
)
from zerosum.experiment.changes import require_rule
from zerosum.experiment.load import start_of, walk_of
from zerosum.experiment.memory import bytes_of, full_words, table_words
from zerosum.game import players_of
from zerosum.native.primitives import can_list
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.holdem.game import Holdem
from zerosum.scale.rounds import in_rounds, on_cluster
from zerosum.scale.rounds.training import require_rounds
from zerosum.support.rendering import line

RUNS = Path("runs")


@dataclass(frozen=True)
class Trained:
    """A run after a session of training.

    Parameters
    ----------
    run
        The run folder.
    interrupted
        Whether Ctrl-C ended the session.
    reached
        Whether the target is met.
    metrics
        The figures of all sessions.
    """

    run: str
    interrupted: bool
    reached: bool
    metrics: Metrics

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """Return the record of a session."""
        folder = outcome.folder
        return cls(str(folder), outcome.interrupted, outcome.reached, Run.open(folder).metrics)


DOCUMENT = Trained


def described(
    formatter: click.HelpFormatter, name: str | None, texts: Sequence[str], algorithm: str | None
) -> None:
    """Write the options of an algorithm, and what an experiment says of itself, as help.

    Parameters
    ----------
    formatter
        Where to write.
    name, texts
        The experiment and the parameters of its game, if any was named.
    algorithm
        The name of the algorithm, if any was named.
    """
    if algorithm is not None:
        cls = algorithm_named(algorithm)
        with formatter.section(f"Options of {cls.__name__}, for --set"):
            formatter.write_dl(option_words(cls))
    if name is None:
        return
    declared = with_parameters(load(name, experiments()), texts)
    with formatter.section(name):
        words = _kept(module_words(declared))
        formatter.write_text(words or "It has no docstring.")
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


def run(
    *, resume: bool, as_json: bool, config: Path | None, show_config: bool, **given: Any
) -> int:
    """Train, print the report, and return the exit status of the command."""
    both = as_json and show_config
    refuse(both, "--json and --show-config must not be given together: leave one out.")
    filed = read(config)
    session = {name: filed[name] if given[name] is None else given[name] for name in SESSION}
    respond, memory, cluster = (session[name] for name in ("respond", "memory", "cluster"))
    spread = {name: session[name] for name in ("workers", "shards")}
    alone = cluster is None and any(spread.values())
    refuse(alone, "--workers and --shards belong to --cluster: give it, or leave them out.")
    threads = cluster is not None and given["threads"] is not None
    refuse(threads, "--threads belongs to one machine: write --workers, or leave --cluster out.")
    limit = bytes_of(memory)
    name, out, begun = _place(session.pop("experiment"), session["out"], resume=resume)
    declared = load(name, experiments())
    first = declared if begun is None else resumed(declared, begun)
    if cluster is not None:
        spread["memory"], limit = limit, None
        first = _spread(first)
    settled = chosen(chosen(first, **changes(filed)), **changes(given))
    if cluster is not None:
        require_rounds(settled)
    if show_config:
        require_rule(settled)
        click.echo(shown(settled, declared, **session), nl=False)
        return 0
    game = check(settled, out, resume=resume, respond=respond, memory=limit)
    said = game_words(settled, game)
    _announce(settled, out, cluster)
    if said:
        note(said)
    if limit is not None:
        note(table_words(settled, game, limit))
    display = display_on(Console(stderr=True))
    with ExitStack() as stack:
        if cluster is not None:
            settled = stack.enter_context(on_cluster(settled, cluster, out, **spread))
        outcome = train(
            settled, out, resume=resume, display=display, game=game, respond=respond, memory=limit
        )
    if as_json:
        for text in _remarks(outcome):
            note(text)
        print_json(Trained.of(outcome))
    else:
        _close(report_console(), outcome)
    if following := list(_following(outcome)):
        note("\n  ".join(["Next:", *following]))
    if outcome.interrupted:
        words = shlex.join([name, "--resume", "--out", str(out)])
        note(f"Stopped. To continue: {sibling('train')} {words}")
        return INTERRUPTED
    return 0


def _spread(experiment: Experiment) -> Experiment:
    """Return an experiment as a cluster trains it; tell if it stores its table otherwise."""
    spread = in_rounds(experiment)
    if spread.options.get("storage") != experiment.options.get("storage"):
        note("Rounds need a row for each infoset: the table has fingerprints of 64 bits.")
    return spread


def _place(name: str | None, out: Path | None, *, resume: bool) -> tuple[str, Path, Run | None]:
    """Return the experiment's name and the run folder, and the run in it that is to be resumed."""
    run = _begun(out, resume=resume)
    name = name or (DEFAULT if run is None else str(run.config["experiment"]))
    stem = Path(name).stem if is_file(name) else name
    folder = out or (latest(RUNS, stem) if resume else unused(RUNS, stem))
    return name, folder, run or _begun(folder, resume=resume)


def _begun(out: Path | None, *, resume: bool) -> Run | None:
    return Run.open(out) if out is not None and resume and RunFolder(out).begun else None


def _announce(experiment: Experiment, out: Path, cluster: str | None) -> None:
    made = identity(experiment)
    game = f" with {label(made['game'])}" if made["game"] else ""
    words = f"rule {made['rule']}"
    if experiment.seeded:
        words += f" and seed {made['seed']}"
    if made["options"]:
        words += f", {label(made['options'])}"
    if cluster is not None:
        words += f" on the cluster {cluster}"
    elif experiment.threaded:
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
    if replaced := getattr(outcome.solver, "replaced", None):
        number = replaced.total()
        words = " and ".join(f"{n} {who}{'s' * (n > 1)}" for who, n in sorted(replaced.items()))
        yield f"{words} {'was' if number == 1 else 'were'} replaced; the result is the same."
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
    base, run = split(outcome.game)[0], str(outcome.folder)
    declared = outcome.experiment.show is not None
    if declared or isinstance(base, RiverOfBlood) or can_list(base):
        yield f"{sibling('show')} {shlex.quote(run)}"
    if players_of(base) == 2:
        yield f"{sibling('match')} {shlex.quote(run)} uniform"
    yield f"{sibling('play')} {shlex.quote(run)}"
    if isinstance(base, Holdem):
        # What other games are trained without.
        from blood.chart import chart_of
        from zerosum.pkr.acpc import definition_of
        from zerosum.pkr.scenarios.judging import is_usual

        if base.hole == 2:
            yield f"{sibling('ask')} {shlex.quote(run)}"
        if is_usual(base) and (base.players == 6 or chart_of(outcome.game)):
            yield f"{sibling('scenarios')} {shlex.quote(run)}"
        with suppress(GameError):  # the dealer does not have every game
            definition_of(base)
            yield f"{sibling('bot')} {shlex.quote(run)} --acpc HOST:PORT"
    elif hasattr(walk_of(outcome.experiment), "seated"):
        yield f"{sibling('bot')} {shlex.join([run, '--pack', f'{run}-bot'])}"
