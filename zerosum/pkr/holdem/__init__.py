"""Hold'em small enough to be exact: limit and no-limit, on a deck of your size."""

from zerosum.pkr.holdem.infosets import InfoSet, LimitInfoSet, NoLimitInfoSet
from zerosum.pkr.holdem.limit import LimitHoldem
from zerosum.pkr.holdem.nolimit import NoLimitHoldem

__all__ = ["InfoSet", "LimitHoldem", "LimitInfoSet", "NoLimitHoldem", "NoLimitInfoSet"]
