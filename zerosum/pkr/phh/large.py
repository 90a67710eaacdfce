"""Hold'em with more chips than native code counts, to replay hands in."""

from dataclasses import dataclass
from typing import ClassVar

from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem

_MOST = 10**60


@dataclass(frozen=True)
class LargeNoLimitHoldem(NoLimitHoldem):
    """No-limit hold'em with any number of chips, which cannot be compiled."""

    most_chips: ClassVar[int] = _MOST


@dataclass(frozen=True)
class LargeLimitHoldem(LimitHoldem):
    """Limit hold'em with any number of chips, which cannot be compiled."""

    most_chips: ClassVar[int] = _MOST
