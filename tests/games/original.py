"""The factors of River of Blood as in the framework's first README: casts, sums, lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from blood.basic import run
from zerosum.abstraction import abstract, algebraic
from zerosum.game import InfoSet as PInfoSet
from zerosum.pkr.abstraction.abstractions import capped_bets
from zerosum.pkr.game import Allin, InfoSet, RaiseHalfPot, RaisePot, RiverOfBlood


@algebraic
def street(infoset: PInfoSet[Any]) -> int:
    return len(cast(InfoSet, infoset).community)


def linearcost(acc: int):
    @algebraic
    def linearcost(infoset: PInfoSet[Any]):
        infoset = cast(InfoSet, infoset)
        cost = abs(infoset.pips[0] - infoset.pips[1])
        pot = infoset.pot + sum(infoset.pips)
        return round(cost / pot * acc)

    return linearcost


@algebraic
def player(infoset: PInfoSet[Any]):
    return cast(InfoSet, infoset).player


def linearpot(acc: int):
    @algebraic
    def linearpot(infoset: PInfoSet[Any]):
        infoset = cast(InfoSet, infoset)
        pot = infoset.pot + sum(infoset.pips)
        return round(pot / 800 * acc)

    return linearpot


@algebraic
def basic(infoset: PInfoSet[Any]):
    infoset = cast(InfoSet, infoset)
    lb, ub = infoset._bounds()

    pot = infoset.pot + sum(infoset.pips)
    stack = infoset.stacks[infoset.player] - infoset.pips[infoset.player]

    bets = []
    if lb <= pot // 2 <= ub:
        bets.append(RaiseHalfPot())
    if lb <= pot <= ub:
        bets.append(RaisePot())
    if lb <= stack <= ub:
        bets.append(Allin())

    return tuple(bets)


actions = capped_bets(basic, 8)
states = run * street * player * linearpot(20) * linearcost(5) * actions


@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood): ...
