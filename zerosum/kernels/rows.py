"""Finding the row of an infoset: open addressing over exact keys.

A row's words are its block in ``table.words``: where its values lie, its shape, then the
player, the actions and the key, as tokens. The identity of a row is the part from ``start`` on
(the key, or the actions and the key); the part before it must agree as well, or the
abstraction is ill-formed. Hashes only find blocks: the whole identity is compared.

Threads that share a table find rows without a lock. A thread that adds a row holds the lock; and
while it makes the index anew, every other thread is parked: before it looks for its next row, or
where it waits for the lock. The table's gates are words in cache lines of their own: ``lock``;
``growing``; how many threads are ``active`` and ``parked``; the ``following`` iteration. All are
zero while only one thread works.
"""

from zerosum.jit import kernel
from zerosum.kernels.breaches import NoPlayer
from zerosum.kernels.cells import add, load, publish, swap
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.names import Numbers, Work
from zerosum.tables import HEADER, PLAYERS
from zerosum.tables.table import taken

# What finding a row may say instead of where its values lie.
ABSENT, ILL_FORMED, FULL = -1, -2, -3


class TableFull(Exception):
    """Raised by kernels if no row is left."""


class IllFormed(Exception):
    """Raised by kernels if one key stands for two players or two menus."""


class TooDeep(Exception):
    """Raised by kernels if a history outgrows the room for it."""


class NoActions(Exception):
    """Raised by kernels if a player to act is offered nothing."""


@kernel
def tag_of(state: int) -> int:
    """Return the part of a hash that the index keeps beside a block; never 0, as free slots are."""
    return (state >> 32) | (1 << 30)


@kernel
def find(work: Work, start: int, end: int, width: int) -> int:
    """Return where the values of the row in ``work.row`` lie; make the row if it is new.

    If the table is full, that is ``FULL``, where the work has room for the values of a row that is
    not stored.

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
        at = FULL if table.full > 0 else add_row(work, start, end, width, state)
    return at if at >= 0 else unplaced(work, at)


@kernel
def unplaced(work: Work, at: int) -> int:
    """Return ``FULL`` if that is why there is no row, and the work has room for its values."""
    if at == ILL_FORMED:
        raise IllFormed
    if work.spill == 0:
        raise TableFull
    return at


@kernel
def probe(work: Work, start: int, end: int, state: int) -> int:
    """Return where the values of the current row lie, ``ABSENT`` or ``ILL_FORMED``."""
    table, row, size = work.table, work.row, end - start
    words, mask = table.words, table.mask
    shape = (start << 32) | end
    slot = state & mask
    tag = tag_of(state)
    while True:
        entry = load(table.index, slot)
        if entry == 0:
            return ABSENT
        block = entry & 0xFFFFFFFF
        if entry >> 32 == tag:
            known = words[block + 1]
            first, last = known >> 32, known & 0xFFFFFFFF
            if last - first == size and is_equal(words, block + HEADER + first, row, start, size):
                if known == shape and is_equal(words, block + HEADER, row, 0, start):
                    return int(words[block])
                work.witness = block
                return ILL_FORMED
        slot = (slot + 1) & mask


@kernel
def is_equal(words: Numbers, at: int, others: Numbers, place: int, count: int) -> bool:
    """Return whether ``count`` words from ``at`` on are those of others from ``place`` on."""
    for each in range(count):
        if words[at + each] != others[place + each]:
            return False
    return True


@kernel
def add_row(work: Work, start: int, end: int, width: int, state: int) -> int:
    """Add the current row, unless another thread just did; return as :func:`probe`, or ``FULL``."""
    table = work.table
    if start > 0 and (work.row[0] < 0 or work.row[0] % PLAYERS >= work.players):
        raise NoPlayer
    if table.active[0] == 0:
        return append(table, work.row, start, end, width, state)
    lock(table)
    at = probe(work, start, end, state)
    if at == ABSENT:
        at = append(table, work.row, start, end, width, state)
    unlock(table)
    return at


@kernel
def append(table: Work, words: Numbers, start: int, end: int, width: int, state: int) -> int:
    """Append the row in ``words``; return where its values lie, or ``FULL``."""
    row, block, at = table.rows, table.words_end, table.values_end
    crowded = 2 * row >= table.mask
    mask = 2 * table.mask + 1 if crowded else table.mask
    words_end, values_end = block + HEADER + end, at + width
    if (
        row >= table.most_rows
        or words_end > table.most_words
        or values_end > table.most_values
        or mask >= table.most_slots
        or taken(words_end, row + 1, mask, table.cell * values_end) > table.most_bytes
    ):
        table.full = 1
        return FULL
    table.words[block] = at
    table.words[block + 1] = (start << 32) | end
    for place in range(end):
        table.words[block + HEADER + place] = words[place]
    table.blocks[row] = block
    table.hashes[row] = state
    table.rows = row + 1
    table.words_end = words_end
    table.values_end = values_end
    if crowded:
        halt(table)
        rehash(table, mask)
        release(table)
    else:
        enter(table, row)
    return int(at)


@kernel
def enter(table: Work, row: int) -> None:
    """Put a row into the index, at the first free slot from its hash on.

    That comes last: a thread that sees the entry sees a whole row.
    """
    state = table.hashes[row]
    mask = table.mask
    slot = state & mask
    while table.index[slot] != 0:
        slot = (slot + 1) & mask
    publish(table.index, slot, (tag_of(state) << 32) | table.blocks[row])


@kernel
def rehash(table: Work, mask: int) -> None:
    """Give the index ``mask + 1`` slots, a power of two, and enter every row again."""
    for slot in range(mask + 1):
        table.index[slot] = 0
    table.mask = mask
    for row in range(table.rows):
        enter(table, row)


@kernel
def park(table: Work) -> None:
    """Stay out of the table while its index grows.

    A thread that leaves looks once more: the next growth may have counted it as parked.
    """
    while load(table.growing, 0) != 0:
        add(table.parked, 0, 1)
        while load(table.growing, 0) != 0:
            pass
        add(table.parked, 0, -1)


@kernel
def lock(table: Work) -> None:
    """Wait until no other thread adds a row."""
    while not swap(table.lock, 0, 0, 1):
        park(table)


@kernel
def unlock(table: Work) -> None:
    """Let the next thread add a row."""
    publish(table.lock, 0, 0)


@kernel
def halt(table: Work) -> None:
    """Wait until all other threads are parked, or gone; only the holder of the lock may."""
    if table.active[0] != 0:
        add(table.growing, 0, 1)
        while load(table.parked, 0) != load(table.active, 0) - 1:
            pass


@kernel
def release(table: Work) -> None:
    """Let the other threads go on."""
    if table.active[0] != 0:
        add(table.growing, 0, -1)
