"""Finding the row of an infoset: open addressing over exact keys.

A row's words are its block in ``work.words``: where its values lie, its shape, then the
player, the actions and the key, as tokens. The identity of a row is the part from ``start`` on
(the key, or the actions and the key); the part before it must agree as well, or the
abstraction is ill-formed. Hashes only find blocks: the whole identity is compared.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.hashing import digest
from zerosum.tables import (
    HEADER,
    MASK,
    MOST_ROWS,
    MOST_SLOTS,
    MOST_VALUES,
    MOST_WORDS,
    ROWS,
    VALUES,
    WORDS,
)


class TableFull(Exception):
    """Raised by kernels where no row is left."""


class IllFormed(Exception):
    """Raised by kernels where one key stands for two players or two menus."""


class TooDeep(Exception):
    """Raised by kernels where a history outgrows the room for it."""


class NoActions(Exception):
    """Raised by kernels where a player to act is offered nothing."""


@kernel
def tag_of(state: int) -> int:
    """Return the part of a hash that the index keeps beside a block; never 0, as free slots are."""
    return (state >> 32) | (1 << 30)


@kernel
def find(work: Any, start: int, end: int, width: int) -> int:
    """Return where the values of the row in ``work.row`` lie; make the row if it is new.

    Parameters
    ----------
    work
        The workspace; ``work.row[:end]`` is the row. Modified in place.
    start
        Where the identity begins.
    end
        Behind the last word.
    width
        How many values a new row gets, all zero.
    """
    state = digest(work.row, start, end)
    mask = work.counts[MASK]
    shape = (start << 32) | end
    slot = state & mask
    tag = tag_of(state)
    while True:
        entry = work.index[slot]
        if entry == 0:
            return append(work, start, end, width, state)
        if entry >> 32 == tag:
            block = entry & 0xFFFFFFFF
            if is_same(work, block, shape, start, end):
                return int(work.words[block])
        slot = (slot + 1) & mask


@kernel
def is_same(work: Any, block: int, shape: int, start: int, end: int) -> bool:
    """Return whether a block holds the identity of the row at hand; check the rest of it."""
    words, row = work.words, work.row
    known = words[block + 1]
    first, last = known >> 32, known & 0xFFFFFFFF
    if last - first != end - start:
        return False
    for place in range(end - start):
        if words[block + HEADER + first + place] != row[start + place]:
            return False
    if known != shape:
        work.witness[0] = block
        raise IllFormed
    for place in range(start):
        if words[block + HEADER + place] != row[place]:
            work.witness[0] = block
            raise IllFormed
    return True


@kernel
def append(work: Any, start: int, end: int, width: int, state: int) -> int:
    """Add the row at hand to the table; return where its values lie."""
    counts, limits = work.counts, work.limits
    row, block, at = counts[ROWS], counts[WORDS], counts[VALUES]
    crowded = 2 * row >= counts[MASK]
    if (
        row >= limits[MOST_ROWS]
        or block + HEADER + end > limits[MOST_WORDS]
        or at + width > limits[MOST_VALUES]
        or (crowded and 2 * counts[MASK] + 1 >= limits[MOST_SLOTS])
    ):
        raise TableFull
    work.words[block] = at
    work.words[block + 1] = (start << 32) | end
    for place in range(end):
        work.words[block + HEADER + place] = work.row[place]
    work.blocks[row] = block
    work.hashes[row] = state
    counts[ROWS] = row + 1
    counts[WORDS] = block + HEADER + end
    counts[VALUES] = at + width
    if crowded:
        rehash(work, 2 * counts[MASK] + 1)
    else:
        enter(work, row)
    return int(at)


@kernel
def enter(work: Any, row: int) -> None:
    """Put a row into the index, at the first free slot from its hash on."""
    state = work.hashes[row]
    mask = work.counts[MASK]
    slot = state & mask
    while work.index[slot] != 0:
        slot = (slot + 1) & mask
    work.index[slot] = (tag_of(state) << 32) | work.blocks[row]


@kernel
def rehash(work: Any, mask: int) -> None:
    """Give the index ``mask + 1`` slots, a power of two, and enter every row again."""
    for slot in range(mask + 1):
        work.index[slot] = 0
    work.counts[MASK] = mask
    for row in range(work.counts[ROWS]):
        enter(work, row)
