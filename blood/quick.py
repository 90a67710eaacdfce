"""River of Blood in two minutes: few bets, cheap cards, nothing forgotten on a street."""

from __future__ import annotations

from dataclasses import dataclass

from blood.basic import basic, bets, linearpot, player, run, street, strength
from zerosum.abstraction import abstract
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.game import RiverOfBlood

actions = capped_bets(basic, 3)
cards = strength(20)
states = run * street * player * linearpot(20) * bets * cards * actions


@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood):
    """River of Blood as it looks through ``states`` and ``actions``."""
