"""Solve what follows a history again: ``python -m blood.resolve RUN --after "ff" --with ...``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, get_args

import click
from rich.console import Console

from blood.boards import boards_of
from blood.command import (
    CLUSTER,
    EXPERIMENT,
    GAME,
    INTERRUPTED,
    JSON,
    PATH,
    RUN,
    WORKERS,
    Command,
    note,
    opened,
    print_json,
    refuse,
    report_console,
    sibling,
)
from blood.declared import experiments
from blood.resolving import DEALS, resolve_all
from zerosum.experiment import Run, display_on, summary, train
from zerosum.experiment.memory import bytes_of
from zerosum.pkr.ask import Query
from zerosum.pkr.ask.parts import begin, finish, lines_of
from zerosum.pkr.parts.gain import gain
from zerosum.pkr.parts.wanted import Keep, Resolved, Wanted
from zerosum.scale import backend_of
from zerosum.support.files import read_text
from zerosum.support.rendering import line

_EPILOG = """\
\b
A history is one of blood.ask, such as "ff" for two folds. Several parts are
solved in processes, the largest first; each is measured, and one that loses is
moved to the folder dropped of RUN. The same command goes on after a stop.

\b
Examples:
  python -m blood.resolve runs/blood.tyche6 --after ff --with blood.tyche4 --minutes 20
  python -m blood.resolve runs/blood.tyche6 --after "f f r1x c c f" --board Ks7d2c \\
      --with blood.tyche3
  python -m blood.resolve runs/blood.tyche6 --after ff --with blood.tyche4 --resume --measure 20000
  python -m blood.resolve runs/blood.tyche6 --lines 0.01 --with blood.tyche4 --minutes 20
"""
DOCUMENT = Resolved | tuple[Resolved, ...]


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.option(
    "--after", "histories", multiple=True, help="The history, such as ff; one for each part."
)
@click.option(
    "--histories", "file", metavar="FILE", type=PATH, help="A file with a history on each line."
)
@click.option(
    "--lines",
    "least",
    type=click.FloatRange(0.0, 1.0, min_open=True),
    metavar="SHARE",
    help="Also after each line before the flop that is played in at least such a share of hands, "
    "such as 0.01, and after which two seats or more may still bet.",
)
@click.option("--board", default="", help="The cards of the board, unless the history has them.")
@click.option(
    "--flops",
    metavar="BOARDS",
    help="Each history on each of several flops: all, a number, or a file, as for blood.boards.",
)
@click.option(
    "--with",
    "experiment",
    required=True,
    metavar="EXPERIMENT",
    shell_complete=EXPERIMENT,
    help="The experiment whose menu and states are used, such as blood.tyche4.",
)
@GAME
@click.option("--iterations", type=int, help="Train up to so many iterations in all.")
@click.option("--minutes", type=float, help="Train for so many minutes in this session.")
@click.option("--seed", type=int, help="Equal seeds make equal parts, on one thread.")
@click.option("--threads", type=int, help="Number of threads; all cores by default.")
@click.option("--memory", metavar="SIZE", help="Keep the process within so much, such as 20GB.")
@click.option(
    "--trust",
    type=click.IntRange(0),
    metavar="ITERATIONS",
    help="Begin with the regrets of RUN, where the menus agree, as if they were of so many "
    "iterations; 0 for none. By default all iterations of RUN.",
)
@click.option(
    "--by",
    type=click.Choice(["vectors", "sampling"]),
    help="Solve with vectors of all hands, or by sampling; by default with vectors where they can "
    "be used, after the flop of a game for two.",
)
@click.option("--resume", is_flag=True, help="Continue a part that was begun.")
@click.option(
    "--measure",
    "deals",
    type=click.IntRange(2),
    metavar="DEALS",
    help="Then play so many deals from the history, to measure what the part gains; "
    f"{DEALS:,} by default for several parts.",
)
@click.option(
    "--keep",
    type=click.Choice(get_args(Keep)),
    default="unless-worse",
    show_default=True,
    help="Keep a part that was measured unless its interval lies below 0, or only if it lies "
    "above 0, or in any case.",
)
@WORKERS
@CLUSTER
@JSON
def main(
    run: Path,
    histories: Sequence[str],
    file: Path | None,
    least: float | None,
    board: str,
    flops: str | None,
    parameters: Sequence[str],
    memory: str | None,
    workers: int | None,
    cluster: str | None,
    *,
    as_json: bool,
    **how: Any,
) -> int:
    """Solve what follows a history of the run folder RUN again, with another menu.

    Hands are dealt as the strategy of RUN plays them up to the history. The result is a part of the
    strategy, kept in the folder parts of RUN: blood.ask and blood.match take it from the history
    on. The game must be no-limit hold'em with two cards each.
    """
    refuse(board and flops, "--board and --flops must not be given together: leave one out.")
    refuse(
        not histories and file is None and least is None,
        "--after, --histories or --lines must say which histories: write --after ff.",
    )
    how |= {"game": tuple(parameters), "memory": bytes_of(memory), "known": tuple(experiments())}
    whole, known = opened(run), list(histories)
    if file is not None:
        text = read_text(file, "file of histories", "write a history on each line")
        known += [row.strip() for row in text.splitlines() if row.strip()]
    if least is not None:
        known += [str(place.line) for place in lines_of(Query(whole), least)]
    refuse(
        not known,
        "--histories must have a history on a line, or --lines be below the share of one; there is "
        "none: write one, or give less.",
    )
    boards = [board] if flops is None else [str(each) for each, _ in boards_of(flops, 0)]
    pairs = product(known, boards)
    wanted = [Wanted(run, history, board=each, **how) for history, each in pairs]
    if len(wanted) > 1 or (workers, cluster) != (None, None):
        with backend_of(workers, cluster) as backend:
            return resolve_all(whole, wanted, backend, as_json=as_json)
    return _resolve(whole, wanted[0], as_json=as_json)


def _resolve(run: Run, wanted: Wanted, *, as_json: bool) -> int:
    """Solve one part in this process, with a display, on all cores."""
    place = Query(run).at(wanted.history, wanted.board)
    begun = begin(run, place, wanted)
    folder = begun.part.folder.path
    note(f"{begun.told} Ctrl-C stops and saves.")
    outcome = train(
        begun.solved,
        folder,
        resume=wanted.resume,
        display=display_on(Console(stderr=True)),
        game=begun.game,
        memory=wanted.memory,
    )
    report, found = report_console(), None
    if not as_json:
        report.print(summary(outcome))
    if wanted.deals is not None and not outcome.interrupted:
        found = gain(opened(run.path), begun.part, wanted.deals)  # opened again, with the part
    resolved = finish(begun, found, interrupted=outcome.interrupted)
    if as_json:
        print_json(resolved)
    else:
        line(report, f"The strategy of the part has {resolved.bytes / 1e6:,.1f} MB.")
        if found is not None:
            line(report, found.told)
    if not resolved.kept:
        note(f"The part is not kept: it is in {resolved.part} now, which RUN does not play.")
    if outcome.interrupted:
        words = [str(run.path), "--after", wanted.history]
        words += ["--board", wanted.board] if wanted.board else []
        words += ["--with", wanted.experiment]
        words += [word for parameter in wanted.game for word in ("--game", parameter)]
        note(f"Stopped. To continue: {sibling('resolve')} {shlex.join([*words, '--resume'])}")
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    main()
