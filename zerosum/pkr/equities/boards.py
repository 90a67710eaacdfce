"""Boards that complete a board, one of each set that differs only by the names of suits."""

from __future__ import annotations

from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.hands.isomorphism import RENAMINGS, renamed
from zerosum.workshop import workshop

Ints: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]


def renamings_of(*masks: int) -> Ints:
    """Return the renamings of suits that map each mask of cards to itself.

    >>> from zerosum.cards import parse
    >>> len(renamings_of(parse("AhKh").mask, parse("AcKd").mask))
    1
    >>> len(renamings_of(parse("AhKh").mask))
    6
    """
    return np.array(
        [row for row in RENAMINGS if all(renamed(mask, *row.tolist()) == mask for mask in masks)]
    )


def completions(cards: int, size: int, renamings: Ints) -> tuple[Ints, Counts]:
    """Return sets of cards up to renamings of suits, and how many sets each one stands for.

    Parameters
    ----------
    cards
        The mask of the cards to choose from; every renaming must map it to itself.
    size
        The number of cards in a set.
    renamings
        A group of renamings of suits, the identity first; shape (renamings, 4).

    Returns
    -------
    tuple
        Masks, of which each is the least of those that it stands for, and counts.

    Notes
    -----
    Some 40 ns a set of cards, those included that another one stands for.

    Examples
    --------
    >>> from zerosum.cards import FULL_DECK
    >>> boards, counts = completions(FULL_DECK.mask, 3, RENAMINGS)
    >>> len(boards), int(counts.sum())
    (1755, 22100)
    """
    every = comb(cards.bit_count(), size)
    boards, counts = np.zeros(every, np.int64), np.zeros(every, np.uint8)
    found = workshop().compile(write_completions)(cards, size, renamings, boards, counts)
    return boards[:found], counts[:found]


def write_completions(cards: int, size: int, renamings: Ints, boards: Ints, counts: Counts) -> int:
    """Write the sets of :func:`completions`; return how many there are.

    Modified in place: ``boards`` and ``counts``.
    """
    if size == 0:
        boards[0], counts[0] = 0, 1
        return 1
    bits, left = np.zeros(52, np.int64), 0
    for card in range(52):
        if cards >> card & 1 == 1:
            bits[left] = 1 << card
            left += 1
    places, found = np.arange(size - 1), 0
    while True:
        first = 0
        for each in range(size - 1):
            first |= int(bits[places[each]])
        for place in range(places[size - 2] + 1 if size > 1 else 0, left):
            mask = first | int(bits[place])
            same = times_least(mask, renamings)
            if same > 0:
                boards[found], counts[found] = mask, renamings.shape[0] // same
                found += 1
        index = size - 2
        while index >= 0 and places[index] == left - size + index:
            index -= 1
        if index < 0:
            return found
        places[index] += 1
        for later in range(index + 1, size - 1):
            places[later] = places[later - 1] + 1


def times_least(mask: int, renamings: Ints) -> int:
    """Return how many renamings map a mask to itself; 0 if one maps it to a lower mask."""
    same = 1
    for row in range(1, renamings.shape[0]):
        clubs, diamonds = int(renamings[row, 0]), int(renamings[row, 1])
        other = renamed(mask, clubs, diamonds, int(renamings[row, 2]), int(renamings[row, 3]))
        if other < mask:
            return 0
        if other == mask:
            same += 1
    return same
