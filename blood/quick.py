"""River of Blood in two minutes: few bets, and cards by hand strength.

It has about 70,000 infosets. The number of bets on the street is in the key, so no player visits an
infoset twice in one hand.

``Abstraction`` plays the strategy against agents that bet any amount.
"""

from dataclasses import dataclass

from blood.basic import basic, bets, linearpot, player, run, street, strength
from zerosum.abstraction import abstract
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import Translation, capped_bets
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.shows.opening import opening

actions = capped_bets(basic, 3)
cards = strength(20)
states = run * street * player * linearpot(20) * bets * cards * actions


@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood):
    """River of Blood, seen through ``states`` and ``actions``."""


@abstract(Translation, states, actions)
@dataclass(frozen=True)
class Abstraction(Translation):
    """A real hand, followed together with the abstract hand that it is translated to."""


experiment = Experiment(
    TrainingAbstraction, play=Abstraction, iterations=150_000, seed=7, show=opening
)
