"""A response to players of River of Blood who fold to large bets, for bots that adapt.

As :mod:`blood.river_honest`, but when the opponent must pay 80 chips or more to call, it underrates
the strength of its hand by one half of all hands; in proportion for less.
"""

from dataclasses import replace

from blood.river_honest import TrainingAbstraction, actions
from blood.river_honest import experiment as honest
from zerosum.pkr.bots.models import by_strength

__all__ = ["TrainingAbstraction", "experiment"]

experiment = replace(honest, given={"model": by_strength(actions, fear=0.5)})
