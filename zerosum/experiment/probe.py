"""Check a game before training, so that a mistake costs seconds and no run folder."""

from typing import Any

from zerosum.errors import ExperimentError, GameError, ZeroSumError
from zerosum.experiment.blame import sentence
from zerosum.experiment.declare import Experiment
from zerosum.game import check_methods
from zerosum.native.primitives import draw
from zerosum.rng import Random

_PLAYOUTS = 4
_LENGTH = 1_000


def start_of(experiment: Experiment) -> Any:
    """Return the start of the game to train on, after checking it.

    Raises
    ------
    GameError
        If the game lacks a method of the protocol, or a few random playouts fail.
    ExperimentError
        If the class of the game takes arguments.
    """
    game = experiment.training
    where = f"TrainingAbstraction of {experiment.name or 'the experiment'}"
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
    _play(game, where)
    return game


def _play(game: Any, where: str) -> None:
    rng = Random(1)
    try:
        for _ in range(_PLAYOUTS):
            _playout(game, rng)
    except ZeroSumError:
        raise
    except Exception as error:
        message = f"{where} must play a random game without an error; got {sentence(error)}."
        raise GameError(message, game) from error


def _playout(game: Any, rng: Random) -> None:
    for _ in range(_LENGTH):
        if game.terminal:
            float(game.payoff(0))
            return
        game = game.apply(draw(game, rng) if game.chance else _choose(game, rng))


def _choose(game: Any, rng: Random) -> Any:
    infoset = game.infoset(game.active)
    actions = infoset.actions()
    if len(actions) == 0:
        message = f"The actions of {infoset!r} must be one or more; got none."
        raise GameError(message, infoset)
    again = game.infoset(game.active)
    if infoset != again or hash(infoset) != hash(again):
        raise GameError(
            f"The infoset of one history must equal itself; {infoset!r} does not: make its "
            "class a frozen dataclass.",
            infoset,
        )
    return actions[rng.integer(len(actions))]
