"""River of Blood with few bets, for players who think."""

from dataclasses import dataclass

from blood.basic import bets, linearpot, player, street, strength
from zerosum.abstraction import abstract, algebraic
from zerosum.actions import offered
from zerosum.pkr import Allin, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import Translation, capped_bets


@algebraic
def highest(infoset):
    return infoset.hand.mask.bit_length()


@algebraic
def paid(infoset):
    return infoset.own, infoset.cost


@algebraic
def pot_or_all(infoset):
    lower, upper = infoset.bounds()
    pot = infoset.total
    return offered(((RaisePot(), lower <= pot < upper), (Allin(), True)))


menu = capped_bets(pot_or_all, 2)
states = street * player * linearpot(8) * bets * strength(8) * menu


@abstract(RiverOfBlood, states, menu)
@dataclass(frozen=True)
class Trained(RiverOfBlood): ...


@abstract(Translation, states, menu)
@dataclass(frozen=True)
class Table(Translation): ...
