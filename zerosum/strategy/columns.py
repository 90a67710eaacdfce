"""A strategy as a table for other programs: a line for each action of each row, in batches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.naming import shown
from zerosum.support import tokens
from zerosum.tables import HEADER, Ints, action_counts, ranges
from zerosum.tables.spans import ends_of, items_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from zerosum.strategy.strategy import Strategy

BATCH = 1 << 14  # rows
_CELLS = 1 << 14  # values that are decoded once

_FIXED = ("row", "player", "action", "probability")

Watch = Callable[[Sequence[int]], Iterable[int]]


class Column(NamedTuple):
    """A column of the table.

    Parameters
    ----------
    name
        Its name.
    kind
        The type of its values.
    optional
        Whether some of them are None.

    Examples
    --------
    >>> Column("probability", float), Column("key", str, optional=True).optional
    (Column(name='probability', kind=<class 'float'>, optional=False), True)
    """

    name: str
    kind: type[int] | type[float] | type[bool] | type[str]
    optional: bool = False


class Listing(ABC):
    """A strategy as a table for other programs.

    Attributes
    ----------
    columns
        Its columns.
    """

    columns: tuple[Column, ...]

    @abstractmethod
    def batches(self) -> Iterator[list[list[Any]]]:
        """Yield the values of each column, for some rows at a time."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def lines(self) -> Iterator[tuple[Any, ...]]:
        """Yield the lines."""
        for batch in self.batches():
            yield from zip(*batch, strict=True)

    def frame(self) -> DataFrame:
        """Return the table as a data frame of pandas.

        Raises
        ------
        ImportError
            If pandas, of the extra ``export``, is not installed.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError(
                "The extra export must be installed to make data frames; there is no pandas: "
                "pip install 'zerosum[export]'."
            ) from error
        types = {column.name: _DTYPES[column.kind, column.optional] for column in self.columns}
        empty: list[list[Any]] = [[] for _ in self.columns]
        frames = [
            pd.DataFrame(dict(zip(self.names, batch, strict=True))).astype(types)
            for batch in self.batches()
        ]
        none = pd.DataFrame(dict(zip(self.names, empty, strict=True))).astype(types)
        return pd.concat(frames or [none], ignore_index=True)


class Columns(Listing):
    """A strategy as a table, with a line for each action of each row.

    Its columns are the number of the row, the player, each factor of the states in the order of
    writing, the action and the probability. Without states, the infoset is one column. A factor of
    actions is left out, as the lines themselves say it. A column of values that are not all
    numbers or truth values is text.

    Parameters
    ----------
    strategy
        The strategy.
    watch
        Wraps the sequence of the first rows of all batches, to show how far it is.
    rows
        The numbers of the rows to list, in this order; all by default.

    Raises
    ------
    StoreError
        If the strategy holds a record of a class that is not imported.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> table = Columns(CFR(Kuhn()).strategy())
    >>> table.names
    ('row', 'player', 'infoset', 'action', 'probability')
    >>> next(table.lines())
    (0, 0, 'J', 'PASS', 0.5)
    >>> [len(column) for column in next(table.batches())]
    [24, 24, 24, 24, 24]
    """

    def __init__(
        self, strategy: Strategy, watch: Watch = iter, rows: Sequence[int] | None = None
    ) -> None:
        with strategy.decoding():  # dense rows are decoded to be told apart
            self.strategy = strategy = strategy.plain
        self.watch = watch
        self._numbers = range(len(strategy)) if rows is None else rows
        view = strategy.view
        if view.states is None:
            names, self._places = ["infoset"], [0]
        else:
            kept = [factor for factor in view.states.factors if factor in view.factors]
            names, self._places = list(map(repr, kept)), [view.factors.index(f) for f in kept]
        self._cell = lru_cache(_CELLS)(_cell)
        with strategy.decoding():
            *factors, action = self._kinds(len(names) + 1)
        inner = [Column(name, *kind) for name, kind in zip(_apart(names), factors, strict=True)]
        ends = (Column("action", *action), Column("probability", float))
        self.columns = (Column("row", int), Column("player", int), *inner, *ends)

    def __reduce__(self) -> tuple[Any, ...]:
        return Columns, (self.strategy, self.watch, self._numbers)

    def batches(self) -> Iterator[list[list[Any]]]:
        """Yield the values of each column, for some rows at a time."""
        with self.strategy.decoding():
            for heads, counts, shares, action in self._batches():
                found = [column.repeat(counts).tolist() for column in heads]
                cells = self._cells(*action, self.columns[-2]).tolist()
                yield [*found, cells, self.strategy.probabilities[shares].tolist()]

    def heads(self) -> Iterator[list[list[Any]]]:
        """Yield the values of each column but the last two, once a row, for some rows at a time."""
        with self.strategy.decoding():
            for heads, *_ in self._batches():
                yield [column.tolist() for column in heads]

    @property
    def _firsts(self) -> range:
        return range(0, len(self._numbers), BATCH)

    def _rows(self, first: int) -> Ints:
        return np.asarray(self._numbers[first : first + BATCH], np.int64)

    def _batches(self) -> Iterator[tuple[list[NDArray[Any]], Ints, Ints, tuple[Ints, Ints]]]:
        """Yield columns by row, how many actions rows have, and where these and their odds are."""
        strategy = self.strategy
        for first in self.watch(self._firsts):
            rows = self._rows(first)
            blocks, starts = strategy.blocks[rows], strategy.starts[rows]
            counts = strategy.starts[rows + 1] - starts
            *inner, action = self._spans(blocks)
            kinds = self.columns[2:-2]
            cells = (self._cells(*span, kind) for span, kind in zip(inner, kinds, strict=True))
            heads = [rows, strategy.words[blocks + HEADER], *cells]
            yield heads, counts, ranges(starts, counts), action

    def _spans(self, blocks: Ints) -> list[tuple[Ints, Ints]]:
        """Return where values begin and end: of each factor by row, and of the actions by line."""
        words, menus = self.strategy.words, blocks + HEADER + 1
        actions = items_of(words, menus, action_counts(words, blocks))
        spans, at = [], ends_of(words, menus)
        for _ in range(max(self._places, default=-1) + 1):
            begins, at = at, ends_of(words, at)
            spans.append((begins, at))
        return [*(spans[place] for place in self._places), actions]

    def _cells(self, begins: Ints, ends: Ints, column: Column) -> NDArray[Any]:
        words = self.strategy.words
        if column.kind is int and not column.optional:
            return words[begins]
        text, cell = column.kind is str, self._cell
        spans = zip(begins.tolist(), ends.tolist(), strict=True)
        cells = np.empty(begins.size, object)
        cells[:] = [cell(words[begin:end].tobytes(), text) for begin, end in spans]
        return cells

    def _kinds(self, size: int) -> list[tuple[Any, bool]]:
        """Return the type of the values of each factor and of the actions, and if some are None."""
        seen: list[set[int]] = [set() for _ in range(size)]
        for first in self._firsts:
            spans = self._spans(self.strategy.blocks[self._rows(first)])
            for sorts, (begins, _) in zip(seen, spans, strict=True):
                sorts.update(_sorts(self.strategy.words[begins]))
        return [_kind(sorts) for sorts in seen]


def part_of(strategy: Strategy, first: int, last: int) -> Strategy:
    """Return a strategy of some rows alone, to list them without reading others.

    Infosets are not found in it.

    Parameters
    ----------
    strategy
        The strategy, whose arrays are shared.
    first, last
        The first row, and the row after the last; a dense row has several infosets.
    """
    starts = strategy.starts[first : last + 1]
    part = replace(
        strategy,
        blocks=strategy.blocks[first:last],
        starts=starts - starts[0],
        probabilities=strategy.probabilities[starts[0] : starts[-1]],
        hashes=strategy.hashes[:0],
        order=strategy.order[:0],
    )
    part._classes = strategy._classes
    return part


_NOTHING, _INT, _BOOL, _REAL, _OTHER = range(5)
_KINDS: dict[frozenset[int], Any] = {
    frozenset({_INT}): int,
    frozenset({_BOOL}): bool,
    frozenset({_REAL}): float,
}
_DTYPES = {
    (int, False): "int64",
    (int, True): "Int64",
    (bool, False): "bool",
    (bool, True): "boolean",
    (float, False): "float64",
    (float, True): "float64",
    (str, False): "string",
    (str, True): "string",
}


def _sorts(firsts: Ints) -> set[int]:
    """Return which sorts of values begin with these words."""
    sorts = np.full(firsts.shape, _OTHER)
    sorts[firsts >= tokens.LEAST] = _INT
    sorts[firsts == tokens.NONE] = _NOTHING
    sorts[(firsts == tokens.TRUE) | (firsts == tokens.FALSE)] = _BOOL
    sorts[firsts == tokens.REAL] = _REAL
    return set(np.unique(sorts).tolist())


def _kind(sorts: set[int]) -> tuple[Any, bool]:
    """Return the type of a column with values of some sorts, and whether some are None."""
    return _KINDS.get(frozenset(sorts - {_NOTHING}), str), _NOTHING in sorts


def _cell(words: bytes, text: bool) -> Any:
    """Return the value that words begin with, as text or as it is; None stays."""
    value = tokens.read(np.frombuffer(words, np.int64).tolist())
    return shown(value) if text and value is not None else value


def _apart(names: Iterable[str]) -> list[str]:
    """Return names of columns that differ, from one another and from the fixed names.

    Upper and lower case do not count, as databases have it.

    >>> _apart(["player", "Card", "card", "rowid"])
    ['player_2', 'Card', 'card_2', 'rowid_2']
    """
    taken, found = {*_FIXED, "rowid"}, []  # SQLite numbers the lines by that name
    for name in names:
        places = (f"{name}_{place}" for place in range(2, len(taken) + 3))
        free = next(each for each in (name, *places) if each.casefold() not in taken)
        taken.add(free.casefold())
        found.append(free)
    return found
