"""Finding the row of an infoset: open addressing over exact keys.

A row's words are its block in ``work.words``: where its values lie, its shape, then the
player, the actions and the key, as tokens. The identity of a row is the part from ``start`` on
(the key, or the actions and the key); the part before it must agree as well, or the
abstraction is ill-formed. Hashes only find blocks: the whole identity is compared.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.atomics import load, publish
from zerosum.kernels.gate import halt, lock, park, release, unlock
from zerosum.kernels.hashing import digest
from zerosum.tables import (
    ACTIVE,
    GROWING,
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

# What finding a row may say instead of where its values lie.
ABSENT, ILL_FORMED, FULL = -1, -2, -3


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
    if load(work.gate, GROWING) != 0:
        park(work)
    state = digest(work.row, start, end)
    at = probe(work, start, end, state)
    if at == ABSENT:
        at = add_row(work, start, end, width, state)
    if at >= 0:
        return at
    if at == FULL:
        raise TableFull
    raise IllFormed


@kernel
def probe(work: Any, start: int, end: int, state: int) -> int:
    """Return where the values of the row at hand lie, ``ABSENT`` or ``ILL_FORMED``."""
    mask = work.sizes[MASK]
    shape = (start << 32) | end
    slot = state & mask
    tag = tag_of(state)
    while True:
        entry = load(work.index, slot)
        if entry == 0:
            return ABSENT
        if entry >> 32 == tag:
            block = entry & 0xFFFFFFFF
            if is_same(work, block, shape, start, end):
                if work.words[block + 1] == shape and agrees(work, block, start):
                    return int(work.words[block])
                work.witness[0] = block
                return ILL_FORMED
        slot = (slot + 1) & mask


@kernel
def is_same(work: Any, block: int, shape: int, start: int, end: int) -> bool:
    """Return whether a block holds the identity of the row at hand."""
    words, row = work.words, work.row
    known = words[block + 1]
    first, last = known >> 32, known & 0xFFFFFFFF
    if last - first != end - start:
        return False
    for place in range(end - start):
        if words[block + HEADER + first + place] != row[start + place]:
            return False
    return True


@kernel
def agrees(work: Any, block: int, start: int) -> bool:
    """Return whether a block and the row at hand agree in what comes before the identity."""
    for place in range(start):
        if work.words[block + HEADER + place] != work.row[place]:
            return False
    return True


@kernel
def add_row(work: Any, start: int, end: int, width: int, state: int) -> int:
    """Add the row at hand, unless another thread just did; return as :func:`probe`, or ``FULL``."""
    if work.gate[ACTIVE] == 0:
        return append(work, start, end, width, state)
    lock(work)
    at = probe(work, start, end, state)
    if at == ABSENT:
        at = append(work, start, end, width, state)
    unlock(work)
    return at


@kernel
def append(work: Any, start: int, end: int, width: int, state: int) -> int:
    """Write the row at hand behind the others; return where its values lie, or ``FULL``."""
    sizes, limits = work.sizes, work.limits
    row, block, at = sizes[ROWS], sizes[WORDS], sizes[VALUES]
    crowded = 2 * row >= sizes[MASK]
    if (
        row >= limits[MOST_ROWS]
        or block + HEADER + end > limits[MOST_WORDS]
        or at + width > limits[MOST_VALUES]
        or (crowded and 2 * sizes[MASK] + 1 >= limits[MOST_SLOTS])
    ):
        return FULL
    work.words[block] = at
    work.words[block + 1] = (start << 32) | end
    for place in range(end):
        work.words[block + HEADER + place] = work.row[place]
    work.blocks[row] = block
    work.hashes[row] = state
    sizes[ROWS] = row + 1
    sizes[WORDS] = block + HEADER + end
    sizes[VALUES] = at + width
    if crowded:
        grow(work)
    else:
        enter(work, row)
    return int(at)


@kernel
def grow(work: Any) -> None:
    """Double the index, while no other thread looks at it."""
    several = work.gate[ACTIVE] != 0
    if several:
        halt(work)
    rehash(work, 2 * work.sizes[MASK] + 1)
    if several:
        release(work)


@kernel
def enter(work: Any, row: int) -> None:
    """Put a row into the index, at the first free slot from its hash on.

    That comes last: whoever sees the entry sees a whole row.
    """
    state = work.hashes[row]
    mask = work.sizes[MASK]
    slot = state & mask
    while work.index[slot] != 0:
        slot = (slot + 1) & mask
    publish(work.index, slot, (tag_of(state) << 32) | work.blocks[row])


@kernel
def rehash(work: Any, mask: int) -> None:
    """Give the index ``mask + 1`` slots, a power of two, and enter every row again."""
    for slot in range(mask + 1):
        work.index[slot] = 0
    work.sizes[MASK] = mask
    for row in range(work.sizes[ROWS]):
        enter(work, row)
