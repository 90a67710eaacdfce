"""River of Blood by buckets of hand strength, declared as the project's first example was.

A small blind's first decision and its answer to a re-raise share one infoset here, and so one
strategy: :mod:`blood.river_recall` mends that.
"""

from __future__ import annotations

from dataclasses import dataclass

from blood.basic import basic, equities, linearpot, player, run, street
from zerosum.abstraction import abstract
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import Translation, capped_bets
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.show import opening

actions = capped_bets(basic, 8)
cards = equities((8,) + (40,) * 7, dimension=50, maxiter=30)
states = run * street * player * linearpot(20) * cards * actions


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
