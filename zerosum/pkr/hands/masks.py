"""Bit operations on masks of cards, one nibble for each rank.

The mask of a set of cards keeps the four suits of a rank side by side, in one nibble. So a
shift by a nibble moves every suit by one rank, and the bits of a nibble count how often its rank
occurs. A *rank mask* has at most the lowest bit of each nibble set.
"""

from zerosum.cards import popcount

LOWEST_BITS = 0x1111111111111
# Thirteen nibbles and one below, where aces count too. A masked shift needs no check natively.
_FROM_ACE = (1 << 56) - 1


def multiples(mask: int) -> tuple[int, int, int, int]:
    """Return the rank masks of ranks that occur at least once, twice, three and four times."""
    a = mask & LOWEST_BITS
    b = (mask >> 1) & LOWEST_BITS
    c = (mask >> 2) & LOWEST_BITS
    d = (mask >> 3) & LOWEST_BITS
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    threes = (a & b & (c | d)) | (c & d & (a | b))
    return a | b | c | d, pairs, threes, a & b & c & d


def rank_mask(mask: int) -> int:
    """Return the ranks of a mask of cards, as a rank mask."""
    return (mask | mask >> 1 | mask >> 2 | mask >> 3) & LOWEST_BITS


def straights(mask: int) -> int:
    """Return the cards that start five in a row, each moved up a rank: nibble 0 is an ace.

    Rows go along each bit of the nibbles on its own, so that a mask of cards gives straight
    flushes and a rank mask gives straights.
    """
    wheel = (mask << 4 | mask >> 48) & _FROM_ACE
    two = wheel & wheel >> 4
    return two & two >> 8 & wheel >> 16


def near_straights(ranks: int) -> int:
    """Return the starts of five ranks in a row of which at least four are there.

    >>> from zerosum.cards import parse
    >>> popcount(near_straights(rank_mask(parse("5c6d7h8s").mask)))
    2
    """
    a = ranks << 4 | ranks >> 48
    b = a >> 4
    c = a >> 8
    d = a >> 12
    e = a >> 16
    return (a & b & ((c & d) | (c & e) | (d & e))) | (c & d & e & (a | b))


def longest_suit(mask: int) -> int:
    """Return how many cards the longest suit has.

    >>> from zerosum.cards import parse
    >>> longest_suit(parse("5c6d7h8h").mask)
    2
    """
    clubs = popcount(mask & LOWEST_BITS)
    diamonds = popcount((mask >> 1) & LOWEST_BITS)
    hearts = popcount((mask >> 2) & LOWEST_BITS)
    spades = popcount((mask >> 3) & LOWEST_BITS)
    return max(clubs, diamonds, hearts, spades)


def best_flush(mask: int) -> int:
    """Return the ranks of the suit with the best flush, as a rank mask; 0 if there is none."""
    best = 0
    for suit in range(4):
        suited = mask >> suit & LOWEST_BITS
        best = max(best, suited if popcount(suited) >= 5 else 0)
    return best


def up_to(ranks: int) -> int:
    """Return every rank up to the highest of a rank mask, the gaps below it filled."""
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    ranks |= ranks >> 16
    return ranks | ranks >> 32


def highest(ranks: int) -> int:
    """Return the highest rank of a rank mask, as a rank mask; 0 if it is empty."""
    filled = up_to(ranks)
    return filled & ~(filled >> 4)


def top(ranks: int, n: int) -> int:
    """Return the highest ``n`` ranks of a rank mask, or all if there are fewer."""
    lowest = 0
    for step in (32, 16, 8, 4):
        if popcount(ranks >> (lowest + step)) >= n:
            lowest += step
    return ranks & (-1 << lowest)


def squeeze(ranks: int) -> int:
    """Return a rank mask as 13 bits, one a rank: the low bits of the nibbles, gathered."""
    ranks = (ranks | ranks >> 3) & 0x03030303030303
    ranks = (ranks | ranks >> 6) & 0x000F000F000F000F
    ranks = (ranks | ranks >> 12) & 0x000000FF000000FF
    return (ranks | ranks >> 24) & 0x1FFF
