"""Setback (Auction Pitch): an auction, six tricks, and two teams of two seats.

=================  ====================================================================
``rules``          sets of cards: strength, who wins a trick, points
``actions``        bids, cards and abstract actions as numbers
``infoset``        what the seat to act knows, and which card an abstract action plays
``game``           one deal
``match``          deals to 11
``abstraction``    the factors of the original's keys, and its abstract actions
``words`` ``keys`` actions, and the original's keys, as text
=================  ====================================================================
"""

from zerosum.setback.actions import BID_FOUR, BID_THREE, BID_TWO, PASS
from zerosum.setback.game import Setback
from zerosum.setback.infoset import InfoSet
from zerosum.setback.match import Match
from zerosum.setback.words import spell

__all__ = ["BID_FOUR", "BID_THREE", "BID_TWO", "PASS", "InfoSet", "Match", "Setback", "spell"]
