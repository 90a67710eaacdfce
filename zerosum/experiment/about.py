"""What an experiment says of itself: its module's words, its parameters, and its size."""

import inspect
import sys
from dataclasses import dataclass
from typing import Any

import attrs

from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.load import module_named
from zerosum.experiment.names import Algorithm
from zerosum.experiment.options import (
    Maker,
    defaults_of,
    flattened,
    label,
    options_of,
    own_parameters,
)
from zerosum.experiment.reader import called, is_record, names_of, parts_of
from zerosum.game import History
from zerosum.support.blame import sentence
from zerosum.support.hints import choices
from zerosum.support.options import as_json, explained, plain
from zerosum.support.store import Json


def module_words(experiment: Experiment) -> str:
    """Return the docstring of an experiment's module, without markup; empty if it has none.

    >>> from zerosum.experiment import load
    >>> module_words(load("blood.kuhn"))
    'The whole of Kuhn poker: the smallest experiment, a few seconds to an equilibrium.'
    """
    module = sys.modules.get(module_named(experiment.name))
    return "" if module is None else plain(inspect.getdoc(module) or "")


def parameter_words(experiment: Experiment) -> list[tuple[str, str]]:
    """Return each parameter of the game as ``name=value``, and what the docstring says of it.

    Examples
    --------
    >>> from zerosum.bluff import Bluff
    >>> def dice(own: int = 1, other: int = 1):
    ...     '''Return a game of dice.
    ...
    ...     Parameters
    ...     ----------
    ...     own
    ...         The dice of the player who begins.
    ...     '''
    >>> parameter_words(Experiment(dice))
    [('own=1', 'The dice of the player who begins.'), ('other=1', 'a whole number')]
    """
    return option_words(Maker.of(experiment.training), experiment.game)


def option_words(algorithm: Algorithm, values: Json | None = None) -> list[tuple[str, str]]:
    """Return each option of an algorithm as ``name=value``, and what its docstring says of it.

    Parameters
    ----------
    algorithm
        The class of solvers.
    values
        Values of options; others have their defaults.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> option_words(CFR, {"form": "history"})[0]
    ('alternating=True', 'Whether each player plays against the updated strategies of ...')
    """
    explanations, rows = explained(getattr(algorithm, "function", algorithm).__doc__), []
    for name, (hint, default) in own_parameters(algorithm).items():
        words = [plain(explanations.get(name, "")) or called(hint)]
        parts = [f"{name}.{part}" for choice in choices(hint) for part in names_of(choice)]
        words += [f"Its parts are {', '.join(parts)}."] if parts else []
        value = as_json((values or {}).get(name, default))
        rows.append((label({name: value}), " ".join(words)))
    return rows


@dataclass(frozen=True)
class Setting:
    """What can be set of an algorithm or a game: an option, or a field of one that is a record.

    Parameters
    ----------
    name
        As :func:`assigned` takes it.
    hint
        Its type.
    value
        Its value as values that JSON supports; None if it has none.
    about
        What the docstring says of it.
    """

    name: str
    hint: Any
    value: Any
    about: str


def settings_of(algorithm: Algorithm, values: Json | None = None) -> list[Setting]:
    """Return all that can be set of an algorithm, or of a function that makes games.

    Parameters
    ----------
    algorithm
        The class of solvers, or the ``Maker`` of the game.
    values
        Values of options; others have their defaults.

    Examples
    --------
    >>> from zerosum.algorithms import OutcomeSampling
    >>> [one.value for one in settings_of(OutcomeSampling) if one.name == "epsilon"]
    [0.6]
    """
    explanations, rows = explained(getattr(algorithm, "function", algorithm).__doc__), []
    known, types = {**defaults_of(algorithm), **(values or {})}, options_of(algorithm)
    for name, hint in flattened(algorithm).items():
        whole, _, part = name.partition(".")
        value, words = known[whole], explanations.get(whole, "")
        if part:
            record = next(filter(is_record, choices(types[whole])))
            value, words = parts_of(value).get(part), explained(record.__doc__).get(part, "")
        json = None if value in (attrs.NOTHING, inspect.Parameter.empty) else as_json(value)
        rows.append(Setting(name, hint, json, plain(words) or called(hint)))
    return rows


def game_words(experiment: Experiment, game: History) -> str:
    """Return what an experiment says about its game before training; empty if nothing.

    Raises
    ------
    ExperimentError
        If its function ``about`` fails, or returns no text.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> experiment = Experiment(Kuhn, about=lambda game: "Three cards and one bet.")
    >>> game_words(experiment, Kuhn())
    'Three cards and one bet.'
    """
    if experiment.about is None:
        return ""
    try:
        said = experiment.about(game)
    except ZeroSumError:
        raise
    except Exception as error:
        raise _unfit(experiment, sentence(error)) from error
    if not isinstance(said, str):
        raise _unfit(experiment, repr(said))
    return said


def _unfit(experiment: Experiment, problem: str) -> ExperimentError:
    return ExperimentError(
        f"The function about of {experiment.name or 'the experiment'} must take the start of a "
        f"game and return a text; got {problem}.",
        experiment.about,
    )
