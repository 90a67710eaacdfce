"""The arrays of the strategy of a table, whole or part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled
from zerosum.kernels.prints import hash_prints
from zerosum.strategy.averages import STREAMED, mix, read_rows, shares, write_shares
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

_ROWS = 1 << 16  # rows at a time
_SORTED = 1 << 20  # hashes at a time; more if that were more than so many times
_SPANS = 32
_NONE = np.empty(0, np.int64)


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
    table
        The table.
    current
        Whether the current strategy is meant.
    numbers
        How many values a row has for each action.
    fades
        How many it has besides.
    before
        A strategy that was saved when the table had fewer rows, to average with; None if there is
        none, or it has other rows.
    weight
        Of the table in that average.
    """
    if table.prints > 0:
        parts, columns = _by_prints(table, current, numbers, fades)
    else:
        parts, columns = _by_keys(table, current, fades, before, weight)

    def column(name: str) -> Iterator[NDArray[Any]]:
        return (columns[name](*part) for part in parts())

    def starts() -> Iterator[Ints]:
        end = np.zeros(1, np.int64)
        yield end
        for counts in column("counts"):
            ends = end[-1] + np.cumsum(counts)
            yield ends
            end = ends

    def ordered(place: int) -> Iterator[Ints]:
        return (part[place] for part in _in_order(lambda: column("hashes"), table.rows))

    words = sum(part.size for part in column("words"))
    total = sum(int(part.sum()) for part in column("counts"))
    return {
        "words": Stream(words, np.int64, column("words")),
        "blocks": Stream(table.rows, np.int64, column("blocks")),
        "hashes": Stream(table.rows, np.int64, ordered(0)),
        "order": Stream(table.rows, np.int64, ordered(1)),
        "starts": Stream(table.rows + 1, np.int64, starts()),
        "probabilities": Stream(total, _kind_of(table), column("probabilities")),
    }


def _in_order(parts: Callable[[], Iterator[Ints]], rows: int) -> Iterator[tuple[Ints, Ints]]:
    """Yield the hashes of rows ascending, and the row of each; of some range of them at a time."""
    spans = min(1 + rows // _SORTED, _SPANS)
    bounds = [(int(part.min()), int(part.max())) for part in parts()] or [(0, 0)]
    least = min(low for low, _ in bounds)
    step = 1 + (max(high for _, high in bounds) - least) // spans
    for low in range(least, least + spans * step, step):
        hashes, places, first = [_NONE], [_NONE], 0
        for part in parts():
            within = np.flatnonzero((part >= low) & (part < low + step))
            hashes.append(part[within])
            places.append(first + within)
            first += part.size
        found, order = np.concatenate(hashes), np.concatenate(places)
        at = np.argsort(found, kind="stable")
        yield found[at], order[at]


_Columns = tuple[Callable[[], Iterator[Any]], dict[str, Callable[..., NDArray[Any]]]]


def _by_keys(
    table: Table, current: bool, fades: int, before: Strategy | None, weight: float
) -> _Columns:
    """Return the parts of a table of exact keys, and what a part has of each array."""
    rows, words = table.rows, table.words[: table.words_end]
    blocks, hashes = table.blocks[:rows], table.hashes[:rows]

    def parts() -> Iterator[tuple[int, int]]:
        first = 0
        while first < rows:
            places = words[blocks[first : first + _ROWS]]
            last = first + max(1, int(np.searchsorted(places, places[0] + STREAMED)))
            yield first, last
            first = last

    def counts(first: int, last: int) -> Ints:
        return action_counts(words, blocks[first:last]) * bucket_counts(words, blocks[first:last])

    def probabilities(first: int, last: int) -> Floats:
        part = np.empty(int(counts(first, last).sum()), _kind_of(table))
        compiled(write_shares)(table, int(current), fades, first, last, part)
        both = min(last, 0 if before is None else len(before.blocks))
        if before is not None and first < both:
            known = np.array(before.probabilities[before.starts[first] : before.starts[both]])
            forget(before.probabilities)
            compiled(mix)(table, fades, first, both, part, known, weight)
        return part

    return parts, {
        "words": lambda first, last: words[blocks[first] : blocks[last] if last < rows else None],
        "blocks": lambda first, last: blocks[first:last],
        "hashes": lambda first, last: hashes[first:last],
        "counts": counts,
        "probabilities": probabilities,
    }


def _by_prints(table: Table, current: bool, numbers: int, fades: int) -> _Columns:
    """Return the parts of a table of fingerprints, which are keys, and what a part has."""
    size, head, kind = table.prints, HEADER + 2, _kind_of(table)

    def parts() -> Iterator[tuple[int, Ints, Ints, Ints]]:
        at = 0
        for first in range(0, table.rows, _ROWS):
            count = min(_ROWS, table.rows - first)
            places, counts, prints, at = read_rows(table, numbers, fades, at, count)
            yield first, places, counts, prints

    def words(_: int, __: Ints, counts: Ints, prints: Ints) -> Ints:
        rows = np.zeros((counts.size, head + size), np.int64)
        rows[:, 1] = 2 << 32 | 2 + size
        rows[:, HEADER + 1] = TUPLE + counts
        rows[:, head:] = prints
        return rows.ravel()

    def hashes(_: int, __: Ints, counts: Ints, prints: Ints) -> Ints:
        found = np.empty(counts.size, np.int64)
        compiled(hash_prints)(prints.ravel(), size, found)
        return found

    def probabilities(_: int, places: Ints, counts: Ints, __: Ints) -> Floats:
        at = ranges(places if current else places + counts, counts)
        weights = np.maximum(table.values[at], 0.0).astype(kind, copy=False)
        return shares(weights, starts_of(counts)).astype(kind, copy=False)

    return parts, {
        "words": words,
        "blocks": lambda first, _, counts, __: (first + np.arange(counts.size)) * (head + size),
        "hashes": hashes,
        "counts": lambda _, __, counts, ___: counts,
        "probabilities": probabilities,
    }


def _kind_of(table: Table) -> type[Any]:
    return np.float64 if table.values.itemsize == 8 else np.float32
