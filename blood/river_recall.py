"""River of Blood by buckets of hand strength, where no player meets an infoset twice in a hand.

The same as :mod:`blood.river`, with the bets of the street in the key.
"""

from dataclasses import dataclass

from blood.basic import bets, linearpot, player, run, street
from blood.river import actions, cards
from zerosum.abstraction import abstract
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.shows.opening import opening

states = run * street * player * linearpot(20) * bets * cards * actions


@abstract(Translation, states, actions)
@dataclass(frozen=True)
class Abstraction(Translation):
    """A hand at a real table, seen through ``states`` and ``actions``."""


@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood):
    """River of Blood, seen through ``states`` and ``actions``."""


experiment = Experiment(
    TrainingAbstraction, play=Abstraction, iterations=1_000_000, seed=7, show=opening
)
