"""Blackjack++: two players and a dealer, each with a card up and a card down, and one pot."""

from zerosum.blackjack.game import Blackjack, InfoSet, Move

__all__ = ["Blackjack", "InfoSet", "Move"]
