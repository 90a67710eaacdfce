"""Hold'em for two to ten seats, limit and no-limit, on decks of any size.

>>> from zerosum.pkr.holdem.betting import Betting
>>> hand = Betting(players=3, stacks=(100,))  # its chips, without cards
>>> hand.active, hand.pips, hand.cost_of(2), hand.bounds_of(2), hand.may_raise(2)
(2, (1, 2, 0), 2, (4, 100), True)
"""

from zerosum.pkr.hands.deck import FULL, SHORT, TWENTY, Deck
from zerosum.pkr.holdem.betting import UNIT
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.holdem.limit import LimitHoldem, LimitInfoSet
from zerosum.pkr.holdem.nolimit import NoLimitHoldem, NoLimitInfoSet
from zerosum.pkr.holdem.rules import OddChips, Rules

__all__ = [
    "FULL",
    "SHORT",
    "TWENTY",
    "UNIT",
    "Deck",
    "InfoSet",
    "LimitHoldem",
    "LimitInfoSet",
    "NoLimitHoldem",
    "NoLimitInfoSet",
    "OddChips",
    "Rules",
]
