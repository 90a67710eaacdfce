"""The solver of a run, new or from its last checkpoint, and its experiment as it was begun."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zerosum.errors import ExperimentError, StoreError, TableError, ZeroSumError
from zerosum.experiment.declare import Experiment, Solver
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.memory import limits_of
from zerosum.experiment.names import algorithm_named, rule_label, rule_named
from zerosum.experiment.options import Maker, label, parameters_of, read_options
from zerosum.game import History
from zerosum.support import store
from zerosum.support.blame import is_users, sentence
from zerosum.support.rendering import sized
from zerosum.support.store import Json

MOST_BYTES = 1 << 30  # of a checkpoint that is read only to look into it


def as_begun(experiment: Experiment, folder: RunFolder, config: Json) -> Experiment:
    """Return the experiment as a run was begun: its game, algorithm, rule, options and bounds.

    Parameters
    ----------
    experiment
        The experiment as it is declared now.
    folder, config
        The folder of the run, and the content of its ``config.json``.

    Raises
    ------
    ExperimentError
        If the run is of another experiment.
    """
    algorithm, given = experiment.algorithm, experiment.given
    require_same(folder, config, "experiment", experiment.name)
    if algorithm.__name__ != config["algorithm"]:
        algorithm, given = algorithm_named(config["algorithm"]), {}
    experiment = replace(
        experiment,
        algorithm=algorithm,
        given=given,
        options=read_options(algorithm, config["options"]),
        game=read_options(Maker.of(experiment.training), config["game"]),
    )
    if rule_label(experiment.rule_followed) != config["rule"]:
        rule = None if config["rule"] is None else rule_named(config["rule"])
        experiment = replace(experiment, rule=rule)
    return replace(
        experiment,
        limit=config.get("limit"),
        seed=experiment.seed if config["seed"] is None else config["seed"],
        iterations=config["iterations"],
        minutes=config["minutes"],
        target=config.get("target"),
        threads=config.get("threads", 1),
    )


_SETS = {"options": "set of options", "game": "set of game parameters"}


def require_same(folder: RunFolder, config: Json, thing: str, value: Any) -> None:
    """Refuse to continue a run in which something else has another value.

    Raises
    ------
    ExperimentError
        If it has.
    """
    if config[thing] != value:
        had, got = config[thing], value
        if thing in _SETS:
            thing, had, got = _SETS[thing], label(had) or "none", label(got) or "none"
        raise ExperimentError(
            f"The {thing} of a resumed run must be that of {folder.path}, {had}; "
            f"got {got}: leave it out, or begin another run with --out.",
            value,
        )


def solver_of(
    experiment: Experiment, folder: RunFolder, game: History, memory: int | None = None
) -> Solver:
    """Return the solver of a run's checkpoint, or a new one if it has none.

    Parameters
    ----------
    experiment
        The experiment, as the run was begun.
    folder
        The folder of the run.
    game
        The start of the game.
    memory
        As for :func:`zerosum.experiment.train`.

    Raises
    ------
    ExperimentError
        If the algorithm cannot be called, makes no solver, or refuses an option.
    StoreError
        If the checkpoint is damaged, or of something else.
    """
    rule = {} if experiment.rule is None else {"rule": experiment.rule}
    options: dict[str, Any] = {**experiment.given, **rule}
    if memory is not None:
        options |= limits_of(memory, experiment, game)
    if experiment.limit is not None and "limit" in parameters_of(experiment.algorithm):
        options["limit"] = experiment.limit
    if experiment.threaded:
        options["threads"] = experiment.threads_used
    if folder.has_checkpoint():
        options |= {name: value for name, value in experiment.options.items() if value is not None}
        # Before the first attempt, which takes memory too.
        most = {} if memory is None else limits_of(memory, experiment, game, grown=True)
        load: Callable[..., Solver] = experiment.algorithm.load
        try:
            return load(folder.checkpoint, game, **options)
        except StoreError as error:
            if memory is None or not isinstance(error.__cause__, TableError):
                raise
        return load(folder.checkpoint, game, **options | most)
    if experiment.seeded:
        options["seed"] = experiment.seed
    try:
        made = experiment.algorithm(game, **options, **experiment.options)
    except (ValueError, TypeError, OverflowError) as error:
        inside = error.__traceback__ and error.__traceback__.tb_next
        if isinstance(error, TypeError) and inside is None:  # the call itself does not fit
            words = ", ".join(["game", *(f"{name}=" for name in {**options, **experiment.options})])
            message = f"must be called with {words}; got {sentence(error)}."
            raise _unfit(experiment, message) from error
        if isinstance(error, ZeroSumError) or not experiment.options or is_users(error):
            raise
        # The algorithm refuses the value of an option.
        raise ExperimentError(str(error), experiment.options) from error
    if not isinstance(made, Solver):
        raise _unfit(
            experiment,
            f"must make a solver, as zerosum.experiment.declare.Solver describes it; got {made!r}.",
        )
    return made


def at_checkpoint(experiment: Experiment, folder: RunFolder, config: Json, game: History) -> Solver:
    """Return the solver of a run's last checkpoint, also while training replaces it.

    Parameters
    ----------
    experiment, game
        The experiment as it is declared now, and the start of its game.
    folder, config
        The folder of the run, and the content of its ``config.json``.

    Raises
    ------
    ExperimentError
        If the checkpoint is too large to be read beside training, or as :func:`solver_of` does.
    StoreError
        If the checkpoint is damaged, or of something else.
    """
    experiment = as_begun(experiment, folder, config)
    while True:
        written = store.written(folder.checkpoint)
        try:
            _require_small(folder)
            return solver_of(experiment, folder, game)
        except StoreError:
            if written == store.written(folder.checkpoint):
                raise


def _require_small(folder: RunFolder) -> None:
    arrays = store.read(folder.checkpoint, mmap=True).arrays
    size = sum(array.nbytes for array in arrays.values())
    if size > MOST_BYTES:
        end = "wait until it has ended, or stop it with Ctrl-C"
        raise ExperimentError(
            f"The checkpoint of {folder.path} must have at most {sized(MOST_BYTES)} to be looked "
            f"into before a session has ended; it has {sized(size)}: "
            f"{end if folder.trains else 'continue the run with --resume, and let it end'}.",
            folder.path,
        )


def _unfit(experiment: Experiment, message: str) -> ExperimentError:
    name = experiment.algorithm.__name__
    return ExperimentError(f"The algorithm {name} {message}", experiment.algorithm)
