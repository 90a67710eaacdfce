"""A checkpoint whose arrays are written by shards, each its part, and read by any number of them.

It is the checkpoint that one process would write, but for the order of rows.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.shards import Shard, whole_table
from zerosum.support import store
from zerosum.tables import Table, ranges
from zerosum.tables.blocks import COUNTS
from zerosum.tables.table import mask_for, slots_for

ARRAYS = ("words", "values", "blocks", "hashes")
_PART_BYTES = 1 << 24
_POLYNOMIAL = 0xEDB88320


class Sizes(NamedTuple):
    """The sizes of the arrays of a table: its rows, words, values, and blocks or hashes."""

    rows: int
    words: int
    values: int
    listed: int

    def of(self, name: str) -> int:
        """Return the size of an array."""
        return self.words if name == "words" else self.values if name == "values" else self.listed


def before(sizes: Iterable[Sizes]) -> list[Sizes]:
    """Return for each shard what those before it have, and at the end what all have.

    >>> before([Sizes(1, 5, 4, 1), Sizes(2, 9, 8, 2)])[-1]
    Sizes(rows=3, words=14, values=12, listed=3)
    """

    def add(one: Sizes, other: Sizes) -> Sizes:
        return Sizes(*(a + b for a, b in zip(one, other, strict=True)))

    return list(accumulate(sizes, add, initial=Sizes(0, 0, 0, 0)))


def counts_of(total: Sizes, prints: int, touched: int, iterations: int) -> NDArray[np.int64]:
    """Return the counts that the checkpoint of a table has."""
    mask = slots_for(total.rows) - 1 if prints > 0 else mask_for(total.rows)
    known = {"touched": touched, "iterations": iterations, "mask": mask, "depth": 0}
    known |= {"rows": total.rows, "words_end": total.words, "values_end": total.values}
    return np.array([*(known[name] for name in COUNTS), 0])


def rebased(arrays: dict[str, NDArray[Any]], name: str, first: Sizes) -> NDArray[Any]:
    """Return an array of a table as it is behind the tables of the shards before."""
    if name == "blocks":
        return arrays[name] + first.words
    if name == "words" and arrays["blocks"].size:
        words = arrays[name].copy()
        words[arrays["blocks"]] += first.values
        return words
    return arrays[name]


def write_part(path: Path, start: int, array: NDArray[Any]) -> tuple[int, int]:
    """Write an array into a file from a byte on; return its checksum, and its bytes."""
    data, checksum = np.ascontiguousarray(array).view(np.uint8).data, 0
    with path.open("r+b") as file:
        file.seek(start)
        for first in range(0, len(data), _PART_BYTES):
            piece = data[first : first + _PART_BYTES]
            checksum = zlib.crc32(piece, checksum)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return checksum, len(data)


def joined_checksum(parts: Iterable[tuple[int, int]]) -> int:
    """Return the checksum of parts that follow each other, from that of each, and its bytes.

    >>> parts = [(zlib.crc32(text), len(text)) for text in (b"one", b"", b"another")]
    >>> joined_checksum(parts) == zlib.crc32(b"oneanother")
    True
    """
    total = 0
    for checksum, size in parts:
        total = _times(total, _shift(8 * size)) ^ checksum
    return total


def _times(one: int, other: int) -> int:
    """Multiply polynomials modulo that of the checksum; bits are reflected, as in zlib."""
    product = 0
    while one:
        if one & 0x80000000:
            product ^= other
        one = one << 1 & 0xFFFFFFFF
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return product


def _shift(bits: int) -> int:
    """Return x to a power."""
    found, square = 0x80000000, 0x40000000
    while bits:
        found = _times(found, square) if bits & 1 else found
        square, bits = _times(square, square), bits >> 1
    return found


def restore(shard: Shard, path: Path, number: int, shards: int) -> int:
    """Restore a shard from a checkpoint; return the number of its last round.

    Parameters
    ----------
    shard
        The shard, without rows. Modified in place.
    path
        The checkpoint.
    number, shards
        The number of the shard, and how many there are now.

    Raises
    ------
    StoreError
        If the checkpoint cannot be read.
    TableError
        If there is no room for the rows.
    """
    arrays, meta, _ = store.read(path, mmap=True)
    rows, sizes = int(arrays["counts"][COUNTS.index("rows")]), (arrays[n].size for n in ARRAYS[:3])
    parts = [Sizes(*part) for part in meta.get("parts", [(rows, *sizes)])]
    firsts = before(parts)
    for k in [number] if len(parts) == shards else range(len(parts)):
        _choose(shard, _slice(arrays, firsts[k], firsts[k + 1]), number, shards)
    return int(meta["iterations"]) // int(meta["settings"]["round"])


def _slice(arrays: dict[str, NDArray[Any]], first: Sizes, last: Sizes) -> Table:
    """Return the table of the shard that wrote a part of a checkpoint."""
    found = {name: np.array(arrays[name][first.of(name) : last.of(name)]) for name in ARRAYS}
    back = Sizes(*(-size for size in first))
    found["blocks"] = rebased(found, "blocks", back)
    found["words"] = rebased(found, "words", back)
    table = Table.holding(*(found[name] for name in ("words", "blocks", "hashes", "values")))
    table.rows = last.rows - first.rows
    return table


def _choose(shard: Shard, table: Table, number: int, shards: int) -> None:
    """Give a shard its rows of a table."""
    work = shard.work
    table.prints = work.table.prints
    keys, places = whole_table(table, 2, work.fades)
    own = keys.owners(shards, table.prints) == number
    chosen, at = keys.chosen(own), places[own]
    values = table.values[ranges(at, 2 * chosen.menus + work.fades)]
    shard.put(chosen._replace(numbers=values.astype(np.float64)))
