"""The table of infosets: a few long arrays, reserved at once and filled as rows are added."""

import os
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import TableError
from zerosum.tables.arena import Arena, Floats, Ints, apart

FIRST_SLOTS = 1 << 10
_LEAST_RESERVE = 1 << 20
# Shares of the reserve, in bytes.
_SHARES = {"words": 0.45, "values": 0.35, "index": 0.10, "blocks": 0.05, "hashes": 0.05}
# Offsets of words are kept in 32 bits beside a tag.
_MOST_WORDS = (1 << 32) - 1
_GATES = ("lock", "parked", "active", "growing", "following")


class Table(Arena):
    """Rows of infosets, and the index that finds them; threads share one table.

    Parameters
    ----------
    reserve
        Bytes reserved, taken only as rows come. If left out, half the machine's memory, or as
        much of it as the system allows.

    Raises
    ------
    TableError
        If the system does not give the reserve that is asked for.
    """

    mask: int
    words: Ints
    values: Floats
    index: Ints
    blocks: Ints
    hashes: Ints
    # A word each, in a cache line of its own: see zerosum.kernels.locks.
    lock: Ints
    parked: Ints
    active: Ints
    growing: Ints
    following: Ints
    most_rows: int
    most_words: int
    most_values: int
    most_slots: int
    # Last, a cache line away from what every look-up reads: each new row changes them.
    rows: int
    words_end: int
    values_end: int

    def __init__(self, reserve: int | None = None) -> None:
        self._take_arrays(_reserved(reserve), FIRST_SLOTS)

    @classmethod
    def holding(
        cls,
        words: Ints,
        blocks: Ints,
        hashes: Ints,
        values: Floats,
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

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the contents of the rows, without the free space."""
        return {
            "words": self.words[: self.words_end],
            "values": self.values[: self.values_end],
            "blocks": self.blocks[: self.rows],
            "hashes": self.hashes[: self.rows],
        }

    def restore(self, arrays: dict[str, NDArray[Any]], mask: int) -> None:
        """Restore what :meth:`arrays` returned; the index must be built again, with this mask.

        Raises
        ------
        TableError
            If the reserve is too small.
        """
        for name in ("words", "values", "blocks", "hashes"):
            array, room = arrays[name], getattr(self, name)
            if array.size > room.size or mask >= self.most_slots:
                raise TableError(
                    f"The table must have room for {arrays['blocks'].size:,} infosets; give a "
                    f"larger reserve=, in bytes.",
                    self,
                )
            room[: array.size] = array
        self.rows, self.mask = arrays["blocks"].size, mask
        self.words_end, self.values_end = arrays["words"].size, arrays["values"].size

    def open_gates(self) -> None:
        """Reset the locks: no other thread is at work."""
        for name in _GATES:
            getattr(self, name)[0] = 0


def mask_for(rows: int) -> int:
    """Return the mask of the index for a number of rows, as growth would give it."""
    mask = FIRST_SLOTS - 1
    while 2 * (rows - 1) >= mask:
        mask = 2 * mask + 1
    return mask


def _reserved(reserve: int | None) -> dict[str, NDArray[Any]]:
    """Return the arrays of an empty table."""
    size = reserve or half_of_memory()
    while True:
        rooms = {name: max(int(size * share) // 8, 64) for name, share in _SHARES.items()}
        rooms["index"] = max(FIRST_SLOTS, 1 << (rooms["index"].bit_length() - 1))
        try:
            return {
                name: np.zeros(room, np.float64 if name == "values" else np.int64)
                for name, room in rooms.items()
            }
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
