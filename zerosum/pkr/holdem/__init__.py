"""Hold'em on small decks, which can be solved exactly: limit and no-limit."""

from zerosum.pkr.holdem.infosets import InfoSet, LimitInfoSet, NoLimitInfoSet
from zerosum.pkr.holdem.limit import LimitHoldem
from zerosum.pkr.holdem.nolimit import NoLimitHoldem

__all__ = ["InfoSet", "LimitHoldem", "LimitInfoSet", "NoLimitHoldem", "NoLimitInfoSet"]
