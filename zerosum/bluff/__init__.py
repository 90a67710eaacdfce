"""Bluff, or liar's dice: a hidden die each, and bids that only grow until one is called."""

from zerosum.bluff.game import CALL, Bluff, InfoSet

__all__ = ["CALL", "Bluff", "InfoSet"]
