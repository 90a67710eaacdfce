"""Blocks of places, for each shape of a canonical board.

The *shape* of a board says which neighbouring suits hold the same ranks, and how many cards each
suit has. Nothing else matters for where the blocks of :mod:`zerosum.pkr.situations.numbering`
start. Suits that hold the same ranks form a *group*; renamings within groups keep the board.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from zerosum.pkr.situations.numbering import ONE_SUIT, SWAPPED, Ints

_COUNTS = 3  # bits below those of the counts of cards, which have three bits each


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
