"""The infosets of a strategy as a table: sorted, filtered, and a page at a time."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import groupby
from math import inf, isfinite
from operator import itemgetter
from typing import Any, NamedTuple

import attrs
import numpy as np

from zerosum.errors import NotApplicable
from zerosum.strategy import Strategy
from zerosum.strategy.columns import Columns, part_of
from zerosum.support.store import Json
from zerosum.support.suggest import alternatives
from zerosum.tables import Ints, action_counts, bucket_counts, starts_of
from zerosum.web.declare import Endpoint, flag, number, text
from zerosum.web.errors import RequestError
from zerosum.web.library import Opened
from zerosum.web.site import Site
from zerosum.web.work import Lane

MOST = 200_000  # rows of a table that is sorted and filtered
_PAGE = 200  # rows
_HUGE = (
    "The strategy has more than {:,} rows: they are listed in the order in which it keeps them, "
    "and neither sorted nor filtered. blood.export writes all of them."
)
_UNVISITED = " Buckets that training did not visit count as rows, and are left out."


@attrs.frozen
class Infosets:
    """A page of the table of infosets of a run."""

    run: str = text(about="The name of a run.")
    first: int = number(0, 0, 2**53, about="The first row of the page, from 0.")
    count: int = number(50, 1, _PAGE, about="Rows of the page.")
    sort: str = text("", about="The column to sort by; empty for the order of the strategy.")
    descending: bool = flag(about="Whether the largest come first.")
    filter: str = text(
        "", about="Words such as street=2, or texts that occur; rows with all of them are kept."
    )


def list_infosets(site: Site, asked: Infosets) -> Json:
    """Return a page of the table of infosets of a run, with what the strategy does there.

    Raises
    ------
    NotApplicable
        If the strategy has no rows, or so many that they are neither sorted nor filtered.
    RequestError
        If there is no such column, or a quotation mark in the filter is not closed.
    """
    opened = site.library.open(asked.run)
    strategy = opened.run.strategy
    if strategy.vectors:
        raise NotApplicable(
            "The strategy of a spot has no table of infosets, but all hands side by side: look at "
            "it after a line."
        )
    sizes = _sizes(strategy)
    total, note = int(sizes.sum()), _HUGE.format(MOST)
    if total <= MOST:
        table = _table(opened)
        rows = _ordered(table, _kept(table, asked.filter), asked)
        page = rows[asked.first : asked.first + asked.count]
        found = _page(Columns(strategy.plain, rows=page), page)
        found |= {"total": table.size, "matching": len(rows), "notes": []}
    elif asked.sort or asked.filter:
        raise NotApplicable(note)
    else:
        found = _part(strategy, sizes, asked.first, asked.count)
        note += _UNVISITED if strategy.view.dense else ""
        found |= {"total": total, "matching": total, "notes": [note]}
    return {**found, "first": asked.first}


def _sizes(strategy: Strategy) -> Ints:
    """Return how many infosets each row may have."""
    if not strategy.view.dense:
        return np.ones(strategy.blocks.size, np.int64)
    return bucket_counts(strategy.words, strategy.blocks)


def _part(strategy: Strategy, sizes: Ints, first: int, count: int) -> dict[str, Any]:
    """Return a page of a huge strategy, of which only the rows of the page are read."""
    ends = np.cumsum(sizes)
    begin, end = np.searchsorted(ends, [first, first + count - 1], "right").tolist()
    part = part_of(strategy, begin, min(end + 1, ends.size))
    actions = action_counts(part.words, part.blocks).repeat(sizes[begin : end + 1])
    known = np.ones(actions.size, bool)
    if actions.size and strategy.view.dense:
        known = np.add.reduceat(part.probabilities, starts_of(actions)[:-1]) > 0.0
    numbers = np.flatnonzero(known) + int(ends[begin - 1] if begin else 0)
    rows = np.flatnonzero((numbers >= first) & (numbers < first + count))
    return _page(Columns(part, rows=rows.tolist()), numbers[rows].tolist())


class _Table(NamedTuple):
    """The factors of all rows, decoded: a list for each column."""

    names: list[str]
    columns: list[list[Any]]

    @property
    def size(self) -> int:
        return len(self.columns[-1])


@lru_cache(maxsize=2)
def _table(opened: Opened) -> _Table:
    listed = Columns(opened.run.strategy.plain)
    columns: list[list[Any]] = [[] for _ in listed.names[:-2]]
    for part in listed.heads():
        for column, values in zip(columns, part, strict=True):
            column.extend(values)
    _, players, *factors = columns
    return _Table(_names(listed), [*factors, players])


def _names(columns: Columns) -> list[str]:
    return [*columns.names[2:-2], columns.names[1]]


def _kept(table: _Table, wanted: str) -> list[int]:
    """Return the rows with all words of a filter."""
    try:
        words = shlex.split(wanted.casefold())
    except ValueError:
        raise RequestError(f"Quotation marks must be closed; got {wanted!r}.") from None
    rows, names = list(range(table.size)), [name.casefold() for name in table.names]
    for word in words:
        name, _, value = word.partition("=")
        columns, fits = table.columns, _fitting(partial(_within, word))
        if name in names and value:
            columns, fits = [table.columns[names.index(name)]], _fitting(value.__eq__)
        rows = [row for row in rows if any(fits(column[row]) for column in columns)]
    return rows


def _within(word: str, shown: str) -> bool:
    return word in shown


def _fitting(test: Callable[[str], bool]) -> Callable[[Any], bool]:
    """Return a test of values by their texts, which tests each value once."""
    return lru_cache(None, typed=True)(lambda value: test(str(value).casefold()))


def _ordered(table: _Table, rows: list[int], asked: Infosets) -> list[int]:
    """Return rows sorted by a column; those without a value come last."""
    if not asked.sort:
        return rows[::-1] if asked.descending else rows
    if asked.sort not in table.names:
        raise RequestError(
            f"There is no column {asked.sort!r}: {alternatives(asked.sort, table.names)}"
        )
    column = table.columns[table.names.index(asked.sort)]
    known = [row for row in rows if column[row] is not None]
    known.sort(key=column.__getitem__, reverse=asked.descending)
    return known + [row for row in rows if column[row] is None]


def _page(columns: Columns, numbers: Sequence[int]) -> dict[str, Any]:
    """Return rows with what is done there, under other numbers."""
    rows, menus = [], set()
    for row, (_, lines) in zip(numbers, groupby(columns.lines(), itemgetter(0)), strict=True):
        answers = [(line[1:-2], str(line[-2]), line[-1]) for line in lines]
        player, *values = answers[0][0]
        rows.append(
            {
                "row": row,
                "player": player,
                "values": [_plain(value) for value in values],
                "strategy": [[action, share] for _, action, share in answers],
            }
        )
        menus.add(tuple([action for _, action, _ in answers]))
    return {"columns": _names(columns), "actions": len(menus) == 1, "rows": rows}


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: infinite numbers are text."""
    return str(value) if isinstance(value, float) and not isfinite(value) else value


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/runs/{run}/infosets",
        Infosets,
        list_infosets,
        "A page of the table of infosets, with what the strategy does.",
        kept=inf,
        lane=Lane.LONG,
    ),
)
