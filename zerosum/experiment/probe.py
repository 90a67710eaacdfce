"""Check a game before training, so that a mistake costs seconds and no run folder."""

from inspect import isfunction
from typing import Any

from zerosum.abstraction import split
from zerosum.blame import sentence
from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.game import check_methods, hook_of


def start_of(experiment: Experiment) -> Any:
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


def walk_of(experiment: Experiment) -> Any:
    """Return the walk through a translation, a class or a start; None if there is none.

    If the experiment declares none, the hook ``walk`` of its game may make one of the game to train
    on, as that of no-limit hold'em does.

    Raises
    ------
    ExperimentError
        If the function that makes it does not take the parameters of the game.
    """
    where = f"Abstraction of {experiment.name or 'the experiment'}"
    declared = _made(experiment.play, experiment, where)
    if declared is not None:
        return declared
    game = start_of(experiment)
    walk = hook_of(split(game)[0], "walk")
    return None if walk is None else walk(game)


def _made(thing: Any, experiment: Experiment, where: str) -> Any:
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
