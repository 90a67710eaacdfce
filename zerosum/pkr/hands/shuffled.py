"""Random cards from words that the cards themselves give, the same in every process."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

_MASK = (1 << 62) - 1
_LOW = (1 << 31) - 1
# SplitMix64's numbers, on words of 62 bits: ints that neither wrap natively nor grow in Python.
_GAMMA = 0x1E3779B97F4A7C15
_MIX1 = 0x3F58476D1CE4E5B9
_MIX2 = 0x14D049BB133111EB
_CARDS = (1 << 52) - 1


def scrambled(word: int) -> int:
    """Return a word of 62 bits, each of which depends on all bits of the given one.

    >>> 0 <= scrambled(1) != scrambled(2) < 2**62
    True
    """
    word = ((word ^ (word >> 30)) * _MIX1) & _MASK
    word = ((word ^ (word >> 27)) * _MIX2) & _MASK
    return word ^ (word >> 31)


def card_hash(hand: int, board: int) -> int:
    """Return a hash of a hand and a board, 0 to 2**62 - 1."""
    return scrambled((scrambled((hand + _GAMMA) & _MASK) ^ board) + _GAMMA & _MASK)


def random_card(dead: int, state: int) -> tuple[int, int]:
    """Return a random card that is not dead, and the next random state."""
    while True:
        state = (state + _GAMMA) & _MASK
        card = ((scrambled(state) >> 31) * 52 & _MASK) >> 31
        if (dead >> card) & 1 == 0:
            return card, state


def deal_hand(left: int, state: int, deck: Ints) -> tuple[int, int]:
    """Return two of the first ``left`` cards of a deck, and the next random state.

    Modified in place: ``deck``, whose cards they go behind.
    """
    state = (state + _GAMMA) & _MASK
    word = scrambled(state)
    place = ((word >> 31) * left & _MASK) >> 31
    first = deck[place]
    left -= 1
    deck[place], deck[left] = deck[left], first
    place = ((word & _LOW) * left & _MASK) >> 31
    second = deck[place]
    left -= 1
    deck[place], deck[left] = deck[left], second
    return first | second, state


def list_cards(dead: int, deck: Ints) -> int:
    """Write the masks of all cards that are not dead; return how many there are."""
    count = 0
    rest = ~dead & _CARDS
    while rest != 0:
        deck[count] = rest & -rest
        rest &= rest - 1
        count += 1
    return count
