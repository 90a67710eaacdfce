"""Solve what follows a history again: ``python -m blood.resolve RUN --after "ff" --with ...``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import click
from rich.console import Console

from blood.command import (
    EXPERIMENT,
    GAME,
    INTERRUPTED,
    JSON,
    RUN,
    Command,
    note,
    opened,
    print_json,
    report_console,
    sibling,
)
from blood.declared import experiments
from zerosum.abstraction import split
from zerosum.algorithms import ExternalSampling, StreetCFR
from zerosum.algorithms.continued import Earlier
from zerosum.errors import ExperimentError, NotApplicable
from zerosum.experiment import (
    Experiment,
    Metrics,
    Outcome,
    Run,
    check,
    chosen,
    display_on,
    load,
    summary,
    train,
)
from zerosum.experiment.memory import bytes_of
from zerosum.pkr.ask import Query
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.parts.gain import Gain, gain
from zerosum.pkr.parts.part import Part, part_name, read_part
from zerosum.support.rendering import line

_EPILOG = """\
\b
A history is one of blood.ask, such as "ff" for two folds.

\b
Examples:
  python -m blood.resolve runs/blood.tyche6 --after ff --with blood.tyche4 --minutes 20
  python -m blood.resolve runs/blood.tyche6 --after "f f r1x c c f" --board Ks7d2c \\
      --with blood.tyche3
  python -m blood.resolve runs/blood.tyche6 --after ff --with blood.tyche4 --resume --measure 20000
"""


@dataclass(frozen=True)
class Resolved:
    """A part of a strategy that was solved again.

    Parameters
    ----------
    part
        The folder of the part.
    bytes
        The size of its strategy.
    interrupted
        Whether Ctrl-C ended the session.
    metrics
        The figures of all its sessions.
    gain
        What a seat with the part wins more than one without, in bb/100, and half the width of the
        95 % interval; None without --measure.
    """

    part: str
    bytes: int
    interrupted: bool
    metrics: Metrics
    gain: tuple[float, float] | None

    @classmethod
    def of(cls, outcome: Outcome, size: int, found: Gain | None) -> Self:
        """Return the record of a session."""
        folder, pair = outcome.folder, None if found is None else (found.mean, found.margin)
        return cls(str(folder), size, outcome.interrupted, Run.open(folder).metrics, pair)


DOCUMENT = Resolved


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.option("--after", "history", required=True, help="The history, such as ff.")
@click.option("--board", default="", help="The cards of the board, unless the history has them.")
@click.option(
    "--with",
    "name",
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
@JSON
@click.option(
    "--measure",
    type=click.IntRange(2),
    metavar="DEALS",
    help="Then play so many deals from the history, to measure what the part gains.",
)
def main(
    run: Path,
    history: str,
    board: str,
    name: str,
    parameters: Sequence[str],
    iterations: int | None,
    minutes: float | None,
    seed: int | None,
    threads: int | None,
    memory: str | None,
    trust: int | None,
    by: str | None,
    resume: bool,
    measure: int | None,
    *,
    as_json: bool,
) -> int:
    """Solve what follows a history of the run folder RUN again, with another menu.

    Hands are dealt as the strategy of RUN plays them up to the history. The result is a part of the
    strategy, kept in the folder parts of RUN: blood.ask and blood.match take it from the history
    on. The game must be no-limit hold'em with two cards each.
    """
    limit = None if memory is None else bytes_of(memory)
    bounds: dict[str, Any] = {"iterations": iterations, "minutes": minutes, "target": None}
    experiment = chosen(load(name, experiments()), parameters, seed, threads, **bounds)
    whole = opened(run)
    part = _part(whole, history, board, experiment, by, resume=resume)
    part, earlier = _trusting(whole, part, trust)
    solved, folder = part.declared(earlier), part.folder.path
    if part.exact:
        solved = replace(solved, algorithm=StreetCFR, rule=None, options={})
    game = check(solved, folder, resume=resume, memory=limit)
    if not part.folder.begun:
        part.save()
    seats = part.hand.live.bit_count()
    regrets = f"the regrets of RUN count for {part.trust:,} iterations"
    note(
        f"Solving what follows {part.hand.spelled} of {run} with {experiment.name}: {seats} seats "
        f"are in the hand, and {'all their hands have vectors' if part.exact else regrets}; part "
        f"{part.path}. Ctrl-C stops and saves."
    )
    outcome = train(
        solved,
        folder,
        resume=resume,
        display=display_on(Console(stderr=True)),
        game=game,
        memory=limit,
    )
    report = report_console()
    size = sum(file.stat().st_size for file in part.folder.strategy.iterdir())
    found: Gain | None = None
    if not as_json:
        report.print(summary(outcome))
        line(report, f"The strategy of the part has {size / 1e6:,.1f} MB.")
    if measure is not None and not outcome.interrupted:
        found = gain(opened(run), part, measure)  # opened again, with the part
    if as_json:
        print_json(Resolved.of(outcome, size, found))
    elif found is not None:
        line(report, found.told)
    if outcome.interrupted:
        words = [str(run), "--after", history, *(["--board", board] if board else [])]
        words += [
            "--with",
            name,
            *(word for parameter in parameters for word in ("--game", parameter)),
        ]
        note(f"Stopped. To continue: {sibling('resolve')} {shlex.join([*words, '--resume'])}")
        return INTERRUPTED
    return 0


def _trusting(run: Run, part: Part, trust: int | None) -> tuple[Part, Earlier | None]:
    """Return a part that trusts the regrets of the run, as it began if it did; and the regrets.

    Raises
    ------
    ExperimentError
        If a part that was begun is to trust them for another number of iterations, or the
        algorithm cannot begin with regrets.
    StoreError
        If they are to be trusted, and there are none, or none with exact keys.
    """
    if part.exact:
        if trust:
            raise ExperimentError(
                f"A part that is solved with vectors must begin without regrets; got --trust "
                f"{trust}: leave it out, or give --by sampling.",
                part.path,
            )
        return part, None
    if part.folder.begun:
        if trust not in (None, part.trust):
            raise ExperimentError(
                f"A part that was begun must go on with --trust {part.trust}; got {trust}: leave "
                f"it out, or remove the folder {part.path} to begin again.",
                part.path,
            )
        trust = part.trust
    folder, algorithm = run.folder, part.experiment.algorithm
    samples = algorithm is ExternalSampling
    usable = samples and folder.has_checkpoint() and run.strategy.view.prints == 0
    if trust == 0 or (trust is None and not usable):
        return replace(part, trust=0), None
    if not samples:
        raise ExperimentError(
            f"The algorithm must be external sampling to begin with the regrets of RUN; "
            f"{part.experiment.name} has {algorithm.__name__}: give --trust 0.",
            part.experiment,
        )
    earlier = Earlier.open(folder.checkpoint, run.game)
    return replace(part, trust=earlier.iterations if trust is None else trust), earlier


def _part(
    run: Run, history: str, board: str, experiment: Experiment, by: str | None, *, resume: bool
) -> Part:
    """Return the part that is to be solved.

    Raises
    ------
    NotApplicable
        If the game is not no-limit hold'em, the history is empty, or vectors cannot be used.
    ExperimentError
        If it is there already, and not to be resumed.
    """
    place = Query(run).at(history, board)
    hand, of = place.real, run.strategy.of
    if not isinstance(hand, NoLimitHoldem):
        raise NotApplicable(
            f"The game of a run to solve a part of must be no-limit hold'em; got "
            f"{type(hand).__name__}.",
            hand,
        )
    if not hand.line:
        raise NotApplicable(
            "The history of a part must have an action, as its beginning is the whole game: write "
            "--after ff, or train the experiment.",
            hand,
        )
    path, then = run.path / "parts" / part_name(hand), run.metrics.iterations
    exact = (hand.players, hand.hole) == (2, 2) and hand.street > 0 and place.decides
    if by == "vectors" and not exact:
        raise NotApplicable(
            f"A part to solve with vectors must be after the flop of a game for two with two "
            f"cards each; {hand.spelled} with {hand.players} seats is not: leave out --by.",
            hand,
        )
    exact = exact and by != "sampling"
    part = Part(path, experiment, hand, place.reach, of, iterations=then, exact=exact)
    if not part.folder.begun:
        return part
    if not resume:
        raise ExperimentError(
            f"The part {path} must be new; it was begun already: continue it with --resume, or "
            f"remove its folder.",
            path,
        )
    # The run may have been trained on since: a part goes on with the ranges that it began with.
    begun = read_part(path, split(run.game)[0], of, run.known)
    if by is not None and begun.exact != exact:
        raise ExperimentError(
            f"The part {path} must go on as it began; it began "
            f"{'with vectors' if begun.exact else 'by sampling'}: leave out --by.",
            path,
        )
    return replace(part, reach=begun.reach, trust=begun.trust, exact=begun.exact)


if __name__ == "__main__":
    main()
