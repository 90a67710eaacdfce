"""A checkpoint or a strategy whose arrays are written by shards, each its part.

It is what one process would write, but for the order of rows. Any number of shards reads a
checkpoint.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.shards import Shard, rows_of
from zerosum.support import store
from zerosum.support.streams import Stream, sync
from zerosum.tables import Ints, Table
from zerosum.tables.blocks import COUNTS
from zerosum.tables.table import mask_for, slots_for

ARRAYS = ("words", "blocks", "hashes", "values")
SLICED = ("rows", "words", "values", "blocks")  # sizes of a shard that a checkpoint lists
TABLE, AVERAGE, CURRENT = "table", "average", "current"  # what shards write
_ITEMS = 1 << 21  # of an array at a time
_ROWS = 1 << 16
_POLYNOMIAL = 0xEDB88320


Sizes = Counter[str]
"""How many rows a shard has, and how many items each array that it writes."""


def before(sizes: Iterable[Sizes]) -> list[Sizes]:
    """Return for each shard what those before it have, and at the end what all have.

    >>> before([Counter(rows=1, words=5), Counter(rows=2, words=9)])[-1]
    Counter({'words': 14, 'rows': 3})
    """
    return list(accumulate(sizes, add, initial=Counter()))


def counts_of(total: Sizes, prints: int, touched: int, iterations: int) -> NDArray[np.int64]:
    """Return the counts that the checkpoint of a table has."""
    rows = total["rows"]
    mask = slots_for(rows) - 1 if prints > 0 else mask_for(rows)
    known = {"touched": touched, "iterations": iterations, "mask": mask, "depth": 0}
    known |= {"rows": rows, "words_end": total["words"], "values_end": total["values"]}
    return np.array([*(known[name] for name in COUNTS), 0])


def rebased(
    arrays: Mapping[str, NDArray[Any] | Stream], name: str, first: Sizes
) -> Iterator[NDArray[Any]]:
    """Yield the parts of an array of a shard, as they are behind those of the shards before."""
    array, blocks = arrays[name], arrays["blocks"]
    added = first[{"blocks": "words", "order": "rows", "starts": "probabilities"}.get(name, "")]
    if isinstance(array, Stream):
        parts: Iterable[NDArray[Any]] = array.parts
    elif name == "words" and isinstance(blocks, np.ndarray) and blocks.size:
        parts = _moved(array, blocks, first["values"])
    else:
        parts = (array[k : k + _ITEMS] for k in range(0, array.size, _ITEMS))
    yield from (part + added if added else part for part in parts)


def _moved(words: Ints, blocks: Ints, values: int) -> Iterator[Ints]:
    """Yield the words of some rows at a time, whose values begin so many numbers further on."""
    for k in range(0, blocks.size, _ROWS):
        rows = blocks[k : k + _ROWS + 1]
        end = rows[_ROWS] if rows.size > _ROWS else words.size
        part = words[rows[0] : end].copy()
        part[rows[:_ROWS] - rows[0]] += values
        yield part


def write_parts(path: Path, start: int, parts: Iterable[NDArray[Any]]) -> tuple[int, int]:
    """Write parts of an array into a file from a byte on; return their checksum and bytes."""
    checksum = size = 0
    # For writing only: a network's file system would read whole pages, and write them back over
    # what others have written meanwhile.
    with os.fdopen(os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), "wb") as file:
        file.seek(start)
        for part in parts:
            data = np.ascontiguousarray(part).view(np.uint8).data
            checksum = zlib.crc32(data, checksum)
            size += file.write(data)
        sync(file)
    return checksum, size


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

    ``number`` is that of the shard, which has no rows, among so many ``shards`` now. Modified in
    place: ``shard``.
    """
    arrays, meta, _ = store.read(path, mmap=True)
    words, blocks, hashes, values = (np.asarray(arrays[name]) for name in ARRAYS)
    whole = int(arrays["counts"][COUNTS.index("rows")]), words.size, values.size, blocks.size
    parts = [Counter(dict(zip(SLICED, part, strict=True))) for part in meta.get("slices", [whole])]
    firsts, prints, fades = before(parts), shard.work.table.prints, shard.work.fades
    for k in [number] if len(parts) == shards else range(len(parts)):
        some = slice(firsts[k]["blocks"], firsts[k + 1]["blocks"])
        table = Table.holding(words, blocks[some], hashes[some], values)
        table.prints, table.rows = prints, parts[k]["rows"]
        for rows in rows_of(table, fades, 2, fades, firsts[k]["values"]):
            shard.put(rows.chosen(rows.owners(shards, prints) == number))
    return int(meta["iterations"]) // int(meta["settings"]["round"])
