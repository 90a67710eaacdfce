"""The infosets of a strategy as a table: sorted, filtered, and a page at a time."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import Any

import attrs
import numpy as np

from zerosum.errors import NotApplicable
from zerosum.experiment.names import alternatives
from zerosum.strategy import Strategy
from zerosum.strategy.columns import Columns, part_of
from zerosum.support.store import Json
from zerosum.tables import Ints, action_counts, bucket_counts, starts_of
from zerosum.web.declare import Endpoint, flag, number, text
from zerosum.web.errors import RequestError
from zerosum.web.library import Opened
from zerosum.web.site import Site

MOST = 200_000  # rows of a table that is sorted and filtered
_PAGE = 200  # rows
_LAST = "player"
_HUGE = (
    "The strategy has more than {:,} rows: they are listed in the order in which it keeps them, "
    "and neither sorted nor filtered. blood.export writes all of them."
)


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


def infosets(opened: Opened, asked: Infosets) -> Json:
    """Return a page of the table of infosets, with what the strategy does there.

    Raises
    ------
    NotApplicable
        If the strategy has no rows, or so many that they are neither sorted nor filtered.
    RequestError
        If there is no such column, or a quotation mark in the filter is not closed.
    """
    strategy = opened.run.strategy
    if not isinstance(strategy, Strategy):
        raise NotApplicable(
            "Only strategies by infosets have a table of them; this one is of a spot, with all "
            "hands side by side: look at it after a line."
        )
    sizes = _sizes(strategy)
    total = int(sizes.sum())
    if total <= MOST:
        table = _table(opened)
        rows = _ordered(table, _kept(table, asked.filter), asked)
        page = rows[asked.first : asked.first + asked.count]
        return {
            **_page(Columns(strategy.plain, rows=page), page),
            "total": table.size,
            "matching": len(rows),
            "first": asked.first,
            "notes": [],
        }
    if asked.sort or asked.filter:
        raise NotApplicable(_HUGE.format(MOST))
    found = _part(strategy, sizes, asked.first, asked.count)
    note = _HUGE.format(MOST)
    if strategy.view.dense:
        note += " Buckets that training did not visit count as rows, and are left out."
    return {**found, "total": total, "matching": total, "first": asked.first, "notes": [note]}


def _sizes(strategy: Strategy) -> Ints:
    """Return how many infosets each row may have."""
    if not strategy.view.dense:
        return np.ones(strategy.blocks.size, np.int64)
    return bucket_counts(strategy.words, strategy.blocks)


def _part(strategy: Strategy, sizes: Ints, first: int, count: int) -> Json:
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


class _Table:
    """The factors of all rows, decoded.

    Parameters
    ----------
    columns
        What decodes them.
    """

    def __init__(self, columns: Columns) -> None:
        self.names = [*columns.names[2:-2], _LAST]
        parts = list(zip(*columns.heads(), strict=True)) or [()] * (len(self.names) + 1)
        numbers, players, *factors = ([value for part in col for value in part] for col in parts)
        self.values, self.size = [*factors, players], len(numbers)


@lru_cache(maxsize=2)
def _table(opened: Opened) -> _Table:
    return _Table(Columns(opened.run.strategy.plain))


def _kept(table: _Table, wanted: str) -> list[int]:
    """Return the rows with all words of a filter."""
    try:
        words = shlex.split(wanted.casefold())
    except ValueError:
        raise RequestError(f"Quotation marks in a filter must be closed; got {wanted!r}.") from None
    rows = list(range(table.size))
    names = [name.casefold() for name in table.names]
    for word in words:
        name, _, value = word.partition("=")
        if name in names and value:
            known = _Texts(lambda shown, value=value: shown == value)
            column = table.values[names.index(name)]
            rows = [row for row in rows if known[column[row]]]
        else:
            known = _Texts(lambda shown, word=word: word in shown)
            rows = [row for row in rows if any(known[column[row]] for column in table.values)]
    return rows


class _Texts(dict[Any, bool]):
    """Whether values fit, by their texts; each is looked at once."""

    def __init__(self, fits: Any) -> None:
        super().__init__()
        self.fits = fits

    def __missing__(self, value: Any) -> bool:
        self[value] = found = bool(self.fits(str(value).casefold()))
        return found


def _ordered(table: _Table, rows: list[int], asked: Infosets) -> list[int]:
    """Return rows sorted by a column; those without a value come last."""
    if not asked.sort:
        return rows[::-1] if asked.descending else rows
    if asked.sort not in table.names:
        raise RequestError(
            f"There is no column {asked.sort!r}: {alternatives(asked.sort, table.names)}"
        )
    column = table.values[table.names.index(asked.sort)]
    known = [row for row in rows if column[row] is not None]
    known.sort(key=column.__getitem__, reverse=asked.descending)
    return known + [row for row in rows if column[row] is None]


def _page(columns: Columns, numbers: Sequence[int]) -> Json:
    """Return rows with what is done there, under other numbers."""
    lines = groupby(columns.lines(), itemgetter(0))
    rows = []
    for row, (_, found) in zip(numbers, lines, strict=True):
        answers = list(found)
        _, player, *values = answers[0][:-2]
        rows.append(
            {
                "row": row,
                "player": player,
                "values": [_plain(value) for value in values],
                "strategy": [[str(action), share] for *_, action, share in answers],
            }
        )
    menus = {tuple(action for action, _ in row["strategy"]) for row in rows}
    return {"columns": [*columns.names[2:-2], _LAST], "actions": len(menus) == 1, "rows": rows}


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: infinite numbers are text."""
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def list_infosets(site: Site, asked: Infosets) -> Json:
    """Return a page of the table of infosets of a run."""
    return infosets(site.library.open(asked.run), asked)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/runs/{run}/infosets",
        Infosets,
        list_infosets,
        "A page of the table of infosets, with what the strategy does.",
        kept=True,
    ),
)
