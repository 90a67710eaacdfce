"""Kuhn poker: three cards, one bet, solved by hand in 1950; and its game for three."""

from zerosum.kuhn.game import InfoSet, Kuhn, Move
from zerosum.kuhn.three import KuhnThree

__all__ = ["InfoSet", "Kuhn", "KuhnThree", "Move"]
