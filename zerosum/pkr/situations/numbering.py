"""The number of a situation, and the situation of a number, in closed form.

A board is *canonical* if the ranks that its suits hold, written as numbers, fall from clubs to
spades. Every board is turned into its canonical one by a renaming of suits, found in a table. The
situations of a canonical board then follow each other, and the place of a hand among them is
arithmetic on its *free ranks*, the number of cards of its suit below it that are not on the board:

- two cards of one suit, free ranks x > y:                          x (x - 1) / 2 + y
- two suits that hold the same ranks of the board, so that they
  can be swapped, x >= y:                                           x (x + 1) / 2 + y
- two suits of which the later one has f free ranks:                x f + y

Suits that hold the same ranks share their blocks of places; :mod:`zerosum.pkr.situations.boards`
says where each block starts. Cards count from the lowest of the deck.
"""

from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import popcount
from zerosum.pkr.hands.isomorphism import RENAMINGS
from zerosum.pkr.hands.masks import LOWEST_BITS

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint32]

ONE_SUIT = -1
SWAPPED = 0
"""Instead of the free ranks of the later suit: both cards of one suit, or of suits that swap."""
SHAPES = 6
"""Bits of the number of a shape; 27 occur on unordered boards of 52 cards."""
TURNS = 5
"""Bits of the number of a renaming of suits, of which there are 24."""

_BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)


def _number_renamings() -> tuple[Ints, Ints, Ints]:
    """Return the renamings' numbers: by three new suits, of one after another, and of swaps."""
    numbers, composed = np.full((4, 4, 4), -1), np.zeros((24, 24), np.int64)
    swaps = np.zeros((4, 4), np.int64)
    for number, row in enumerate(RENAMINGS):
        numbers[row[0], row[1], row[2]] = number
    for number, row in enumerate(RENAMINGS):
        for second, later in enumerate(RENAMINGS):
            both = later[row]
            composed[number, second] = numbers[both[0], both[1], both[2]]
    for suit in range(4):
        for other in range(suit):
            row = np.arange(4)
            row[[suit, other]] = other, suit
            swaps[suit, other] = swaps[other, suit] = numbers[row[0], row[1], row[2]]
    return numbers, composed, swaps


NUMBERS, COMPOSED, SWAPS = _number_renamings()


def number_of(cards: int) -> int:
    """Return the number of a set of at most seven cards among the sets of its size.

    >>> number_of(0b111), number_of(0b1011), number_of(0b1101), number_of(0b1110)
    (0, 1, 2, 3)
    """
    number, size = 0, 0
    while cards != 0:
        size += 1
        number += int(_BINOMIALS[popcount((cards & -cards) - 1), size])
        cards &= cards - 1
    return number


def free_rank(card: int, board: int) -> int:
    """Return how many cards of a card's suit are below it and not on the board."""
    below = board & LOWEST_BITS << (card & 3) & ((1 << card) - 1)
    return (card >> 2) - popcount(below)


def place_of(low: int, high: int, board: int, renaming: int, shape: int, blocks: Ints) -> int:
    """Return the place of a hand among the situations of its board.

    Parameters
    ----------
    low, high
        Two different cards that are not on the board.
    board
        The cards of the board, as a mask.
    renaming
        The number of the renaming that makes the board canonical.
    shape, blocks
        The shape of the canonical board, and :func:`zerosum.pkr.situations.boards.blocks_of` all.
    """
    x, y = free_rank(low, board), free_rank(high, board)
    first, second = int(RENAMINGS[renaming, low & 3]), int(RENAMINGS[renaming, high & 3])
    if first > second:
        first, second, x, y = second, first, y, x
    start, width = int(blocks[shape, first, second, 0]), int(blocks[shape, first, second, 1])
    if width > SWAPPED:
        return start + x * width + y
    most, least = max(x, y), min(x, y)
    if width == SWAPPED:
        return start + most * (most + 1) // 2 + least
    return start + most * (most - 1) // 2 + least


def nth_free(suit: int, rank: int, board: int) -> int:
    """Return the card of a suit with a free rank; the inverse of :func:`free_rank`."""
    card = suit
    while True:
        if board >> card & 1 == 0:
            if rank == 0:
                return card
            rank -= 1
        card += 4


def hand_at(place: int, board: int, shape: int, sizes: Ints, blocks: Ints) -> tuple[int, int]:
    """Return the two cards at a place of a canonical board; the inverse of :func:`place_of`.

    Parameters
    ----------
    sizes
        The places of each block, 0 for one that shares those of an earlier block; shape
        (shapes, 4, 4).
    """
    first, second, left = 0, 0, place
    for pair in range(16):
        before = place - int(blocks[shape, pair >> 2, pair & 3, 0])
        if 0 <= before < sizes[shape, pair >> 2, pair & 3]:
            first, second, left = pair >> 2, pair & 3, before
    width = int(blocks[shape, first, second, 1])
    if width > SWAPPED:
        x, y = left // width, left % width
    else:
        both = 1 if width == SWAPPED else 0
        x = int((np.sqrt(8.0 * left + 1.0) + 1 - 2 * both) / 2)
        y = left - x * (x - 1 + 2 * both) // 2
    return nth_free(first, x, board), nth_free(second, y, board)


def base_of(board: int, words: Words, heads: Ints) -> tuple[int, int, int]:
    """Return the first situation of a board dealt in one set, its shape, and its renaming.

    This is the board's part of :func:`situation_of`, which all hands on it share.
    """
    word = int(words[number_of(board)])
    head = int(heads[word >> TURNS])
    return head >> SHAPES, head & (1 << SHAPES) - 1, word & (1 << TURNS) - 1


def situation_of(low: int, high: int, board: int, words: Words, heads: Ints, blocks: Ints) -> int:
    """Return the number of a situation whose board was dealt in one set.

    Parameters
    ----------
    low, high
        The cards of the hand.
    board
        The cards of the board, as a mask.
    words, heads, blocks
        See :class:`zerosum.pkr.situations.boards.Boards`.
    """
    start, shape, renaming = base_of(board, words, heads)
    return start + place_of(low, high, board, renaming, shape, blocks)


def board_of(number: int, heads: Ints) -> int:
    """Return the canonical board of a situation: the last that starts at it or before."""
    least, most = 0, heads.size - 1
    while most - least > 1:
        middle = (least + most) >> 1
        if heads[middle] >> SHAPES <= number:
            least = middle
        else:
            most = middle
    return least
