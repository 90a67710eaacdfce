"""One board of each kind, and how any board is turned into it.

A board is dealt in sets: all five cards at once if their order is forgotten, three, one and one if
it is kept. The first set is found by its number in a table of all sets of its size. After it, each
card leads from one canonical board to another: suits that hold the same ranks swap so that the
card is of the first of them.

The *shape* of a board says which neighbouring suits hold the same ranks, and how many cards each
suit has. Nothing else matters for where the blocks of :mod:`zerosum.pkr.situations.numbering`
start. Suits that hold the same ranks form a *group*; renamings within groups keep the board.
"""

from __future__ import annotations

from math import comb, factorial
from typing import NamedTuple

import numpy as np

from zerosum.cards import popcount
from zerosum.pkr.hands.isomorphism import RENAMINGS, renamed
from zerosum.pkr.hands.masks import LOWEST_BITS
from zerosum.pkr.situations.numbering import (
    NUMBERS,
    ONE_SUIT,
    SHAPES,
    SWAPPED,
    SWAPS,
    TURNS,
    Ints,
    Words,
    number_of,
)
from zerosum.workshop import workshop

_SUITS = 4
_EQUAL = 3  # bits that say which neighbouring suits hold the same ranks
_COUNTS = 3  # bits below those of the counts of cards, which have three bits each


class Boards(NamedTuple):
    """The canonical boards of a street.

    Parameters
    ----------
    words
        For each set of cards of the first size, by its number: its canonical one, and the
        renaming that leads there, ``board << TURNS | renaming``.
    nexts
        The same for each canonical board of earlier sets and each card; empty if there is one
        set. A shape of (boards, cards).
    heads
        For each canonical board of the street: its first situation and its shape,
        ``situation << SHAPES | shape``; then the number of situations.
    masks
        The cards of each of them.
    first
        Its number among the canonical boards of all sets.
    blocks
        The blocks of places of each shape.
    """

    words: Words
    nexts: Words
    heads: Ints
    masks: Ints
    first: int
    blocks: Blocks


def boards_of(ranks: int, suits: int, sizes: tuple[int, ...]) -> Boards:
    """Return the canonical boards of a deck.

    Parameters
    ----------
    ranks, suits
        Of the deck.
    sizes
        The cards of each set; one card for each set after the first.

    Notes
    -----
    Some 80 ns a board of five cards that is not canonical.
    """
    compiled = workshop().compile
    every = comb(_SUITS * ranks, sizes[0])
    words, masks = np.zeros(every, np.uint32), np.zeros(every, np.int64)
    keys = np.zeros(every, np.int64)
    count = compiled(write_first)(_SUITS * ranks, suits, sizes[0], words, masks, keys)
    masks, keys = masks[:count], keys[:count]
    first, tables = 0, [np.zeros((0, _SUITS * ranks), np.uint32)]
    for _ in sizes[1:]:
        room = len(masks) * suits * ranks
        table = np.zeros((len(masks), _SUITS * ranks), np.uint32)
        later, alike = np.zeros(room, np.int64), np.zeros(room, np.int64)
        first += len(masks)
        write = compiled(write_next)
        count = write(masks, keys, ranks, suits, first, table, later, alike)
        masks, keys = later[:count], alike[:count]
        tables.append(table)
    kinds, shapes = np.unique(keys, return_inverse=True)
    blocks = blocks_of(kinds, ranks, suits)
    starts = np.concatenate([[0], np.cumsum(blocks.places[shapes])])
    heads = starts << SHAPES | np.append(shapes, 0)
    return Boards(words, np.concatenate(tables), heads, masks, first, blocks)


def shape_of(mask: int, equal: int) -> int:
    """Return the key of a shape, see :func:`zerosum.pkr.situations.boards.blocks_of`."""
    key = equal
    for suit in range(_SUITS):
        key |= popcount(mask >> suit & LOWEST_BITS) << _EQUAL + 3 * suit
    return key


def equals_of(mask: int, suits: int) -> int:
    """Return which suits hold the same ranks as the next one, one bit each."""
    equal = 0
    for suit in range(suits - 1):
        if mask >> suit & LOWEST_BITS == mask >> suit + 1 & LOWEST_BITS:
            equal |= 1 << suit
    return equal


def renaming_of(mask: int, suits: int) -> int:
    """Return the number of the renaming of suits that makes a set of cards canonical."""
    new = np.zeros(_SUITS, np.int64)
    for suit in range(_SUITS):
        new[suit] = suit
        if suit < suits:
            own, place = mask >> suit & LOWEST_BITS, 0
            for other in range(suits):
                ranks = mask >> other & LOWEST_BITS
                if ranks > own or (ranks == own and other < suit):
                    place += 1
            new[suit] = place
    return int(NUMBERS[new[0], new[1], new[2]])


def write_first(cards: int, suits: int, size: int, words: Words, masks: Ints, keys: Ints) -> int:
    """Write the canonical sets of a size; return how many there are.

    Parameters
    ----------
    cards
        Four times the ranks of the deck.
    words
        See :class:`Boards`. Modified in place.
    masks, keys
        The cards and the shape of each canonical set. Modified in place.
    """
    count = 0
    mask, place = (1 << size) - 1, 0
    while mask < 1 << cards:
        if is_canonical(mask, suits):
            words[place] = count << TURNS
            masks[count], keys[count] = mask, shape_of(mask, equals_of(mask, suits))
            count += 1
        place += 1
        mask = next_set(mask)
    mask, place = (1 << size) - 1, 0
    while mask < 1 << cards:
        if not is_canonical(mask, suits) and all_of_suits(mask, suits):
            number = renaming_of(mask, suits)
            clubs, diamonds = int(RENAMINGS[number, 0]), int(RENAMINGS[number, 1])
            hearts, spades = int(RENAMINGS[number, 2]), int(RENAMINGS[number, 3])
            canonical = renamed(mask, clubs, diamonds, hearts, spades)
            words[place] = words[number_of(canonical)] | number
        place += 1
        mask = next_set(mask)
    return count


def next_set(mask: int) -> int:
    """Return the set of as many cards with the next number; see :func:`number_of`.

    >>> bin(next_set(0b1011))
    '0b1101'
    """
    if mask == 0:
        return 1 << 53
    low = mask & -mask
    carried = mask + low
    return carried | (mask ^ carried) // low >> 2


def all_of_suits(mask: int, suits: int) -> bool:
    """Return whether all cards of a set are of the first suits."""
    return mask & LOWEST_BITS * ((1 << _SUITS) - (1 << suits)) == 0


def is_canonical(mask: int, suits: int) -> bool:
    """Return whether the ranks of suits fall, as numbers, in a set of cards of some suits."""
    for suit in range(suits - 1):
        if mask >> suit & LOWEST_BITS < mask >> suit + 1 & LOWEST_BITS:
            return False
    return all_of_suits(mask, suits)


def write_next(
    masks: Ints,
    keys: Ints,
    ranks: int,
    suits: int,
    first: int,
    table: Words,
    later: Ints,
    alike: Ints,
) -> int:
    """Write the canonical boards with one more card; return how many there are.

    Parameters
    ----------
    masks, keys
        The cards and the shape of each canonical board.
    first
        The number of the first of the new boards.
    table
        Where each card leads; see :class:`Boards`. Modified in place.
    later, alike
        The cards and the shape of each new board. Modified in place.
    """
    count = 0
    for board in range(masks.size):
        mask, equal = int(masks[board]), int(keys[board]) & (1 << _EQUAL) - 1
        for card in range(_SUITS * ranks):
            suit = card & 3
            if mask >> card & 1 == 0 and suit < suits:
                lead = suit
                while lead > 0 and equal >> lead - 1 & 1 == 1:
                    lead -= 1
                if lead == suit:
                    # The suit leaves its group: it now holds more than those behind it.
                    rest = equal & ~(1 << suit)
                    later[count] = mask | 1 << card
                    alike[count] = shape_of(mask | 1 << card, rest)
                    table[board, card] = (first + count) << TURNS
                    count += 1
        for card in range(_SUITS * ranks):
            suit = card & 3
            if mask >> card & 1 == 0 and suit < suits:
                lead = suit
                while lead > 0 and equal >> lead - 1 & 1 == 1:
                    lead -= 1
                if lead != suit:
                    table[board, card] = table[board, card - suit + lead] | SWAPS[suit, lead]
    return count


class Blocks(NamedTuple):
    """The blocks of places of all shapes.

    Parameters
    ----------
    blocks
        The start of the block of a pair of suits, and its width: ``ONE_SUIT``, ``SWAPPED`` or the
        free ranks of the later suit; shape (shapes, 4, 4, 2).
    sizes
        The places of each block, 0 for one that shares those of an earlier block; shape
        (shapes, 4, 4).
    holds
        The hands that a place of the block stands for; half as many where two suits that swap
        have the same free rank. Shape (shapes, 4, 4).
    places
        The places of a board, shape (shapes,).
    boards
        The boards that a canonical one stands for, shape (shapes,).
    """

    blocks: Ints
    sizes: Ints
    holds: Ints
    places: Ints
    boards: Ints


def blocks_of(keys: Ints, ranks: int, suits: int) -> Blocks:
    """Return the blocks of the shapes with these keys, for a deck of some ranks and suits.

    Bit ``suit`` of a key is set if a suit holds the same ranks as the next one; three bits for each
    suit follow, the number of its cards: see :func:`zerosum.pkr.situations.boards.shape_of`.

    >>> empty = blocks_of(np.array([7]), 13, 4)
    >>> empty.places.tolist(), empty.boards.tolist()
    ([169], [1])
    """
    found = Blocks(
        np.zeros((len(keys), 4, 4, 2), np.int64),
        np.zeros((len(keys), 4, 4), np.int64),
        np.zeros((len(keys), 4, 4), np.int64),
        np.zeros(len(keys), np.int64),
        np.zeros(len(keys), np.int64),
    )
    for row, key in enumerate(keys.tolist()):
        groups = [0]
        for suit in range(suits - 1):
            groups.append(groups[suit] if key >> suit & 1 else suit + 1)
        free = [ranks - (key >> _COUNTS + 3 * suit & 7) for suit in range(suits)]
        found.places[row] = _fill(found, row, groups, free)
        alike = [factorial(groups.count(group)) for group in set(groups)]
        found.boards[row] = factorial(suits) // int(np.prod(alike))
    return found


def _fill(found: Blocks, row: int, groups: list[int], free: list[int]) -> int:
    """Fill the row of a shape; return its number of places."""
    starts: dict[tuple[int, int, bool], int] = {}
    total = 0
    for first in range(len(groups)):
        for second in range(first, len(groups)):
            here, there, same = groups[first], groups[second], first == second
            alike, other = groups.count(here), groups.count(there)
            if same:
                width, size, holds = ONE_SUIT, free[first] * (free[first] - 1) // 2, alike
            elif here == there:
                width, size = SWAPPED, free[first] * (free[first] + 1) // 2
                holds = alike * (alike - 1)
            else:
                width, size, holds = free[second], free[first] * free[second], alike * other
            kind = here, there, same
            if kind not in starts:
                starts[kind] = total
                found.sizes[row, first, second] = size
                total += size
            found.blocks[row, first, second] = starts[kind], width
            found.holds[row, first, second] = holds
    return total
