"""Suit isomorphism: hands and boards that differ only by a renaming of suits.

*Colour* isomorphism only swaps clubs with spades, and diamonds with hearts: the run of River of
Blood ends with a black card, so anything that looks ahead along the run must keep the colours.
*Full* isomorphism, which permutes all four suits in 24 ways, is that of
:func:`zerosum.pkr.holdem.abstraction.cards` and of :mod:`zerosum.pkr.situations`.

Hands, and hands with a flop, also have an index, so that a table of them is an array.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import popcount
from zerosum.pkr.hands.masks import LOWEST_BITS

HANDS = 52 * 51 // 2
FLOPS = 52 * 51 * 50 // 6
HAND_CLASSES = 507
"""Hands of two cards under colour isomorphism."""
FLOP_SLOTS = HAND_CLASSES * FLOPS
"""The size of an array by :func:`flop_index`; the 6,895,928 classes take 62 % of it."""
RENAMINGS = np.array(list(permutations(range(4))), np.int64)
"""The 24 ways to rename suits, the identity first; shape (24, 4)."""
_ALL = (1 << 52) - 1


def renamed(mask: int, clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """Return a mask of cards with its suits renamed, given the new suit of each.

    >>> from zerosum.cards import Cards, parse
    >>> Cards(renamed(parse("AhKd").mask, 0, 2, 1, 3))
    Cards(AdKh)
    """
    found = ((mask & LOWEST_BITS) << clubs) & _ALL | ((mask >> 1 & LOWEST_BITS) << diamonds) & _ALL
    found |= ((mask >> 2 & LOWEST_BITS) << hearts) & _ALL
    return found | ((mask >> 3 & LOWEST_BITS) << spades) & _ALL


def by_colours(hand: int, board: int) -> tuple[int, int]:
    """Return the representative of a hand and board under colour isomorphism.

    >>> from zerosum.cards import Cards, parse
    >>> hand, board = by_colours(parse("AsKh").mask, parse("2s3h4h").mask)
    >>> print(Cards(hand), Cards(board))
    AsKh 4h3h2s
    >>> by_colours(parse("AcKd").mask, parse("2c3d4d").mask) == (hand, board)
    True
    """
    clubs, spades = hand & LOWEST_BITS, hand >> 3 & LOWEST_BITS
    if clubs > spades or (clubs == spades and board & LOWEST_BITS > board >> 3 & LOWEST_BITS):
        hand, board = swapped_blacks(hand), swapped_blacks(board)
    diamonds, hearts = hand >> 1 & LOWEST_BITS, hand >> 2 & LOWEST_BITS
    lower, upper = board >> 1 & LOWEST_BITS, board >> 2 & LOWEST_BITS
    if diamonds > hearts or (diamonds == hearts and lower > upper):
        hand, board = swapped_reds(hand), swapped_reds(board)
    return hand, board


def swapped_blacks(mask: int) -> int:
    """Return a mask of cards with clubs and spades swapped."""
    return (mask & LOWEST_BITS) << 3 | (mask >> 3 & LOWEST_BITS) | (mask & 6 * LOWEST_BITS)


def swapped_reds(mask: int) -> int:
    """Return a mask of cards with diamonds and hearts swapped."""
    reds = (mask & 2 * LOWEST_BITS) << 1 | (mask >> 1 & 2 * LOWEST_BITS)
    return reds | (mask & 9 * LOWEST_BITS)


def both_cards(hand: int) -> tuple[int, int]:
    """Return the two cards of a hand, the lower one first."""
    rest = hand & (hand - 1)
    return popcount((hand & -hand) - 1), popcount((rest & -rest) - 1)


def hand_number(hand: int) -> int:
    """Return the number of a hand of two cards, 0 to 1325.

    >>> from zerosum.cards import parse
    >>> hand_number(parse("2c2d").mask), hand_number(parse("AhAs").mask)
    (0, 1325)
    """
    low, high = both_cards(hand)
    return high * (high - 1) // 2 + low


def flop_number(flop: int) -> int:
    """Return the number of a flop, 0 to 22099.

    >>> from zerosum.cards import parse
    >>> flop_number(parse("2c2d2h").mask), flop_number(parse("AdAhAs").mask)
    (0, 22099)
    """
    rest = flop & (flop - 1)
    top = rest & (rest - 1)
    high = popcount((top & -top) - 1)
    return high * (high - 1) * (high - 2) // 6 + hand_number(flop ^ top)


def _number_hands() -> NDArray[np.int64]:
    """Return the class of each hand by :func:`hand_number`, classes numbered as they come."""
    pairs = [1 << high | 1 << low for high in range(52) for low in range(high)]
    stands = [by_colours(pair, 0)[0] for pair in pairs]
    numbers = {hand: number for number, hand in enumerate(dict.fromkeys(stands))}
    classes = np.array([numbers[hand] for hand in stands], np.int64)
    classes.setflags(write=False)
    return classes


_CLASS_OF_HAND = _number_hands()


def hand_index(hand: int) -> int:
    """Return the class of two cards under colour isomorphism, 0 to 506.

    >>> from zerosum.cards import parse
    >>> hand_index(parse("AcKc").mask) == hand_index(parse("AsKs").mask)
    True
    >>> hand_index(parse("AcKc").mask) == hand_index(parse("AhKh").mask)
    False
    """
    return int(_CLASS_OF_HAND[hand_number(hand)])


def flop_index(hand: int, flop: int) -> int:
    """Return the index of two cards and a flop, 0 to ``FLOP_SLOTS`` - 1.

    Isomorphic hands and flops share an index. Both masks must be as :func:`by_colours` returns
    them.
    """
    return hand_index(hand) * FLOPS + flop_number(flop)
