"""Bluff, or liar's dice: hidden dice, and ascending bids until one is called."""

from zerosum.bluff.game import Bluff, InfoSet

__all__ = ["Bluff", "InfoSet"]
