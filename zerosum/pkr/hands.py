"""The best five of any number of cards, as an integer that orders hands.

The mask of a set of cards keeps the four suits of a rank side by side, in one nibble. So one
shift by a nibble moves every suit a rank further, which finds all straights and straight
flushes at once, and a nibble's bits say how often the rank occurs. A *rank mask* below has at
most the lowest bit of each nibble set.
"""

from __future__ import annotations

from enum import IntEnum

from zerosum.cards import popcount

LOWEST_BITS = 0x1111111111111


class Category(IntEnum):
    """Kinds of hands, the weakest first.

    >>> Category(3).name
    'TRIPS'
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8


def evaluate(mask: int) -> int:
    """Return the value of the best five cards; higher is better, equal hands tie.

    Parameters
    ----------
    mask
        Any number of cards, bit ``4 * rank + suit``. With fewer than five the same order
        holds, kickers missing.

    Returns
    -------
    int
        ``category << 26 | ranks that make it << 13 | kickers``, ranks as 13-bit masks.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> wheel = evaluate(parse("Ah2c3d4s5hKdKc").mask)
    >>> category(wheel).name, wheel > evaluate(parse("AhAcAdKs9h5d4c").mask)
    ('STRAIGHT', True)
    """
    a = mask & LOWEST_BITS
    b = (mask >> 1) & LOWEST_BITS
    c = (mask >> 2) & LOWEST_BITS
    d = (mask >> 3) & LOWEST_BITS
    ranks = a | b | c | d
    suited = straights(mask)
    if suited != 0:
        collapsed = (suited | suited >> 1 | suited >> 2 | suited >> 3) & LOWEST_BITS
        return hand_value(8, highest(collapsed), 0)
    fours = a & b & c & d
    if fours != 0:
        four = highest(fours)
        return hand_value(7, four, highest(ranks & ~four))
    threes = (a & b & (c | d)) | (c & d & (a | b))
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    three = highest(threes)
    others = pairs & ~three
    if three != 0 and others != 0:
        return hand_value(6, three, highest(others))
    flush = max(five_of(a), five_of(b), five_of(c), five_of(d))
    if flush != 0:
        return hand_value(5, flush, 0)
    run = straights(ranks)
    if run != 0:
        return hand_value(4, highest(run), 0)
    if three != 0:
        return hand_value(3, three, top(ranks & ~three, 2))
    if pairs != 0:
        two = top(pairs, 2)
        if two & (two - 1) != 0:
            return hand_value(2, two, highest(ranks & ~two))
        return hand_value(1, two, top(ranks & ~two, 3))
    return hand_value(0, top(ranks, 5), 0)


def category(value: int) -> Category:
    """Return the category of a value that ``evaluate`` returned."""
    return Category(value >> 26)


def straights(mask: int) -> int:
    """Return the cards that start five in a row, each moved up a rank: nibble 0 is an ace.

    Rows go along each bit of the nibbles on its own, so that a mask of cards gives straight
    flushes and a rank mask gives straights.
    """
    wheel = mask << 4 | mask >> 48
    two = wheel & wheel >> 4
    return two & two >> 8 & wheel >> 16


def highest(ranks: int) -> int:
    """Return the highest rank of a rank mask, as a rank mask; 0 where there is none."""
    below = ranks | ranks >> 4
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    return below & ~(below >> 4)


def top(ranks: int, n: int) -> int:
    """Return the highest ``n`` ranks of a rank mask, or all if there are fewer."""
    excess = popcount(ranks) - n
    while excess > 0:
        ranks &= ranks - 1
        excess -= 1
    return ranks


def five_of(suited: int) -> int:
    """Return the highest five ranks of a suit; 0 where there are fewer."""
    return top(suited, 5) if popcount(suited) >= 5 else 0


def squeeze(ranks: int) -> int:
    """Return a rank mask as 13 bits, one a rank: the low bits of the nibbles, gathered."""
    ranks = (ranks | ranks >> 3) & 0x03030303030303
    ranks = (ranks | ranks >> 6) & 0x000F000F000F000F
    ranks = (ranks | ranks >> 12) & 0x000000FF000000FF
    return (ranks | ranks >> 24) & 0x1FFF


def hand_value(kind: int, made: int, kickers: int) -> int:
    """Pack a category and two rank masks into a value that orders hands."""
    return kind << 26 | squeeze(made) << 13 | squeeze(kickers)
