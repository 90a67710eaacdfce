"""The arrays of the strategy of a table, whole or part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled
from zerosum.kernels.prints import hash_prints
from zerosum.strategy.averages import ROWS, STREAMED, mix, printed, shares, write_shares
from zerosum.support.store import forget
from zerosum.support.streams import Stream
from zerosum.support.tokens import TUPLE
from zerosum.tables import (
    HEADER,
    Floats,
    Ints,
    Table,
    action_counts,
    bucket_counts,
    ranges,
    starts_of,
)

if TYPE_CHECKING:
    from zerosum.strategy.strategy import Strategy

_SORTED = 1 << 20  # hashes at a time; more if that were more than so many times
_SPANS = 32


def arrays_of(table: Table, **options: Any) -> dict[str, NDArray[Any]]:
    """Return the arrays of a strategy of a table: the streams of :func:`streamed`, in memory."""
    return {name: stream.whole() for name, stream in streamed(table, **options).items()}


def streamed(
    table: Table,
    *,
    current: bool = False,
    numbers: int = 2,
    fades: int = 0,
    before: Strategy | None = None,
    weight: float = 1.0,
) -> dict[str, Stream]:
    """Return the arrays of the average strategy of a table, or of the current one, as streams.

    Probabilities are proportional to sums or to positive regrets, and uniform if all are zero; but
    those of a bucket of a dense row remain zero then, since it may not have been visited. Where no
    average is kept, they are those of the current strategy.

    Parameters
    ----------
    current
        Whether the current strategy is meant.
    numbers, fades
        How many values a row has for each action, and besides.
    before
        A strategy that was saved when the table had fewer rows, to average with; None if there is
        none, or it has other rows.
    weight
        Of the table in that average.
    """
    if table.prints > 0:
        parts = partial(_by_prints, table, current, numbers, fades)
    else:
        parts = partial(_by_keys, table, current, fades, before, weight)

    @cache
    def hashes() -> Ints:
        return _hashes(table, numbers, fades)

    def ordered(place: int) -> Iterator[Ints]:
        return (part[place] for part in _in_order(hashes()))

    def starts() -> Iterator[Ints]:
        end = np.zeros(1, np.int64)
        yield end
        for part in parts():
            ends = end[-1] + np.cumsum(part.counts)
            yield ends
            end = ends

    rows, ints = table.rows, np.int64
    words = rows * _width(table) if table.prints > 0 else table.words_end
    total = sum(int(part.counts.sum()) for part in parts())
    return {
        "words": Stream(words, ints, (part.words() for part in parts())),
        "blocks": Stream(rows, ints, (part.blocks for part in parts())),
        "hashes": Stream(rows, ints, ordered(0)),
        "order": Stream(rows, ints, ordered(1)),
        "starts": Stream(rows + 1, ints, starts()),
        "probabilities": Stream(total, _kind_of(table), (part.shares() for part in parts())),
    }


class _Part(NamedTuple):
    """Some rows of a strategy: their words and probabilities are made when they are needed."""

    words: Callable[[], Ints]
    blocks: Ints
    counts: Ints
    shares: Callable[[], Floats]


def _hashes(table: Table, numbers: int, fades: int) -> Ints:
    """Return the hashes by which a strategy finds its rows; of fingerprints they are new."""
    if table.prints == 0:
        return table.hashes[: table.rows]
    hashes, end = np.empty(table.rows, np.int64), 0
    for _, counts, prints in printed(table, numbers, fades):
        first, end = end, end + counts.size
        compiled(hash_prints)(prints.ravel(), table.prints, hashes[first:end])
    return hashes


def _in_order(hashes: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield hashes ascending, and the row of each; of some range of them at a time."""
    spans = min(1 + hashes.size // _SORTED, _SPANS)
    least, most = (int(hashes.min()), int(hashes.max())) if hashes.size else (0, 0)
    step = 1 + (most - least) // spans
    for low in range(least, least + spans * step, step):
        places = np.flatnonzero((hashes >= low) & (hashes < low + step))
        order = places[np.argsort(hashes[places], kind="stable")]
        yield hashes[order], order


def _by_keys(
    table: Table, current: bool, fades: int, before: Strategy | None, weight: float
) -> Iterator[_Part]:
    """Yield the parts of a table of exact keys."""
    rows, words, last = table.rows, table.words[: table.words_end], 0
    while last < rows:
        first, blocks = last, table.blocks[last : min(last + ROWS, rows)]
        places = words[blocks]
        blocks = blocks[: max(1, int(np.searchsorted(places, places[0] + STREAMED)))]
        last = first + blocks.size
        end = table.blocks[last] if last < rows else words.size
        counts = action_counts(words, blocks) * bucket_counts(words, blocks)

        def found(first: int = first, last: int = last, counts: Ints = counts) -> Floats:
            part = np.empty(int(counts.sum()), _kind_of(table))
            compiled(write_shares)(table, int(current), fades, first, last, part)
            both = min(last, 0 if before is None else len(before.blocks))
            if before is not None and first < both:
                known = np.array(before.probabilities[before.starts[first] : before.starts[both]])
                forget(before.probabilities)
                compiled(mix)(table, fades, first, both, part, known, weight)
            return part

        yield _Part(partial(np.asarray, words[blocks[0] : end]), blocks, counts, found)


def _by_prints(table: Table, current: bool, numbers: int, fades: int) -> Iterator[_Part]:
    """Yield the parts of a table of fingerprints, which are the keys of its rows."""
    end, width, kind = 0, _width(table), _kind_of(table)
    for places, counts, prints in printed(table, numbers, fades):
        first, end = end, end + counts.size

        def words(counts: Ints = counts, prints: Ints = prints) -> Ints:
            found = np.zeros((counts.size, width), np.int64)
            found[:, 1] = 2 << 32 | 2 + table.prints
            found[:, HEADER + 1] = TUPLE + counts
            found[:, HEADER + 2 :] = prints
            return found.ravel()

        begins = places if current else places + counts

        def found(begins: Ints = begins, counts: Ints = counts) -> Floats:
            weights = np.maximum(table.values[ranges(begins, counts)], 0.0)
            found = shares(weights.astype(kind, copy=False), starts_of(counts))
            return found.astype(kind, copy=False)

        yield _Part(words, np.arange(first, end) * width, counts, found)


def _width(table: Table) -> int:
    """Return how many words the key of a fingerprint has."""
    return HEADER + 2 + table.prints


def _kind_of(table: Table) -> type[Any]:
    return np.float64 if table.values.itemsize == 8 else np.float32
