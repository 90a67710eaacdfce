"""Situations of hold'em: two cards of one's own and a board, up to the names of suits.

boards       one board of each kind, how any board is turned into it, and the blocks of its hands
numbering    the number of a situation, and the situation of a number
situations   the record of a street, and its parts in parallel
"""

from zerosum.pkr.situations.situations import Situations, situations

__all__ = ["Situations", "situations"]
