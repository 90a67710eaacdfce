"""The arrays of a strategy, from the rows of a table or the sequences of a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled, kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.prints import read_prints
from zerosum.support.store import forget
from zerosum.support.streams import Stream
from zerosum.support.tokens import TUPLE
from zerosum.tables import (
    HEADER,
    PLAYERS,
    Floats,
    Ints,
    Table,
    action_counts,
    bucket_counts,
    places_within,
    ranges,
    starts_of,
)
from zerosum.tables.spans import ends_of

if TYPE_CHECKING:
    from zerosum.strategy.strategy import Strategy
    from zerosum.tree.infosets import Infosets


STREAMED = 1 << 22  # probabilities, or words, at a time
ROWS = 1 << 16  # at a time


def read_rows(
    table: Table, numbers: int, fades: int, at: int = 0, count: int | None = None
) -> tuple[Ints, Ints, Ints, int]:
    """Return where the values of rows with fingerprints begin, their menus' lengths, and these.

    Parameters
    ----------
    table
        The table.
    numbers, fades
        How many values a row has for each action, and besides.
    at, count
        Where the first row begins, and how many are read; all by default.

    Returns
    -------
    tuple
        The last is where the row after them begins.
    """
    rows = table.rows if count is None else count
    places, widths = (np.empty(rows, np.int64) for _ in range(2))
    prints = np.empty((rows, table.prints), np.int64)
    end = compiled(read_prints)(table, at, places, widths, prints)
    return places, (widths - fades) // numbers, prints, end


def printed(
    table: Table, numbers: int, fades: int, at: int = 0
) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Yield what :func:`read_rows` returns, of some rows at a time."""
    for first in range(0, table.rows, ROWS):
        count = min(ROWS, table.rows - first)
        *part, at = read_rows(table, numbers, fades, at, count)
        yield part[0], part[1], part[2]


def begins_with(table: Table, words: Ints) -> bool:
    """Return whether the words of a table begin with others, which are forgotten part by part."""
    alike = words.size <= table.words_end
    for first in range(0, words.size if alike else 0, STREAMED):
        part = words[first : first + STREAMED]
        alike = alike and bool((table.words[first : first + part.size] == part).all())
        forget(words)
    return alike


def spooled(
    words: IO[bytes], blocks: Ints, hashes: Ints, starts: Ints, shares_of: Callable[[slice], Floats]
) -> dict[str, Any]:
    """Return the arrays of a strategy whose words are in a file, which is read for saving.

    Parameters
    ----------
    words
        The file.
    blocks, hashes, starts
        Those of the rows.
    shares_of
        Returns the probabilities of a slice of the rows.
    """

    def read() -> Iterator[NDArray[Any]]:
        words.seek(0)
        while data := words.read(8 * STREAMED):
            yield np.frombuffer(data, np.int64)

    rows = range(0, blocks.size, STREAMED // 32)
    parts = (shares_of(slice(first, first + rows.step)) for first in rows)
    probabilities = Stream(int(starts[-1]), np.float64, parts)
    return _sorted(
        Stream(words.tell() // 8, np.int64, read()), blocks, hashes, starts, probabilities
    )


@kernel
def mix(
    table: Work, fades: int, first: int, last: int, found: Numbers, before: Numbers, weight: float
) -> None:
    """Average rows ``first`` to ``last`` - 1 with earlier ones, unless they have an average.

    Modified in place: ``found``. Buckets that only one of the two knows are as it knows them.
    """
    to = 0
    for row in range(first, last):
        block = table.blocks[row]
        at, n = table.words[block], table.words[block + HEADER + 1] - TUPLE
        buckets = 1 + table.words[block + HEADER] // PLAYERS
        end = table.words[table.blocks[row + 1]] if row + 1 < table.rows else table.values_end
        if (end - at) // buckets > n + fades:
            to += buckets * n
            continue
        for _ in range(buckets):
            known = now = 0.0
            for a in range(to, to + n):
                known += before[a]
                now += found[a]
            share = weight if now > 0.0 else 0.0
            if known > 0.0:
                for a in range(to, to + n):
                    found[a] = share * found[a] + (1.0 - share) * before[a]
            to += n


@kernel
def write_shares(
    table: Work, current: int, fades: int, first: int, last: int, found: Numbers
) -> None:
    """Write the probabilities of rows ``first`` to ``last`` - 1. Modified in place: ``found``."""
    to = 0
    for row in range(first, last):
        block = table.blocks[row]
        at, n = table.words[block], table.words[block + HEADER + 1] - TUPLE
        buckets = 1 + table.words[block + HEADER] // PLAYERS
        end = table.words[table.blocks[row + 1]] if row + 1 < table.rows else table.values_end
        width = (end - at) // buckets
        offset = n if current == 0 and width > n + fades else 0
        for bucket in range(buckets):
            place, total = at + bucket * width + offset, 0.0
            for a in range(n):
                total += max(table.values[place + a], 0.0)
            for a in range(n):
                if total > 0.0:
                    found[to + a] = max(table.values[place + a], 0.0) / total
                else:
                    found[to + a] = 1.0 / n if buckets == 1 else 0.0
            to += n


def shares(weights: Floats, starts: Ints, least: float = 0.0) -> Floats:
    """Return each weight's share of its row's total; uniform if that is at most ``least``.

    >>> shares(np.array([1.0, 3.0, 0.0, 0.0]), np.array([0, 2, 4])).tolist()
    [0.25, 0.75, 0.5, 0.5]
    """
    counts = np.diff(starts)
    totals = np.repeat(np.add.reduceat(weights, starts[:-1]) if counts.size else counts, counts)
    uniform = np.repeat(1.0 / counts, counts)
    found: Floats = np.divide(weights, totals, out=uniform, where=totals > least)
    return found


@kernel
def count_known(starts: Numbers, counts: Numbers, probabilities: Numbers) -> int:
    """Return how many buckets of dense rows have probabilities; ``counts`` are actions a row."""
    found = 0
    for row in range(counts.size):
        for first in range(starts[row], starts[row + 1], counts[row]):
            total = 0.0
            for place in range(first, first + counts[row]):
                total += probabilities[place]
            found += total > 0.0
    return found


def expanded(strategy: Strategy) -> dict[str, NDArray[Any]]:
    """Return the arrays of a dense strategy with a row for each known bucket."""
    words, blocks, sizes = strategy.words, strategy.blocks, strategy.view.sizes
    counts, buckets = action_counts(words, blocks), bucket_counts(words, blocks)
    rows = np.repeat(np.arange(blocks.size), buckets)
    bucket = places_within(buckets)
    firsts = strategy.starts[rows] + bucket * counts[rows]
    known = np.zeros(0, bool)
    if rows.size:
        known = np.add.reduceat(strategy.probabilities, firsts) > 0.0
    rows, bucket, firsts = rows[known], bucket[known], firsts[known]
    lengths = HEADER + (words[blocks + 1] & 0xFFFFFFFF)
    found_blocks = starts_of(lengths[rows])
    found = words[ranges(blocks[rows], lengths[rows])]
    found[found_blocks[:-1] + HEADER] %= PLAYERS
    begins = [ends_of(words, blocks + HEADER + 1)]
    for _ in sizes[1:]:
        begins.append(ends_of(words, begins[-1]))
    for parts, begin in reversed(list(zip(sizes, begins, strict=True))):
        if parts:
            private = words[begin[rows]] >= 0
            places = (found_blocks[:-1] + (begin - blocks)[rows])[private]
            size = np.array(parts)[np.searchsorted(np.cumsum(parts), found[places])]
            bucket[private], within = np.divmod(bucket[private], size)
            found[places] += within - size
    starts = starts_of(counts[rows])
    hashes = np.empty(rows.size, np.int64)
    compiled(write_hashes)(found, found_blocks, hashes)
    places = ranges(firsts, counts[rows])
    probabilities = np.asarray(strategy.probabilities[places], np.float64)
    return _sorted(found, found_blocks[:-1].copy(), hashes, starts, probabilities)


@kernel
def write_hashes(words: Numbers, blocks: Numbers, hashes: Numbers) -> None:
    """Write the hash of the identity of each row. Modified in place: ``hashes``."""
    for row in range(hashes.size):
        shape, begin = words[blocks[row] + 1], blocks[row] + HEADER
        hashes[row] = hash_row(words, begin + (shape >> 32), begin + (shape & 0xFFFFFFFF))


def arrays_on(tree: Infosets, probabilities: Floats) -> dict[str, NDArray[Any]]:
    """Return the arrays of the strategy with given probabilities of a tree's sequences."""
    return _sorted(tree.words, tree.blocks, tree.hashes, tree.starts, probabilities)


def _sorted(
    words: Ints | Stream,
    blocks: Ints,
    hashes: Ints,
    starts: Ints,
    probabilities: Any,
) -> dict[str, Any]:
    order = np.argsort(hashes, kind="stable")
    return {
        "words": words,
        "blocks": blocks,
        "hashes": hashes[order],
        "order": order,
        "starts": starts,
        "probabilities": probabilities,
    }
