"""Load an experiment by name, a module that declares ``TrainingAbstraction``; and its games."""

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

from zerosum.abstraction import split
from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.names import algorithm_named
from zerosum.experiment.options import Maker, assigned, read_options
from zerosum.game import History, check_methods, hook_of
from zerosum.interop.named import foreign_game, is_foreign
from zerosum.support.blame import sentence
from zerosum.support.store import Json
from zerosum.support.suggest import suggestion


def load(name: str, known: Sequence[str] = ()) -> Experiment:
    """Return the experiment that a module declares.

    The module declares ``TrainingAbstraction``, usually ``Abstraction``, and optionally
    ``experiment``, an :class:`Experiment`; without it the defaults hold.

    Parameters
    ----------
    name
        A dotted module, also found in the current folder, or the path of a ``.py`` file; one of
        the runs that such a module declares for a sweep, as ``my.sweep:rank``; or a game of another
        program (:mod:`zerosum.interop.named`), which is solved by CFR.
    known
        Names to suggest if this one does not exist.

    Raises
    ------
    ExperimentError
        If there is no such module, it fails to import, or it declares no game to train on.

    Examples
    --------
    >>> experiment = load("blood.kuhn")
    >>> experiment.name, experiment.algorithm.__name__, experiment.training()
    ('blood.kuhn', 'ExternalSampling', Kuhn(cards=(-1, -1), history=1))
    """
    if (game := foreign_game(name)) is not None:
        return Experiment(game, algorithm=algorithm_named("cfr"), iterations=10_000, name=name)
    where, colon, run = name.rpartition(":")
    if not colon or name.endswith(".py"):
        return _declared(_module(name, known), name)
    runs = runs_of(where, known)
    if run not in runs:
        raise ExperimentError(
            f"The run of a sweep must be one that {where} declares; there is no {run!r}; "
            f"{suggestion(run, list(runs))}",
            name,
        )
    return replace(runs[run], name=name)


def runs_of(name: str, known: Sequence[str] = ()) -> dict[str, Experiment]:
    """Return the runs that a module declares for a sweep, by their names.

    The module declares ``runs``: experiments by name, pairs of both, or a function that returns or
    yields such, and is called once in each process.

    Parameters
    ----------
    name, known
        The module, as for :func:`load`.

    Raises
    ------
    ExperimentError
        If there is no such module, it fails to import, or it declares no runs.

    Examples
    --------
    >>> import sys
    >>> from types import ModuleType
    >>> from zerosum.kuhn import Kuhn
    >>> sys.modules["a_sweep"] = module = ModuleType("a_sweep")
    >>> module.runs = {"short": Experiment(Kuhn, iterations=10)}
    >>> runs_of("a_sweep")["short"].iterations, load("a_sweep:short").name
    (10, 'a_sweep:short')
    """
    module = _module(name, known)
    declared: Any = getattr(module, "runs", None)
    try:
        runs: dict[str, Experiment] = _yielded(declared) if callable(declared) else dict(declared)
    except (TypeError, ValueError) as error:
        raise ExperimentError(
            f"The sweep {name} must declare runs, experiments by their names; got "
            f"{declared!r}: write `runs = {{'short': Experiment(...)}}`.",
            module,
        ) from error
    for run, each in runs.items():
        if not _is_plain(run) or not isinstance(each, Experiment):
            raise ExperimentError(
                f"The runs of {name} must be experiments, by names that may be those of folders; "
                f"got {run!r}: {each!r}.",
                each,
            )
    return runs


@cache
def _yielded(declared: Callable[[], Any]) -> dict[str, Experiment]:
    """Return the runs of a function, which is called once, as it may search for them."""
    return dict(declared())


def _is_plain(name: Any) -> bool:
    return isinstance(name, str) and name.strip(".") != "" and not set(name) & set(":/\\\0")


def _module(name: str, known: Sequence[str]) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    module = _import(module_named(name), name, known)
    if is_file(name) and Path(module.__file__ or "").resolve() != Path(name).resolve():
        raise ExperimentError(
            f"The module name of {name} must be its own; {module.__file__} has it already: "
            "rename the file.",
            name,
        )
    return module


def load_run(config: Json, known: Sequence[str] = ()) -> Experiment:
    """Return the experiment of a run, with the parameters of its game.

    Parameters
    ----------
    config
        The content of the run's ``config.json``.
    known
        Names to suggest if there is no experiment of that name any more.

    Raises
    ------
    ExperimentError
        As :func:`load` does.
    StoreError
        If the game does not have these parameters any more.

    Examples
    --------
    >>> load_run({"experiment": "blood.kuhn", "game": {}}).name
    'blood.kuhn'
    """
    experiment = load(str(config["experiment"]), known)
    return replace(experiment, game=read_options(Maker.of(experiment.training), config["game"]))


def start_of(experiment: Experiment) -> History:
    """Return the start of the game to train on, after checking it.

    Raises
    ------
    GameError
        If the game lacks a member of the protocol.
    ExperimentError
        If the class of the game takes arguments.
    """
    where = f"TrainingAbstraction of {experiment.name or 'the experiment'}"
    game = _made(experiment.training, experiment, where)
    if isinstance(game, type):
        try:
            game = game()
        except TypeError as error:
            raise ExperimentError(
                f"{where} must be a class whose call without arguments gives the start of the "
                f"game; got {sentence(error)}.",
                experiment.training,
            ) from error
    check_methods(game, where)
    return game


def walk_of(experiment: Experiment, game: History = None) -> History:
    """Return the walk through a translation, a class or a start; None without a translation.

    If the experiment declares no walk, the hook ``walk`` of its game may make one from the game to
    train on, as no-limit hold'em does.

    Parameters
    ----------
    experiment
        The experiment.
    game
        The start of the game to train on, if it is known.

    Raises
    ------
    ExperimentError
        If the function that makes it does not take the parameters of the game.
    """
    where = f"Abstraction of {experiment.name or 'the experiment'}"
    declared = _made(experiment.play, experiment, where)
    if declared is not None:
        return declared
    game = start_of(experiment) if game is None else game
    walk = hook_of(split(game)[0], "walk")
    return None if walk is None else walk(game)


def with_parameters(experiment: Experiment, given: Sequence[str] | Json) -> Experiment:
    """Return an experiment with the parameters of its game that texts set, or a table of TOML.

    Raises
    ------
    ExperimentError
        If the game has no such parameter, or the value has another type.

    Examples
    --------
    >>> from zerosum.bluff import Bluff
    >>> def dice(own: int = 1, other: int = 1):
    ...     return Bluff(own, other)
    >>> with_parameters(Experiment(dice), ["own=2"]).game
    {'other': 1, 'own': 2}
    """
    if not given:
        return experiment
    values = assigned(Maker.of(experiment.training), given)
    return replace(experiment, game={**experiment.game, **values})


def module_named(name: str) -> str:
    """Return the dotted module of an experiment; the module of a file is made importable.

    Raises
    ------
    ExperimentError
        If there is no such file, or its name cannot be the name of a module.

    >>> module_named("blood.quick")
    'blood.quick'
    """
    return _module_of(Path(name)) if is_file(name) and not is_foreign(name) else name


def is_file(name: str) -> bool:
    """Return whether the name of an experiment is the path of a file, not a module's name.

    >>> is_file("games/mine.py"), is_file("blood.kuhn")
    (True, False)
    """
    return name.endswith(".py") or Path(name).name != name


def _made(thing: object, experiment: Experiment, where: str) -> History:
    """Return what a function makes of the parameters of the game; anything else as it is."""
    if not isfunction(thing):
        return thing
    try:
        return thing(**experiment.game)
    except TypeError as error:
        words = ", ".join(f"{name}=" for name in experiment.game)
        raise ExperimentError(
            f"The function {where} must return a game when it is called with ({words}); got "
            f"{sentence(error)}.",
            thing,
        ) from error


def _declared(module: ModuleType, name: str) -> Experiment:
    training: object = getattr(module, "TrainingAbstraction", None)
    if training is None:
        raise ExperimentError(
            f"The experiment {name} must declare TrainingAbstraction, the game to train on; "
            f"{module.__file__ or 'a folder'} does not: write "
            f"`TrainingAbstraction = MyGame`, or name another module.",
            module,
        )
    declared = getattr(module, "experiment", None)
    if declared is None:
        declared = Experiment(training, play=getattr(module, "Abstraction", None))
    if not isinstance(declared, Experiment):
        raise ExperimentError(
            f"The value of experiment in {name} must be a zerosum.experiment.Experiment; "
            f"got {declared!r}: write experiment = Experiment(TrainingAbstraction, ...).",
            declared,
        )
    return replace(declared, name=name)


def _module_of(path: Path) -> str:
    """Return the dotted name of a file's module, after making it importable."""
    if not path.is_file():
        message = f"The experiment {path} must be a file that exists; got none: check the path."
        raise ExperimentError(message, path)
    if not path.stem.isidentifier():
        raise ExperimentError(
            f"The name of {path} must be the name of a module; got {path.stem!r}: rename the file.",
            path,
        )
    parts, folder = [path.stem], path.resolve().parent
    while (folder / "__init__.py").exists():
        parts, folder = [folder.name, *parts], folder.parent
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return ".".join(parts)


def _import(module: str, name: str, known: Sequence[str]) -> ModuleType:
    if not all(part.isidentifier() for part in module.split(".")):
        raise _unknown(name, known)
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise _unknown(name, known) from None
        raise _broken(name, error) from error
    except (Exception, SystemExit) as error:
        raise _broken(name, error) from error


def _unknown(name: str, known: Sequence[str]) -> ExperimentError:
    hint = f"; {suggestion(name, known)}" if known else "."
    message = (
        f"The experiment must be an importable module or the path of a .py file; "
        f"there is no {name!r}{hint}"
    )
    return ExperimentError(message, name)


def _broken(name: str, error: BaseException) -> ExperimentError:
    message = f"The experiment {name} must import without an error; got {sentence(error)}."
    return ExperimentError(message, error)
