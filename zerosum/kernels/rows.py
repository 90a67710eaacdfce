"""Finding the row of an infoset: open addressing over exact keys.

A row's words are its block in ``table.words``: where its values lie, its shape, then the
player, the actions and the key, as tokens. The identity of a row is the part from ``start`` on
(the key, or the actions and the key); the part before it must agree as well, or the
abstraction is ill-formed. Hashes only find blocks: the whole identity is compared.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.atomics import load, publish
from zerosum.kernels.gate import halt, lock, park, release, unlock
from zerosum.kernels.hashing import hash_row
from zerosum.tables import HEADER

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
    table = work.table
    if load(table.growing, 0) != 0:
        park(table)
    state = hash_row(work.row, start, end)
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
    table = work.table
    mask = table.mask
    shape = (start << 32) | end
    slot = state & mask
    tag = tag_of(state)
    while True:
        entry = load(table.index, slot)
        if entry == 0:
            return ABSENT
        block = entry & 0xFFFFFFFF
        if entry >> 32 == tag and is_same(table.words, work.row, block, start, end):
            known = table.words[block + 1]
            if known == shape and agrees(table.words, work.row, block, start):
                return int(table.words[block])
            work.witness = block
            return ILL_FORMED
        slot = (slot + 1) & mask


@kernel
def is_same(words: Any, row: Any, block: int, start: int, end: int) -> bool:
    """Return whether a block holds the identity of the row at hand."""
    known = words[block + 1]
    first, last = known >> 32, known & 0xFFFFFFFF
    if last - first != end - start:
        return False
    for place in range(end - start):
        if words[block + HEADER + first + place] != row[start + place]:
            return False
    return True


@kernel
def agrees(words: Any, row: Any, block: int, start: int) -> bool:
    """Return whether a block and the row at hand agree in what comes before the identity."""
    for place in range(start):
        if words[block + HEADER + place] != row[place]:
            return False
    return True


@kernel
def add_row(work: Any, start: int, end: int, width: int, state: int) -> int:
    """Add the row at hand, unless another thread just did; return as :func:`probe`, or ``FULL``."""
    table = work.table
    if table.active[0] == 0:
        return append(table, work.row, start, end, width, state)
    lock(table)
    at = probe(work, start, end, state)
    if at == ABSENT:
        at = append(table, work.row, start, end, width, state)
    unlock(table)
    return at


@kernel
def append(table: Any, words: Any, start: int, end: int, width: int, state: int) -> int:
    """Write the row in ``words`` behind the others; return where its values lie, or ``FULL``."""
    row, block, at = table.rows, table.words_end, table.values_end
    crowded = 2 * row >= table.mask
    if (
        row >= table.most_rows
        or block + HEADER + end > table.most_words
        or at + width > table.most_values
        or (crowded and 2 * table.mask + 1 >= table.most_slots)
    ):
        return FULL
    table.words[block] = at
    table.words[block + 1] = (start << 32) | end
    for place in range(end):
        table.words[block + HEADER + place] = words[place]
    table.blocks[row] = block
    table.hashes[row] = state
    table.rows = row + 1
    table.words_end = block + HEADER + end
    table.values_end = at + width
    if crowded:
        grow(table)
    else:
        enter(table, row)
    return int(at)


@kernel
def grow(table: Any) -> None:
    """Double the index, while no other thread looks at it."""
    several = table.active[0] != 0
    if several:
        halt(table)
    rehash(table, 2 * table.mask + 1)
    if several:
        release(table)


@kernel
def enter(table: Any, row: int) -> None:
    """Put a row into the index, at the first free slot from its hash on.

    That comes last: whoever sees the entry sees a whole row.
    """
    state = table.hashes[row]
    mask = table.mask
    slot = state & mask
    while table.index[slot] != 0:
        slot = (slot + 1) & mask
    publish(table.index, slot, (tag_of(state) << 32) | table.blocks[row])


@kernel
def rehash(table: Any, mask: int) -> None:
    """Give the index ``mask + 1`` slots, a power of two, and enter every row again."""
    for slot in range(mask + 1):
        table.index[slot] = 0
    table.mask = mask
    for row in range(table.rows):
        enter(table, row)
