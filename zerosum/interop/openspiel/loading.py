"""Load a game of OpenSpiel by its name, and refuse those that cannot be solved here."""

from functools import cache
from importlib import import_module
from typing import Any

from zerosum.errors import ExperimentError, GameError
from zerosum.support.suggest import nearest


def openspiel() -> Any:
    """Return the module ``pyspiel``.

    Raises
    ------
    ExperimentError
        If it is not installed.
    """
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise ExperimentError(
            "The extra openspiel must be installed to play games of OpenSpiel; there is no "
            "pyspiel: pip install 'zerosum[openspiel]'.",
            error,
        ) from error


@cache
def loaded(name: str) -> Any:
    """Return the game with a name, in its turn-based form if moves are simultaneous.

    Raises
    ------
    ExperimentError
        If OpenSpiel has no such game, or refuses its parameters.
    GameError
        If the game is not zero-sum, or players' information is not said in strings.
    """
    pyspiel = openspiel()
    short, known = name.partition("(")[0], pyspiel.registered_names()
    if short.startswith("python_"):
        import_module("open_spiel.python.games")
        known = pyspiel.registered_names()
    if short not in known:
        begun = (each for each in known if short and each.startswith(short))
        near = next(begun, None) or nearest(short, known)
        advice = "pyspiel.registered_names() lists them" if near is None else f"did you mean {near}"
        raise ExperimentError(
            f"OpenSpiel must have the game by name; it has no {short!r}: {advice}"
            f"{'.' if near is None else '?'}",
            name,
        )
    try:
        game = pyspiel.load_game(name)
    except (pyspiel.SpielError, IndexError) as error:  # it looks up a parameter unasked
        problem = str(error).partition("\n")[0].removesuffix(".")
        raise ExperimentError(
            f"The game {name} of OpenSpiel must load; got {problem}.", name
        ) from error
    _refuse_unfit(game.get_type(), name, pyspiel.GameType)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game


def _refuse_unfit(kind: Any, name: str, types: Any) -> None:
    """Refuse a game that these algorithms promise nothing for, or cannot walk."""
    if kind.utility not in {types.Utility.ZERO_SUM, types.Utility.CONSTANT_SUM}:
        alike = kind.utility == types.Utility.IDENTICAL
        what = "gives all players the same" if alike else "is a general-sum game"
        raise GameError(
            f"A game must be zero-sum, or its payoffs sum to a constant; {name} of OpenSpiel "
            f"{what}: solve it with OpenSpiel.",
            kind,
        )
    if kind.dynamics == types.Dynamics.MEAN_FIELD:
        raise GameError(
            f"A game must have players; {name} of OpenSpiel is a mean field game.", kind
        )
    if not kind.provides_information_state_string:
        raise GameError(
            f"A game must say what its players know; {name} of OpenSpiel has no information state "
            f"as a string: choose a game that has.",
            kind,
        )
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise GameError(
            f"Chance must list its outcomes; {name} of OpenSpiel only samples: choose a game that "
            f"lists them.",
            kind,
        )
