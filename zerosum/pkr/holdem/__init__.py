"""Hold'em for two to ten seats, limit and no-limit, on decks of any size."""

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
