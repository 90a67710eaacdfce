"""River of Blood by buckets of hand strength, declared as in the project's first example.

A small blind's first decision and its answer to a re-raise share one infoset here, and therefore
one strategy; :mod:`blood.river_recall` keeps them separate.
"""

from dataclasses import dataclass

from blood.basic import basic, equities, linearpot, player, run, street
from zerosum.abstraction import abstract
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import Translation, capped_bets
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.shows.opening import opening

actions = capped_bets(basic, 8)
cards = equities((8,) + (40,) * 7, dimension=50, maxiter=30)
states = run * street * player * linearpot(20) * cards * actions


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
