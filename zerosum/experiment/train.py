"""Train an experiment: one session in a run folder, with checkpoints."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.experiment.blame import is_users
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.measure import Gauge
from zerosum.experiment.progress import Display, Silence, Snapshot
from zerosum.experiment.resume import check
from zerosum.experiment.schedule import Schedule
from zerosum.experiment.session import Session
from zerosum.game import players_of

log = logging.getLogger("zerosum")

_IMPATIENCE = 1.0  # seconds between two looks at exploitability, where a target is set


@dataclass(frozen=True)
class Outcome:
    """What a session leaves behind.

    Parameters
    ----------
    experiment
        As it was run.
    game
        The start of the game.
    solver, strategy
        At the end.
    folder
        Where they are saved.
    earlier
        The iterations that were there before this session.
    last
        The last snapshot.
    interrupted
        Whether Ctrl-C ended the session.
    reached
        Whether the experiment's target is met.
    gauge
        How exploitability was measured, or why it was not.
    """

    experiment: Experiment
    game: Any
    solver: Any
    strategy: Any
    folder: Path
    earlier: int
    last: Snapshot
    interrupted: bool
    reached: bool
    gauge: Gauge


def train(
    experiment: Experiment,
    out: str | Path,
    *,
    resume: bool = False,
    display: Display | None = None,
    every: float = 30.0,
    game: Any = None,
) -> Outcome:
    """Train, and save checkpoints and the strategy in a run folder.

    The first iteration comes before the folder: it compiles, and it meets most mistakes.
    Ctrl-C ends a session like its bound, with a checkpoint.

    Parameters
    ----------
    experiment
        What to train.
    out
        The run folder: new or empty, or, to resume, that of the same experiment.
    resume
        Go on from the last checkpoint, up to ``experiment.iterations`` in all.
    display
        Where progress is shown.
    every
        Seconds between checkpoints; more where writing one takes long.
    game
        The start of the game as :func:`check` returned it, if that was called already.

    Raises
    ------
    ExperimentError
        If the folder is in use, or holds another run than the one to resume; or if there is a
        target, and the game is too large to measure exploitability.
    GameError
        If the game breaks the protocol.
    StoreError
        If the checkpoint is damaged or that of another game.
    """
    if game is None:
        game = check(experiment, out, resume=resume)
    folder = RunFolder(Path(out))
    solver = _solver(experiment, folder, game)
    earlier, touched = solver.iterations, solver.touched
    gauge = _gauge(experiment, game, solver)
    if not _done(experiment, solver, gauge):
        solver.run(1)
    folder.begin(experiment)
    schedule = Schedule(earlier, touched, measures=gauge.reason is None, every=every)
    if experiment.target is not None:
        schedule.patience = _IMPATIENCE
    session = Session(
        experiment,
        folder,
        solver,
        display or Silence(),
        schedule,
        measure=gauge,
        players=players_of(game),
    )
    interrupted = session.run()
    strategy = solver.strategy()
    strategy.save(folder.strategy)
    return Outcome(
        experiment=experiment,
        game=game,
        solver=solver,
        strategy=strategy,
        folder=folder.path,
        earlier=earlier,
        last=session.last,
        interrupted=interrupted,
        reached=session.reached,
        gauge=gauge,
    )


def _gauge(experiment: Experiment, game: Any, solver: Any) -> Gauge:
    gauge = Gauge(game, solver)
    if gauge.reason is None:
        return gauge
    if experiment.target is not None:
        message = (
            f"The target of {experiment.name or 'the experiment'} must be left out where "
            f"exploitability cannot be measured. {gauge.reason}"
        )
        raise ExperimentError(message, experiment.target)
    log.info("exploitability is not measured: %s", gauge.reason)
    return gauge


def _done(experiment: Experiment, solver: Any, gauge: Gauge) -> bool:
    """Whether a bound is met already, by a run that is resumed."""
    goal, target = experiment.iterations, experiment.target
    if goal is not None and solver.iterations >= goal:
        return True
    if target is None or solver.iterations == 0:
        return False
    found = gauge(solver)
    return found is not None and found <= target


def _solver(experiment: Experiment, folder: RunFolder, game: Any) -> Any:
    options: dict[str, Any] = {} if experiment.rule is None else {"rule": experiment.rule}
    if experiment.threaded:
        options["threads"] = experiment.threads_used
    if folder.has_checkpoint():
        options |= {name: value for name, value in experiment.options.items() if value is not None}
        return experiment.algorithm.load(folder.checkpoint, game, **options)
    if experiment.seeded:
        options["seed"] = experiment.seed
    try:
        return experiment.algorithm(game, **options, **experiment.options)
    except (ValueError, TypeError, OverflowError) as error:
        if isinstance(error, ZeroSumError) or not experiment.options or is_users(error):
            raise
        # What an algorithm has against a number of its own.
        raise ExperimentError(str(error), experiment.options) from error
