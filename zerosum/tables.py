"""Tables of infosets: exact keys, regrets and average sums, in a few long arrays.

Rows are appended and never move. The arrays are reserved at once and lazily: the system gives
memory only for what has been written, so that a table grows by itself up to its reserve. All
of it is plain NumPy, to be saved, loaded and mapped as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import TableError
from zerosum.rng import Random
from zerosum.tokens import take

# Places in work.counts.
TOUCHED, ROWS, WORDS, VALUES, MASK, DEPTH = 0, 1, 2, 3, 4, 5
# Places in work.limits.
MOST_ROWS, MOST_WORDS, MOST_VALUES, MOST_SLOTS = 0, 1, 2, 3
# Words of a block before its tokens.
HEADER = 2

_FIRST_SLOTS = 1 << 10
_ROW_WORDS = 1 << 14
PATH_WORDS = 1 << 16
_SCRATCH = 1 << 20
# Shares of the reserve, in bytes: words, values, index, blocks, hashes.
_SHARES = {"words": 0.45, "values": 0.35, "index": 0.10, "blocks": 0.05, "hashes": 0.05}


class Workspace:
    """The arrays that a sampling kernel works on: a table, scratch room, and random numbers.

    Parameters
    ----------
    rng
        The generator that the kernel draws from.
    reserve
        Bytes set aside for the table, taken only as rows come; half the machine's memory
        where left out.
    """

    def __init__(self, rng: Random, reserve: int | None = None) -> None:
        size = reserve or _half_of_memory()
        self.rng = rng
        self.counts = np.zeros(8, np.int64)
        self.limits = np.zeros(4, np.int64)
        self.settings = np.zeros(8, np.int64)
        self.weights = np.zeros(8)
        self.witness = np.zeros(1, np.int64)
        self.row = np.zeros(2 * _ROW_WORDS, np.int64)
        self.path = np.zeros(PATH_WORDS + _ROW_WORDS, np.int64)
        self.scratch = np.zeros(_SCRATCH + _ROW_WORDS)
        self.discounts = np.ones(6)
        rooms = {name: max(int(size * share) // 8, 64) for name, share in _SHARES.items()}
        rooms["index"] = max(_FIRST_SLOTS, 1 << (rooms["index"].bit_length() - 1))
        for name, room in rooms.items():
            setattr(self, name, np.zeros(room, np.float64 if name == "values" else np.int64))
        # Offsets of words are kept in 32 bits beside a tag.
        words = min(rooms["words"], (1 << 32) - 1)
        self.limits[:] = (rooms["blocks"], words, rooms["values"], rooms["index"])
        self.counts[MASK] = _FIRST_SLOTS - 1
        self.readdress()

    words: NDArray[np.int64]
    values: NDArray[np.float64]
    index: NDArray[np.int64]
    blocks: NDArray[np.int64]
    hashes: NDArray[np.int64]

    INTS = (
        "counts",
        "limits",
        "settings",
        "witness",
        "row",
        "path",
        "words",
        "index",
        "blocks",
        "hashes",
    )
    FLOATS = ("weights", "scratch", "discounts", "values")

    def readdress(self) -> None:
        """Note where the arrays lie; to be called after one of them was replaced."""
        arrays = [getattr(self, name) for name in (*self.INTS, *self.FLOATS)]
        addresses = [array.ctypes.data for array in arrays] + [self.rng.word.ctypes.data]
        self.addresses = np.array(addresses, np.int64)
        self.address = int(self.addresses.ctypes.data)

    def plain(self) -> SimpleNamespace:
        """Return the same memory as Python sees it fastest, for interpreted kernels."""
        views = {name: memoryview(getattr(self, name)) for name in (*self.INTS, *self.FLOATS)}
        return SimpleNamespace(rng=self.rng, **views)

    @property
    def rows(self) -> int:
        """The number of rows of the table."""
        return int(self.counts[ROWS])

    @property
    def touched(self) -> int:
        """The number of chance and decision nodes visited."""
        return int(self.counts[TOUCHED])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what must be saved, without the room that is still free."""
        return {
            "counts": self.counts.copy(),
            "words": self.words[: self.counts[WORDS]],
            "values": self.values[: self.counts[VALUES]],
            "blocks": self.blocks[: self.rows],
            "hashes": self.hashes[: self.rows],
        }

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Take over what :meth:`arrays` gave; the index is to be made again.

        Raises
        ------
        TableError
            Where the arrays do not fit each other, or the reserve is too small.
        """
        counts = arrays["counts"]
        wanted = {
            "words": int(counts[WORDS]),
            "values": int(counts[VALUES]),
            "blocks": int(counts[ROWS]),
            "hashes": int(counts[ROWS]),
        }
        for name, length in wanted.items():
            if arrays[name].shape != (length,):
                raise TableError(f"The array {name} of a table must hold {length} items.", name)
            if length > getattr(self, name).size:
                raise TableError(
                    f"The table must have room for {wanted['blocks']:,} infosets; raise reserve.",
                    name,
                )
        for name, length in wanted.items():
            getattr(self, name)[:length] = arrays[name]
        self.counts[:] = counts


class Row:
    """One row of a table, read back.

    Parameters
    ----------
    player
        Who acts.
    actions
        What may be done.
    key
        The values of the key, in their canonical order.
    at
        Where its values begin.
    """

    __slots__ = ("actions", "at", "key", "player")

    def __init__(self, player: int, actions: tuple[Any, ...], key: tuple[Any, ...], at: int):
        self.player = player
        self.actions = actions
        self.key = key
        self.at = at


def read_block(words: NDArray[np.int64], block: int) -> Row:
    """Return the row whose block begins at ``block``."""
    at, end = int(words[block]), int(words[block + 1]) & 0xFFFFFFFF
    row = words[block + HEADER : block + HEADER + end].tolist()
    actions, place = take(row, 1)
    key = []
    while place < end:
        value, place = take(row, place)
        key.append(value)
    return Row(row[0], actions, tuple(key), at)


def rows_of(words: NDArray[np.int64], blocks: NDArray[np.int64]) -> Iterator[Row]:
    """Yield all rows in the order in which they were met."""
    for block in blocks.tolist():
        yield read_block(words, block)


def _half_of_memory() -> int:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 4 << 30
    return max(memory // 2, 1 << 28)
