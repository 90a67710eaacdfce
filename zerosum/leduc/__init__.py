"""Leduc hold'em: six cards, two rounds of betting, one card on the board."""

from zerosum.leduc.game import InfoSet, Leduc, Move

__all__ = ["InfoSet", "Leduc", "Move"]
