"""What an experiment says of itself: its module's words, its parameters, and its size."""

import inspect
import re
import sys
from typing import Any

import attrs

from zerosum.blame import sentence
from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.load import module_named
from zerosum.experiment.options import Maker, label, record_of, written
from zerosum.experiment.reader import called

_PARAMETERS = re.compile(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-+$|\Z)", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"(?::[a-z:]+:)?`+~?([^`]+)`+")


def module_words(experiment: Experiment) -> str:
    """Return the docstring of an experiment's module, without markup; empty if it has none."""
    module = sys.modules.get(module_named(experiment.name))
    return "" if module is None else _plain(inspect.getdoc(module) or "")


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
    explained = _explained(inspect.getdoc(experiment.training) or "")
    maker, values = Maker.of(experiment.training), written(experiment.game)
    if maker.function is None:
        return []
    kinds = {field.name: field.type for field in attrs.fields(record_of(maker))}
    names = [name for name in inspect.signature(maker.function).parameters if name in values]
    return [
        (label({name: values[name]}), explained.get(name) or called(kinds[name])) for name in names
    ]


def game_words(experiment: Experiment, game: Any) -> str:
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


def _unfit(experiment: Experiment, found: str) -> ExperimentError:
    return ExperimentError(
        f"The function about of {experiment.name or 'the experiment'} must take the start of a "
        f"game and return a text; got {found}.",
        experiment.about,
    )


def _explained(text: str) -> dict[str, str]:
    """Return what a docstring in NumPy's style says of each parameter."""
    found, names = dict[str, str](), list[str]()
    section = _PARAMETERS.search(text)
    for line in section[1].splitlines() if section else ():
        if line[:1].strip():
            names = [name.strip() for name in line.partition(":")[0].split(",")]
        else:
            found |= {name: f"{found.get(name, '')} {line.strip()}".strip() for name in names}
    return {name: _plain(words) for name, words in found.items()}


def _plain(text: str) -> str:
    """Return a docstring without its markup.

    >>> _plain("Play ``Bluff`` of :mod:`zerosum.bluff`.")
    'Play Bluff of zerosum.bluff.'
    """
    return _MARKUP.sub(r"\1", text)
