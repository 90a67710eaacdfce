"""The arrays of the strategy of a table, whole or part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled
from zerosum.kernels.prints import hash_prints
from zerosum.strategy.averages import STREAMED, indexed, mix, read_some_rows, shares, write_shares
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
_SPANS = 32  # in which hashes are sorted; all of them are read for each
_NONE = np.empty(0, np.int64)


def arrays_of(
    table: Table, *, current: bool, numbers: int = 2, fades: int = 0
) -> dict[str, NDArray[Any]]:
    """Return the arrays of the average strategy of a table, or of the current one.

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
    """
    streams = _streams_of(table, current=current, numbers=numbers, fades=fades)
    return indexed(**{name: stream.whole() for name, stream in streams.items()})


def streamed(
    table: Table,
    *,
    current: bool = False,
    numbers: int = 2,
    fades: int = 0,
    before: Strategy | None = None,
    weight: float = 1.0,
) -> dict[str, Stream]:
    """Return what :func:`arrays_of` does as streams; a small part of them is in memory at a time.

    Parameters
    ----------
    table, current, numbers, fades
        As for :func:`arrays_of`.
    before
        A strategy that was saved when the table had fewer rows, to average with; None if there is
        none, or it has other rows.
    weight
        Of the table in that average.
    """
    given: Any = {"current": current, "numbers": numbers, "fades": fades}
    streams = _streams_of(table, **given, before=before, weight=weight)
    hashes, rows = streams["hashes"].parts, table.rows

    def ordered(place: int) -> Stream:
        parts = _Parts(lambda: (part[place] for part in _in_order(hashes, rows)))
        return Stream(rows, np.int64, parts)

    return streams | {"hashes": ordered(0), "order": ordered(1)}


def _in_order(parts: Iterable[Ints], rows: int) -> Iterator[tuple[Ints, Ints]]:
    """Yield the hashes of rows ascending, and the row of each; of some range of them at a time."""
    spans = min(1 + rows // STREAMED, _SPANS)
    least = min((int(part.min()) for part in parts), default=0)
    step = 1 + (max((int(part.max()) for part in parts), default=0) - least) // spans
    for low in range(least, least + spans * step, step):
        hashes, places, first = [_NONE], [_NONE], 0
        for part in parts:
            within = np.flatnonzero((part >= low) & (part < low + step))
            hashes.append(part[within])
            places.append(first + within)
            first += part.size
        found, order = np.concatenate(hashes), np.concatenate(places)
        at = np.argsort(found, kind="stable")
        yield found[at], order[at]


@dataclass(frozen=True)
class _Parts:
    """The parts of a column of a strategy, made anew each time."""

    make: Callable[[], Iterator[NDArray[Any]]]

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return self.make()


def _streams_of(
    table: Table,
    *,
    current: bool,
    numbers: int,
    fades: int,
    before: Strategy | None = None,
    weight: float = 1.0,
) -> dict[str, Stream]:
    """Return the arrays of a strategy, whose hashes are in the order of the rows."""
    if table.prints > 0:
        parts, columns = _by_prints(table, current, numbers, fades)
    else:
        parts, columns = _by_keys(table, current, fades, before, weight)

    def column(name: str) -> _Parts:
        return _Parts(lambda: (columns[name](*part) for part in parts()))

    def starts() -> Iterator[Ints]:
        end = np.zeros(1, np.int64)
        yield end
        for counts in column("counts"):
            ends = end[-1] + np.cumsum(counts)
            yield ends
            end = ends

    words = sum(part.size for part in column("words"))
    total = sum(int(part.sum()) for part in column("counts"))
    return {
        "words": Stream(words, np.int64, column("words")),
        "blocks": Stream(table.rows, np.int64, column("blocks")),
        "hashes": Stream(table.rows, np.int64, column("hashes")),
        "starts": Stream(table.rows + 1, np.int64, _Parts(starts)),
        "probabilities": Stream(total, _kind_of(table), column("probabilities")),
    }


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
            at, places, counts, prints = read_some_rows(table, at, count, numbers, fades)
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
