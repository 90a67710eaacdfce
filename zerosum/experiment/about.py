"""What an experiment says of itself: its module's words, its parameters, and its size."""

import inspect
import sys

from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.load import module_named
from zerosum.experiment.names import Algorithm
from zerosum.experiment.options import Maker, label, own_parameters
from zerosum.experiment.reader import called, names_of
from zerosum.game import History
from zerosum.support.blame import sentence
from zerosum.support.hints import choices
from zerosum.support.options import as_json, explained, plain
from zerosum.support.store import Json


def module_words(experiment: Experiment) -> str:
    """Return the docstring of an experiment's module, without markup; empty if it has none."""
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


def game_words(experiment: Experiment, game: History) -> str:
    """Return what an experiment says about its game before training; empty if nothing.

    Raises
    ------
    ExperimentError
        If its function ``about`` fails, or returns no text.
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
