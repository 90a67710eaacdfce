"""The arrays that a sampling kernel works on, and what of them is saved."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import TableError
from zerosum.rng import Random
from zerosum.tables.blocks import check_table
from zerosum.tables.places import (
    BASELINES,
    FIRST_SLOTS,
    MASK,
    MOST_SLOTS,
    PATH_WORDS,
    ROW_WORDS,
    ROWS,
    SCRATCH,
    TOUCHED,
    VALUES,
    WORDS,
)

_LEAST_RESERVE = 1 << 20
# Shares of the reserve, in bytes: words, values, index, blocks, hashes.
_SHARES = {"words": 0.45, "values": 0.35, "index": 0.10, "blocks": 0.05, "hashes": 0.05}


class Workspace:
    """The arrays that a sampling kernel works on: a table, scratch room, and random numbers.

    Parameters
    ----------
    rng
        The generator that the kernel draws from. A second, ``dealer``, is for chance: it has
        nothing to save, since each iteration sets it anew.
    reserve
        Bytes set aside for the table, taken only as rows come. Where left out, half the
        machine's memory, or as much of it as the system allows.

    Raises
    ------
    TableError
        Where the system does not give the reserve that is asked for.
    """

    def __init__(self, rng: Random, reserve: int | None = None) -> None:
        self.rng = rng
        self.dealer = Random(0)
        self.counts = np.zeros(8, np.int64)
        self.sizes = self.counts
        self.gate = np.zeros(40, np.int64)
        self.limits = np.zeros(8, np.int64)
        self.settings = np.zeros(16, np.int64)
        self.weights = np.zeros(16)
        self.witness = np.zeros(1, np.int64)
        self.row = np.zeros(ROW_WORDS, np.int64)
        self.path = np.zeros(PATH_WORDS + ROW_WORDS, np.int64)
        self.scratch = np.zeros(SCRATCH + 2 * ROW_WORDS)
        self.discounts = np.ones(6)
        for name, array in _reserved(reserve).items():
            setattr(self, name, array)
        # Offsets of words are kept in 32 bits beside a tag.
        words = min(self.words.size, (1 << 32) - 1)
        self.limits[:4] = (self.blocks.size, words, self.values.size, self.index.size)
        self.counts[MASK] = FIRST_SLOTS - 1
        self.readdress()

    @classmethod
    def holding(
        cls,
        rng: Random,
        words: NDArray[np.int64],
        blocks: NDArray[np.int64],
        hashes: NDArray[np.int64],
        values: NDArray[np.float64],
    ) -> Self:
        """Return a workspace with a table to look up, which has no room for more rows.

        The arrays are as a table keeps them; the index is to be made.
        """
        work = cls(rng, _LEAST_RESERVE)
        slots = max(FIRST_SLOTS, 1 << (2 * blocks.size).bit_length())
        work.words, work.blocks, work.hashes, work.values = words, blocks, hashes, values
        work.index = np.zeros(slots, np.int64)
        work.counts[[ROWS, WORDS, VALUES]] = blocks.size, words.size, values.size
        work.counts[MASK] = slots - 1
        work.readdress()
        return work

    words: NDArray[np.int64]
    values: NDArray[np.float64]
    index: NDArray[np.int64]
    blocks: NDArray[np.int64]
    hashes: NDArray[np.int64]

    INTS = (
        "counts",
        "sizes",
        "gate",
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
    GENERATORS = ("rng", "dealer")

    def readdress(self) -> None:
        """Note where the arrays lie; to be called after one of them was replaced."""
        arrays = [getattr(self, name) for name in (*self.INTS, *self.FLOATS)]
        arrays += [getattr(self, name).word for name in self.GENERATORS]
        self.addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        self.address = int(self.addresses.ctypes.data)

    def plain(self) -> SimpleNamespace:
        """Return the same memory as Python sees it fastest, for interpreted kernels."""
        views = {name: memoryview(getattr(self, name)) for name in (*self.INTS, *self.FLOATS)}
        return SimpleNamespace(rng=self.rng, dealer=self.dealer, **views)

    @property
    def rows(self) -> int:
        """The number of rows of the table."""
        return int(self.sizes[ROWS])

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

    def restore(self, arrays: dict[str, NDArray[Any]], extra: int) -> None:
        """Take over what :meth:`arrays` gave; the index is to be made again.

        Parameters
        ----------
        arrays
            A table.
        extra
            How many values a row has beside those of its actions, which are a regret, a sum and,
            where ``settings`` say so, a baseline each.

        Raises
        ------
        TableError
            Where the arrays do not fit each other, or the reserve is too small.
        """
        check_table(arrays, extra, 2 + int(self.settings[BASELINES]))
        counts = arrays["counts"]
        for name in ("words", "values", "blocks", "hashes"):
            array, room = arrays[name], getattr(self, name)
            if array.size > room.size or counts[MASK] >= self.limits[MOST_SLOTS]:
                raise TableError(
                    f"The table must have room for {int(counts[ROWS]):,} infosets; give a larger "
                    f"reserve=, in bytes.",
                    self,
                )
            room[: array.size] = array
        self.counts[:] = counts


def _reserved(reserve: int | None) -> dict[str, NDArray[Any]]:
    """Return the arrays of an empty table."""
    size = reserve or _half_of_memory()
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
                    f"The reserve of a table must be memory that the system gives; it refused "
                    f"{reserve or 2 * size:,} bytes: give a smaller reserve=.",
                    reserve,
                ) from None


def _half_of_memory() -> int:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 4 << 30
    return max(memory // 2, 1 << 28)
