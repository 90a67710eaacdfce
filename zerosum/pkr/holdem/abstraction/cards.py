"""Factors of the cards that a seat sees."""

from zerosum.abstraction import algebraic
from zerosum.cards import popcount, suit
from zerosum.pkr.hands.masks import LOWEST_BITS, squeeze
from zerosum.pkr.hands.values import kind
from zerosum.pkr.holdem.infosets import InfoSet

_RANKS = 13


@algebraic
def hand_cards(infoset: InfoSet) -> int:
    """Return the own cards, as a mask of 52 bits."""
    return infoset.hand.mask


@algebraic
def hand_ranks(infoset: InfoSet) -> int:
    """Return the ranks of the player's hand: 13 times the higher one plus the lower one.

    For a single card, return its rank.
    """
    low = high = 0
    for card in infoset.hand:
        low, high = high, card >> 2
    return high * _RANKS + low if len(infoset.hand) > 1 else high


@algebraic
def board_ranks(infoset: InfoSet) -> int:
    """Return how often each rank is on the board, with three bits per rank."""
    found = 0
    for card in infoset.community:
        found += 1 << 3 * (card >> 2)
    return found


@algebraic
def suited(infoset: InfoSet) -> bool:
    """Return whether the cards of the own hand are of one suit; True for a single card."""
    first = popcount((infoset.hand.mask & -infoset.hand.mask) - 1)
    return infoset.hand.mask & ~(LOWEST_BITS << suit(first)) == 0


@algebraic
def made(infoset: InfoSet) -> int:
    """Return the category of the best hand so far, a :class:`zerosum.pkr.Category` as an int."""
    return kind((infoset.hand | infoset.community).mask)


@algebraic
def cards(infoset: InfoSet) -> tuple[int, int, int, int]:
    """Return all visible cards by street, up to the names of suits.

    The value is a sorted tuple of one 52-bit number for each suit: 13 bits for the ranks of the
    own hand in this suit, and 13 for those of each street. Two sets of cards have the same value
    if and only if a permutation of suits maps one to the other.
    """
    found = sorted([_column(infoset, which) for which in range(4)])
    return found[0], found[1], found[2], found[3]


def _column(infoset: InfoSet, which: int) -> int:
    """Return the ranks that a suit has in the hand, and on the board of each street."""
    found = squeeze(infoset.hand.mask >> which & LOWEST_BITS)
    public, place = infoset.public, 0
    for size in public.board:
        ranks = 0
        for _ in range(size):
            if place < len(public.dealt) and public.dealt[place] & 3 == which:
                ranks |= 1 << (public.dealt[place] >> 2)
            place += 1
        found = found << _RANKS | ranks
    return found
