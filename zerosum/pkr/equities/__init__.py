"""Equities of hands and ranges: exact over all boards, or sampled.

boards       boards up to renamings of suits
showdowns    all hands on a full board, in the order of their values
table        the table of all classes of hands before the flop
spots        ranges, board and dead cards, checked
exact        equities over all boards
sampled      equities over random deals
players      the equity of each player
"""

from zerosum.pkr.equities.players import Equity, equity, exact_equity, sampled_equity
from zerosum.pkr.equities.table import Preflop, preflop

__all__ = ["Equity", "Preflop", "equity", "exact_equity", "preflop", "sampled_equity"]
