"""River of Blood by buckets of hand strength, no player meeting an infoset twice in one hand.

The same as :mod:`blood.river`, with the bets of the street in the key. This is what we recommend.
"""

from __future__ import annotations

from dataclasses import dataclass

from blood.basic import basic, bets, equities, linearpot, player, run, street
from zerosum.abstraction import abstract
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import Translation, capped_bets
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.show import opening

actions = capped_bets(basic, 8)
cards = equities((8,) + (40,) * 7, dimension=50, maxiter=30)
states = run * street * player * linearpot(20) * bets * cards * actions


@abstract(Translation, states, actions)
@dataclass(frozen=True)
class Abstraction(Translation):
    """A hand at a real table, as it looks through ``states`` and ``actions``."""


@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood):
    """River of Blood as it looks through ``states`` and ``actions``."""


experiment = Experiment(
    TrainingAbstraction, play=Abstraction, iterations=1_000_000, seed=7, show=opening
)
