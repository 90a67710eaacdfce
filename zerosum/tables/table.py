"""The table of infosets: a few long arrays, reserved at once and filled as rows are added."""

import os
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import TableError
from zerosum.jit import inlined
from zerosum.support import tokens
from zerosum.support.store import forget
from zerosum.tables.arena import Arena, Cells, Ints, ShortInts, apart
from zerosum.tables.storage import Storage

FIRST_SLOTS = 1 << 10
_LEAST_RESERVE = 1 << 20
# The most that each array may take of the reserve, which bounds their sum: a row has at least two
# words of header, two of key, and two numbers.
_SHARES = {"words": 0.9, "values": 1.0, "index": 0.5, "blocks": 0.16, "hashes": 0.16}
_WORD = 8
_COPIED = 1 << 22  # numbers at a time
# Offsets of words are kept in 32 bits beside a tag.
_MOST_WORDS = (1 << 32) - 1
# Values of an infoset that a full table has no room for: as many as the longest menu may need.
SPILL = 1 << 16
_GATES = ("lock", "parked", "active", "growing", "following")


class Table(Arena):
    """Rows of infosets, and the index that finds them; threads share one table.

    Parameters
    ----------
    reserve
        Bytes reserved, taken only as rows come. If left out, half the machine's memory, or as
        much of it as the system allows.
    storage
        How rows are stored.
    threads
        How many threads share the table: each has room for one infoset that the table has not.

    Raises
    ------
    TableError
        If the system does not give the reserve that is asked for.

    Examples
    --------
    >>> table = Table(reserve=1 << 22)
    >>> table.rows, table.bytes < 1 << 22, sorted(table.arrays())
    (0, True, ['blocks', 'hashes', 'values', 'words'])
    """

    mask: int
    words: Ints
    values: Cells
    index: Ints | ShortInts
    blocks: Ints
    hashes: Ints
    # A word each, in a cache line of its own: see zerosum.kernels.rows.
    lock: Ints
    parked: Ints
    active: Ints
    growing: Ints
    following: Ints
    most_rows: int
    most_words: int
    most_values: int
    most_slots: int
    # Bytes that the rows and the index may take in all, and those of a value.
    most_bytes: int
    cell: int
    # Words of a fingerprint; 0 for exact keys.
    prints: int
    # Last, a cache line away from what every look-up reads: each new row changes them.
    rows: int
    words_end: int
    values_end: int
    # Whether a row has been refused: no other is tried then.
    full: int

    def __init__(
        self, reserve: int | None = None, storage: Storage | None = None, threads: int = 1
    ) -> None:
        spill, storage = SPILL * threads, storage or Storage()
        size, arrays = _reserved(reserve, storage, spill)
        self._take_arrays(arrays, FIRST_SLOTS)
        self.most_values -= spill
        self.most_bytes = size
        self.prints = storage.prints

    @classmethod
    def holding(
        cls,
        words: Ints,
        blocks: Ints,
        hashes: Ints,
        values: Cells,
    ) -> Self:
        """Return a table for look-ups, without free space; its index must be built."""
        table = cls.__new__(cls)
        slots = max(FIRST_SLOTS, 1 << (2 * blocks.size).bit_length())
        arrays = {"words": words, "values": values, "blocks": blocks, "hashes": hashes}
        table._take_arrays({**arrays, "index": np.zeros(slots, np.int64)}, slots)
        table.rows, table.words_end, table.values_end = blocks.size, words.size, values.size
        return table

    def _take_arrays(self, arrays: dict[str, NDArray[Any]], slots: int) -> None:
        """Set all fields of an empty table."""
        gates = {name: apart(1, np.int64) for name in _GATES}
        super().__init__(**arrays, **gates)
        self.mask = slots - 1
        self.most_rows, self.most_values = self.blocks.size, self.values.size
        self.most_words, self.most_slots = min(self.words.size, _MOST_WORDS), self.index.size
        self.cell = self.values.itemsize

    @property
    def bytes(self) -> int:
        """The bytes that the rows and the index take."""
        if self.prints > 0:
            return self.cell * self.values_end + self.index.itemsize * (self.mask + 1)
        return taken(self.words_end, self.rows, self.mask, self.cell * self.values_end)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the contents of the rows, without the free space."""
        listed = 0 if self.prints > 0 else self.rows
        return {
            "words": self.words[: self.words_end],
            "values": self.values[: self.values_end],
            "blocks": self.blocks[:listed],
            "hashes": self.hashes[:listed],
        }

    def cut(self) -> dict[str, Ints]:
        """Return words, blocks and hashes, cut to what they hold; the table is used up."""
        found: dict[str, Ints] = {}
        for name, size in (("words", self.words_end), ("blocks", self.rows), ("hashes", self.rows)):
            found[name] = vars(self).pop(name)
            found[name].resize(size, refcheck=False)
        return found

    def __getstate__(self) -> dict[str, Any]:
        # What the rows and the index hold, and how much room there is.
        state = {
            name: value for name, value in super().__getstate__().items() if name not in _GATES
        }
        slots = np.flatnonzero(self.index[: self.mask + 1])
        entries = slots.astype(np.uint32), self.index[slots]
        rooms = {name: (getattr(self, name).size, getattr(self, name).dtype) for name in _SHARES}
        words = tokens.Carried(self.words[: self.words_end])
        return state | self.arrays() | {"words": words, "index": entries, "rooms": rooms}

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = {name: state[name] for name in _SHARES}
        rooms, (slots, entries) = state["rooms"], held.pop("index")
        try:
            arrays = {name: np.zeros(*room) for name, room in rooms.items()}
        except MemoryError:
            size = sum(size * kind.itemsize for size, kind in rooms.values())
            raise TableError(
                f"The copy of a table must have as much room as the table, {size:,} bytes; the "
                f"system refused it: give what you copy a smaller reserve=.",
                size,
            ) from None
        for name, array in held.items():
            _copy(array, arrays[name])
        arrays["index"][slots] = entries
        gates = {name: apart(1, np.int64) for name in _GATES}
        kept = {name: value for name, value in state.items() if name != "rooms"}
        super().__setstate__(kept | arrays | gates)

    def restore(self, arrays: dict[str, NDArray[Any]], rows: int, mask: int) -> None:
        """Restore what :meth:`arrays` returned; the index must be built again, with this mask.

        Raises
        ------
        TableError
            If the reserve is too small.
        """
        rows, values = int(rows), arrays["values"]
        need = taken(arrays["words"].size, rows, mask, values.nbytes)
        if self.prints > 0:
            need = values.nbytes + self.index.itemsize * (mask + 1)
        if values.size > self.most_values > 0:  # others share the reserve
            need = max(need, -(-self.most_bytes * values.size // self.most_values))
        rooms = {name: getattr(self, name) for name in ("words", "values", "blocks", "hashes")}
        within = all(arrays[name].size <= room.size for name, room in rooms.items())
        if not within or mask >= self.most_slots or need > self.most_bytes:
            raise TableError(
                f"The table must have room for {rows:,} infosets; give a larger reserve=, "
                f"{need:,} bytes or more.",
                self,
            )
        if values.dtype != self.values.dtype:
            raise TableError(
                f"The numbers of the table must be {self.values.dtype}; got {values.dtype}: give "
                f"the storage of the table that was saved.",
                self,
            )
        for name, room in rooms.items():
            _copy(arrays[name], room)
        self.rows, self.mask, self.full = rows, mask, 0
        self.words_end, self.values_end = arrays["words"].size, arrays["values"].size

    def open_gates(self) -> None:
        """Reset the locks: no other thread is at work."""
        for name in _GATES:
            getattr(self, name)[0] = 0


def _copy(array: NDArray[Any], room: NDArray[Any]) -> None:
    """Copy an array to the beginning of another; one that is mapped is never in memory as a whole.

    Modified in place: ``room``.
    """
    for first in range(0, array.size, _COPIED):
        part = slice(first, first + _COPIED)
        room[part][: array[part].size] = array[part]
        forget(array)


@inlined
def taken(words: int, rows: int, mask: int, values: int) -> int:
    """Return the bytes that a table takes: of so many words, rows, slots, and bytes of values.

    The index that an empty table has does not count.
    """
    return _WORD * (words + 2 * rows + mask + 1 - FIRST_SLOTS) + values


def mask_for(rows: int) -> int:
    """Return the mask of the index for a number of rows, as growth would give it."""
    mask = FIRST_SLOTS - 1
    while 2 * (rows - 1) >= mask:
        mask = 2 * mask + 1
    return mask


def slots_for(rows: int) -> int:
    """Return the slots of the index for a number of rows with fingerprints."""
    slots = FIRST_SLOTS
    while 5 * rows >= 4 * slots:
        slots += slots // 4
    return slots


def _reserved(
    reserve: int | None, storage: Storage, spill: int
) -> tuple[int, dict[str, NDArray[Any]]]:
    """Return the bytes reserved and the arrays of an empty table."""
    size = reserve or half_of_memory()
    kinds: dict[str, Any] = dict.fromkeys(_SHARES, np.dtype(np.int64))
    kinds["values"] = np.dtype(storage.kind)
    shares = _SHARES
    if storage.prints > 0:
        shares = dict.fromkeys(_SHARES, 0.0) | {"values": 1.0, "index": 0.5}
        kinds["index"] = np.dtype(np.int32)
    while True:
        rooms = {
            name: max(int(size * share) // kinds[name].itemsize, 64)
            for name, share in shares.items()
        }
        rooms["index"] = max(FIRST_SLOTS, rooms["index"])
        if storage.prints == 0:
            rooms["index"] = 1 << (rooms["index"].bit_length() - 1)
        rooms["values"] += spill
        try:
            return size, {name: np.zeros(room, kinds[name]) for name, room in rooms.items()}
        except MemoryError:
            size //= 2
            if reserve is not None or size < _LEAST_RESERVE:
                raise TableError(
                    f"The reserve of a table must be memory that the system has; it refused "
                    f"{reserve or 2 * size:,} bytes: give a smaller reserve=.",
                    reserve,
                ) from None


def half_of_memory() -> int:
    """Return half of the bytes of memory that the machine has."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 4 << 30
    return max(memory // 2, 1 << 28)


def spare_memory() -> int:
    """Return 80 % of the bytes of memory that are available, so that other processes keep some.

    Of all that the machine has, where the system does not say what is available.
    """
    try:
        words = Path("/proc/meminfo").read_text("ascii").partition("MemAvailable:")[2].split()
    except OSError:  # macOS, Windows
        words = []
    available = int(words[0]) << 10 if words else 2 * half_of_memory()
    return available // 5 * 4
