"""A response to players of River of Blood who bet by their strength, for bots that adapt.

As :mod:`blood.river_price`, but in four of five hands the opponent bets and calls by the strength
of its hand, and never bluffs. A bot that is packed with it, beside a run of ``blood.river_price``,
plays it against opponents who seem to be like that.
"""

from dataclasses import replace

from blood.river_price import TrainingAbstraction, actions
from blood.river_price import experiment as equilibrium
from zerosum.algorithms.restricted import RestrictedSampling
from zerosum.pkr.bots.models import by_strength

__all__ = ["TrainingAbstraction", "actions", "experiment"]

experiment = replace(
    equilibrium,
    algorithm=RestrictedSampling,
    options={"share": 0.8},
    given={"model": by_strength(actions)},
)
