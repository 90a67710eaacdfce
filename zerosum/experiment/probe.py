"""Check a game before training, so that a mistake costs seconds and no run folder."""

from typing import Any

from zerosum.blame import sentence
from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.game import check_methods


def start_of(experiment: Experiment) -> Any:
    """Return the start of the game to train on, after checking it.

    Raises
    ------
    GameError
        If the game lacks a member of the protocol.
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
    return game
