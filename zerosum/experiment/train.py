"""Train an experiment: one session in a run folder, begun or resumed."""

import logging
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from zerosum.abstraction import base_and_view
from zerosum.errors import ExperimentError, NotApplicable
from zerosum.experiment.changes import require_rule
from zerosum.experiment.declare import Experiment, Solver
from zerosum.experiment.folder import RunFolder, identity
from zerosum.experiment.load import start_of
from zerosum.experiment.measure import Gauge, refuse_far
from zerosum.experiment.memory import require_memory
from zerosum.experiment.names import Algorithm
from zerosum.experiment.options import (
    Maker,
    defaults_of,
    read_options,
)
from zerosum.experiment.progress import Display
from zerosum.experiment.report import summary
from zerosum.experiment.respond import Responder, require_answers
from zerosum.experiment.run import Run
from zerosum.experiment.schedule import Schedule
from zerosum.experiment.session import Session
from zerosum.experiment.solvers import as_begun, require_same, solver_of
from zerosum.game import History, players_of
from zerosum.laws import check_playouts
from zerosum.native.facts import recall_facts
from zerosum.strategy import Strategy
from zerosum.support.progress import Snapshot
from zerosum.support.rendering import Shown, TextTable
from zerosum.support.store import Json

log = logging.getLogger("zerosum")

_IMPATIENCE = 1.0  # seconds between two looks at exploitability, where a target is set


@dataclass(frozen=True)
class Outcome(Shown):
    """The result of a session.

    Parameters
    ----------
    experiment
        The experiment as it was run.
    game
        The start of the game.
    solver, strategy
        At the end.
    folder
        The run folder.
    earlier
        The iterations before this session.
    last
        The last snapshot.
    interrupted
        Whether Ctrl-C ended the session.
    reached
        Whether the experiment's target is met.
    gauge
        How exploitability was measured, or why it was not.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     outcome = train(Experiment(Kuhn, algorithm=CFR, iterations=100), Path(place) / "kuhn")
    >>> outcome.folder.name, outcome.interrupted, outcome.reached, len(outcome.strategy)
    ('kuhn', False, False, 12)
    """

    experiment: Experiment
    game: History
    solver: Solver
    strategy: Strategy
    folder: Path
    earlier: int
    last: Snapshot
    interrupted: bool
    reached: bool
    gauge: Gauge

    def content(self) -> list[TextTable]:
        """Return a table of the figures of the run."""
        return [summary(self)]


def train(
    experiment: Experiment,
    out: str | Path,
    *,
    resume: bool = False,
    display: Display | None = None,
    every: float = 30.0,
    game: History = None,
    respond: float | None = None,
    memory: int | None = None,
) -> Outcome:
    """Train an experiment, and save checkpoints and the strategy in a run folder.

    The first iteration runs before the folder is written: it compiles the kernels, and it finds
    most mistakes. Ctrl-C ends a session with a checkpoint, as a bound does.

    Parameters
    ----------
    experiment
        The experiment to train.
    out
        The run folder: new or empty; to resume, the folder of the run.
    resume
        Continue from the last checkpoint, up to ``experiment.iterations`` in all.
    display
        The display of progress.
    every
        Seconds between checkpoints; more if writing one takes long.
    game
        The start of the game as :func:`check` returned it; None to look at the game now.
    respond
        Let local best response play for so many seconds each time that the training time has
        doubled, and at the end; None to leave it out.
    memory
        Bytes that the process may take; None for half of the machine's memory for the table of
        infosets. If there is a limit and the table is full, new infosets are not stored, but played
        uniformly: see :class:`zerosum.algorithms.base.Sampler`. Sampling in rounds stops instead.

    Raises
    ------
    ExperimentError
        If the folder is in use, or holds a run other than the run to resume; or if there is a
        target, and the game is too large to measure exploitability.
    GameError
        If the game violates the protocol.
    StoreError
        If the checkpoint is damaged or of another game.
    NotApplicable
        If local best response is asked for, and the game has none.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     outcome = train(Experiment(Kuhn, algorithm=CFR, iterations=100), Path(place) / "kuhn")
    >>> outcome.last.iterations, outcome.last.exploitability < 0.02
    (100, True)
    """
    folder = RunFolder(Path(out))
    if game is None:
        game = check(experiment, out, resume=resume, respond=respond, memory=memory)
    else:
        _require_fit(experiment, folder, resume=resume)
    shown, saved = display or Display(), folder.has_checkpoint()
    if resume and not saved:
        _say(shown, folder.losses())
    with ExitStack() as holds:
        if saved:
            holds.enter_context(folder.held())
        solver = solver_of(experiment, folder, game, memory)
        if saved:
            _say(shown, folder.losses(solver))
        earlier, touched = solver.iterations, solver.touched
        gauge = _gauge(experiment, game, solver)
        if not _done(experiment, solver, gauge):
            solver.run(1)
        opponent = None if respond is None else Responder(game, respond)
        if opponent is not None:
            opponent.rehearse(solver)
        if not saved:
            holds.enter_context(folder.held())
            if not resume:  # another session may have come and gone meanwhile
                folder.require_unused()
        folder.begin(experiment, gauge.reason)
        measures = gauge.reason is None or _bounds(solver)
        schedule = Schedule(earlier, touched, measures=measures, every=every)
        if experiment.target is not None:
            schedule.patience = _IMPATIENCE
        players = players_of(game)
        session = Session(
            experiment, folder, solver, shown, schedule, gauge, players=players, respond=opponent
        )
        interrupted = session.run()
        strategy, last, reached = folder.keep(solver), session.last, session.reached
    return Outcome(
        experiment, game, solver, strategy, folder.path, earlier, last, interrupted, reached, gauge
    )


def _say(display: Display, sentences: Iterable[str]) -> None:
    """Show sentences, or log them where nothing is shown."""
    for warning in sentences:
        if type(display) is Display:
            log.warning("%s", warning)
        else:
            display.note(warning)


def check(
    experiment: Experiment,
    out: str | Path,
    *,
    resume: bool = False,
    respond: float | None = None,
    memory: int | None = None,
) -> History:
    """Check an experiment before anything is written; return the start of its game.

    Checks that need no fitted data of the abstraction come first, since fitting may take minutes.

    Parameters and errors are the same as for :func:`zerosum.experiment.train`, which calls this
    first.

    >>> from zerosum.kuhn import Kuhn
    >>> check(Experiment(Kuhn, iterations=100), "a-new-folder")
    Kuhn(cards=(-1, -1), history=1)
    """
    _require_fit(experiment, RunFolder(Path(out)), resume=resume)
    game = start_of(experiment)
    if memory is not None:
        require_memory(memory, experiment, game)
    if respond is not None:
        require_answers(game)
    if experiment.target is not None:
        try:
            refuse_far(game, experiment.algorithm, experiment.limit)
        except NotApplicable as error:
            raise _unmeasured(experiment, str(error)) from error
    base, view = base_and_view(game)
    recall_facts(base, view)
    if not getattr(experiment.algorithm, "general", False):
        check_playouts(base, view)
    return game


def _require_fit(experiment: Experiment, folder: RunFolder, *, resume: bool) -> None:
    """Refuse a folder that the experiment cannot train in, and a rule that does not fit."""
    if resume and folder.begun:
        config = folder.config()
        makers = {"options": experiment.algorithm, "game": Maker.of(experiment.training)}
        for thing, value in identity(experiment).items():
            maker = makers.get(thing)
            if maker is None or not _equal(maker, value, config[thing]):
                require_same(folder, config, thing, value)
        with folder.held():  # before fitting, which may take minutes
            folder.require_checkpoint()
        _ = folder.iterations  # reads the metrics
        if not hasattr(experiment.algorithm, "load"):
            name = experiment.algorithm.__name__
            raise ExperimentError(
                f"The algorithm of a resumed run must be a class of solvers, which has load(); got "
                f"{name}, which has not: begin another run with --out, or declare a class.",
                experiment.algorithm,
            )
    else:
        folder.require_unused()
    require_rule(experiment)


def resumed(experiment: Experiment, out: str | Path | Run) -> Experiment:
    """Return the experiment as a run was begun: its game, algorithm, rule, options and bounds.

    Parameters
    ----------
    experiment
        The experiment as it is declared now.
    out
        The run, or its folder.

    Raises
    ------
    ExperimentError
        If the run is of another experiment.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> experiment = Experiment(Kuhn, algorithm=CFR, iterations=100)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = train(experiment, Path(place) / "kuhn").folder
    ...     resumed(Experiment(Kuhn, iterations=5_000), folder).iterations
    100
    """
    run = out if isinstance(out, Run) else Run.open(out)
    return as_begun(experiment, run.folder, run.config)


def _equal(algorithm: Algorithm, one: Json, other: Json) -> bool:
    """Whether written options are the same once those left out have their defaults."""
    known = defaults_of(algorithm)
    one, other = ({**known, **read_options(algorithm, words)} for words in (one, other))
    return one == other


def _gauge(experiment: Experiment, game: History, solver: Solver) -> Gauge:
    gauge = Gauge(game, solver, experiment.limit)
    if gauge.reason is None:
        return gauge
    if experiment.target is not None:
        raise _unmeasured(experiment, gauge.reason)
    log.info("exploitability is not measured: %s", gauge.reason)
    return gauge


def _unmeasured(experiment: Experiment, reason: str) -> ExperimentError:
    return ExperimentError(
        f"The target of {experiment.name or 'the experiment'} must be left out where "
        f"exploitability cannot be measured. {reason}",
        experiment.target,
    )


def _bounds(solver: Solver) -> bool:
    """Whether a solver has a regret bound; compiles it."""
    bound = getattr(solver, "regret_bound", None)
    if callable(bound):
        bound()
    return callable(bound)


def _done(experiment: Experiment, solver: Solver, gauge: Gauge) -> bool:
    """Whether a resumed run has met a bound already."""
    goal, target = experiment.iterations, experiment.target
    if goal is not None and solver.iterations >= goal:
        return True
    if target is None or solver.iterations == 0:
        return False
    exploitability = gauge(solver)
    return exploitability is not None and exploitability <= target
