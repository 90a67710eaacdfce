"""Situations of hold'em: two cards of one's own and a board, up to the names of suits.

shapes       blocks of hands that share a rule of numbering, for each shape of a board
boards       one board of each kind, and how any board is turned into it
numbering    the number of a situation, and the situation of a number
situations   the record of a street, and its parts in parallel
"""

from zerosum.pkr.situations.situations import Situations, situations

__all__ = ["Situations", "situations"]
