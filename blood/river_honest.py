"""A response to players of River of Blood who bet what they hold, for bots that adapt.

As :mod:`blood.river_price`, against an opponent who in four of five hands bets and calls by the
strength of its hand, and bluffs with none. ``blood.bot`` plays it, beside a run of
``blood.river_price``, against those who turn out to be like that.
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
