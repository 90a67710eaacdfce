"""Abstractions of poker games."""

from zerosum.pkr.abstraction.abstractions import capped_bets
from zerosum.pkr.abstraction.strength import strength

__all__ = ["capped_bets", "strength"]
