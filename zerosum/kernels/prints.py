"""Finding the row of an infoset by a fingerprint of its key: little memory, and a small risk.

A table of fingerprints is one array of values. A row is its fingerprint, of one or two words, and
its numbers, filled up to whole words. The lowest bits of the first word are the row's length in
numbers, so that rows can be read one after another. The index has four bytes a slot, which say at
which word of the values a row begins, and it grows by a quarter when four fifths of it are taken.

With one word, 57 bits of a hash tell infosets apart: among :math:`N` infosets, the probability that
two are taken for one is about :math:`N^2 / 2^{58}`. With two words it is :math:`N^2 / 2^{120}`.
"""

import struct

from numba.core import types

from zerosum.errors import TableError
from zerosum.jit import give_native_form, inlined, kernel
from zerosum.kernels.cells import load, publish
from zerosum.kernels.hashing import hash_again, hash_row
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.rows import (
    ABSENT,
    FULL,
    ILL_FORMED,
    halt,
    lock,
    park,
    rehash,
    release,
    unlock,
    unplaced,
)
from zerosum.native.emit import WORD, Emitter, Value, instruction
from zerosum.support.tokens import TUPLE
from zerosum.tables import Table

_WORD = 8  # bytes
_LENGTH = 7  # bits of a row's length
WIDEST = (1 << _LENGTH) - 1
_REST = (1 << 64 - _LENGTH) - 1
_SIGN = 1 << 63
_SLOT = (1 << 32) - 1


class TooWide(Exception):
    """Raised by kernels if a row has more numbers than its length can say."""


def signed(word: int) -> int:
    """Return 64 bits as a signed word, which native ints are."""
    return (word + _SIGN) % (2 * _SIGN) - _SIGN


def as_entry(number: int) -> int:
    """Return 32 bits as a signed number, which the index holds."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


@instruction(types.int64(types.int64))
def _same(emitter: Emitter, word: Value) -> Value:
    return word


give_native_form(signed, _same)
give_native_form(as_entry, _same)


def word_at(values: Numbers, place: int) -> int:
    """Return the word that begins at a place among numbers of any width."""
    count = _WORD // values.itemsize
    found: int = struct.unpack("q", values[place : place + count].tobytes())[0]
    return found


def put_word(values: Numbers, place: int, word: int) -> None:
    """Write a word at a place among numbers of any width. Modified in place: ``values``."""
    count = _WORD // values.itemsize
    data = memoryview(struct.pack("q", word)).cast("B")
    values[place : place + count] = data.cast(values.format)


def _address(emitter: Emitter, values: Value, place: Value) -> Value:
    at = emitter.builder.gep(values, [place])
    return emitter.builder.bitcast(at, WORD.as_pointer())


@instruction(lambda values, place: types.int64(values, types.int64))
def _word_at(emitter: Emitter, values: Value, place: Value) -> Value:
    return emitter.builder.load(_address(emitter, values, place), align=4)


@instruction(lambda values, place, word: types.none(values, types.int64, types.int64))
def _put_word(emitter: Emitter, values: Value, place: Value, word: Value) -> None:
    emitter.builder.store(word, _address(emitter, values, place), align=4)


give_native_form(word_at, _word_at)
give_native_form(put_word, _put_word)


@inlined
def print_row(words: Numbers, start: int, end: int, n: int, prints: int) -> tuple[int, int]:
    """Replace a row by its fingerprint, without the player, and with the number of actions only.

    Modified in place: ``words``. Returns where the identity of the row starts, and where it ends.
    """
    first = hash_row(words, start, end) & _REST
    second = hash_again(words, start, end) if prints > 1 else 0
    words[0] = 0
    words[1] = TUPLE + n
    words[2] = first
    words[3] = second
    return 2, 2 + prints


@inlined
def first_word(state: int, width: int) -> int:
    """Return the first word of a row: its hash, and its length in numbers."""
    return signed(state << _LENGTH | width)


@inlined
def print_of(word: int) -> int:
    """Return the hash that the first word of a row holds."""
    return (word >> _LENGTH) & _REST


@inlined
def slot_of(word: int, slots: int) -> int:
    """Return where in the index to look first for a row with this first word."""
    return int(((word >> 32) & _SLOT) * slots >> 32)


@inlined
def head_of(table: Work) -> int:
    """Return how many numbers the fingerprint of a row takes."""
    return int(table.prints * _WORD // table.cell)


@inlined
def room_of(table: Work, width: int) -> int:
    """Return how many numbers a row takes: those of whole words."""
    each = _WORD // table.cell
    return int(head_of(table) + (width + each - 1) // each * each)


@kernel
def find_print(work: Work, width: int) -> int:
    """Return where the numbers of a row lie; make the row if it is new.

    Parameters
    ----------
    work
        The workspace; ``work.row[2]``, and ``work.row[3]`` if there are two words, are the
        fingerprint. Modified in place.
    width
        How many numbers the row has.
    """
    if width > WIDEST:
        raise TooWide
    table = work.table
    if load(table.growing, 0) != 0:
        park(table)
    first = first_word(work.row[2], width)
    at = probe_print(work, first)
    if at == ABSENT:
        at = FULL if table.full > 0 else _add(work, first, width)
    return at if at >= 0 else unplaced(work, at)


@kernel
def probe_print(work: Work, first: int) -> int:
    """Return where the numbers of the current row lie, ``ABSENT`` or ``ILL_FORMED``."""
    table = work.table
    slots = table.mask + 1
    slot = slot_of(first, slots)
    head, each = head_of(table), _WORD // table.cell
    while True:
        entry = load(table.index, slot)
        if entry == 0:
            return ABSENT
        at = ((entry & _SLOT) - 1) * each
        known = word_at(table.values, at)
        if known >> _LENGTH == first >> _LENGTH and (
            table.prints == 1 or word_at(table.values, at + each) == work.row[3]
        ):
            return at + head if known == first else ILL_FORMED
        slot = slot + 1 if slot + 1 < slots else 0


@kernel
def _add(work: Work, first: int, width: int) -> int:
    """Add the current row, unless another thread just did."""
    table = work.table
    if table.active[0] == 0:
        return _append(table, first, work.row[3], width)
    lock(table)
    at = probe_print(work, first)
    if at == ABSENT:
        at = _append(table, first, work.row[3], width)
    unlock(table)
    return at


@kernel
def _append(table: Work, first: int, second: int, width: int) -> int:
    """Append a row; return where its numbers lie, or ``FULL``."""
    at, slots, each = table.values_end, table.mask + 1, _WORD // table.cell
    end = at + room_of(table, width)
    crowded = 5 * (table.rows + 1) >= 4 * slots
    more = slots + slots // 4 if crowded else slots
    if (
        end > table.most_values
        or end // each >= _SLOT
        or more > table.most_slots
        or end * table.cell + 4 * more > table.most_bytes
    ):
        table.full = 1
        return FULL
    put_word(table.values, at, first)
    if table.prints == 2:
        put_word(table.values, at + each, second)
    table.rows += 1
    table.values_end = end
    if crowded:
        halt(table)
        rehash_prints(table, more)
        release(table)
    else:
        _enter(table, at, first)
    return int(at + head_of(table))


@kernel
def _enter(table: Work, at: int, first: int) -> None:
    """Put a row into the index; that comes last: a thread that sees the entry sees the row."""
    slots = table.mask + 1
    slot = slot_of(first, slots)
    while load(table.index, slot) != 0:
        slot = slot + 1 if slot + 1 < slots else 0
    publish(table.index, slot, as_entry(at * table.cell // _WORD + 1))


@kernel
def rehash_prints(table: Work, slots: int) -> None:
    """Give the index so many slots, and enter every row again."""
    for slot in range(slots):
        table.index[slot] = 0
    table.mask = slots - 1
    at = 0
    while at < table.values_end:
        first = word_at(table.values, at)
        _enter(table, at, first)
        at += room_of(table, first & WIDEST)


@kernel
def rows_within(table: Work) -> int:
    """Return how many rows the values hold; -1 if they do not end where the values do."""
    at = rows = 0
    while at < table.values_end:
        width = word_at(table.values, at) & WIDEST
        if width == 0:
            return -1
        at += room_of(table, width)
        rows += 1
    return rows if at == table.values_end else -1


def reindex(table: Table, *, native: bool) -> None:
    """Make the index of a table of any kind anew, with as many slots as it has.

    Raises
    ------
    TableError
        If rows with fingerprints do not follow each other.
    """
    if table.prints == 0:
        table.run(rehash, table.mask, native=native)
        return
    if table.run(rows_within, native=native) != table.rows:
        raise TableError("The rows of a table must follow each other without gaps.", table)
    table.run(rehash_prints, table.mask + 1, native=native)


@kernel
def read_prints(table: Work, at: int, places: Numbers, widths: Numbers, prints: Numbers) -> int:
    """Write where the numbers of some rows begin, how many they are, and the fingerprints.

    Modified in place: ``places``, ``widths``, and ``prints``, of shape (rows, words). The first row
    begins at ``at``; returns where the row after the last one does.
    """
    each = _WORD // table.cell
    for row in range(places.size):
        first = word_at(table.values, at)
        widths[row] = first & WIDEST
        prints[row, 0] = print_of(first)
        if table.prints == 2:
            prints[row, 1] = word_at(table.values, at + each)
        places[row] = at + head_of(table)
        at += room_of(table, widths[row])
    return at


@kernel
def hash_prints(prints: Numbers, size: int, hashes: Numbers) -> None:
    """Write the hash by which strategies find a row, from its fingerprint of so many words.

    Modified in place: ``hashes``. Tables find rows by bits of the fingerprint itself.
    """
    for row in range(hashes.size):
        hashes[row] = hash_row(prints, row * size, (row + 1) * size)
