"""The rows of a run in rounds: how they travel, and the shard of a table that merges their sums.

A row travels by its key, since it lies elsewhere in each table: a walker sends sums, a shard sends
regrets. Both are arrays and numbers, which pickle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.regret import tabulated
from zerosum.errors import AbstractionError, TableError
from zerosum.kernels.failures import Walked, table_full
from zerosum.kernels.prints import WIDEST, reindex
from zerosum.kernels.rounds import (
    MOST,
    Packed,
    TooLarge,
    add_up,
    apply_sums,
    hash_keys,
    place_rows,
    read_rows,
    write_rows,
)
from zerosum.kernels.rows import IllFormed, TableFull
from zerosum.rng import Random
from zerosum.rules import Rule
from zerosum.strategy.averages import read_rows as read_prints
from zerosum.tables import (
    Floats,
    Ints,
    ShortInts,
    Storage,
    Table,
    Workspace,
    action_counts,
    ranges,
    starts_of,
)
from zerosum.tables.arena import run_kernel

RARE = 2.0**-10
"""With more than two players, walkers count the average in units of this."""


class Rows(NamedTuple):
    """Rows of a table by their keys.

    Parameters
    ----------
    words
        The keys, one after another: a fingerprint, or the shape and the words of a row.
    sizes
        The words of each key.
    menus
        How many actions each row has.
    numbers
        The numbers of the rows, one after another: as many for each action, and perhaps one more.
    """

    words: Ints
    sizes: ShortInts
    menus: ShortInts
    numbers: Floats

    @property
    def bytes(self) -> int:
        """The bytes of all arrays."""
        return sum(array.nbytes for array in self)

    def packed(self) -> Packed:
        """Return the rows as kernels take them."""
        return Packed(**self._asdict(), count=self.sizes.size)

    def chosen(self, chosen: NDArray[np.bool_]) -> Rows:
        """Return the rows for which an array is true."""
        actions, count = max(int(self.menus.sum()), 1), max(self.sizes.size, 1)
        each, more = divmod(self.numbers.size, actions)
        widths = each * self.menus + more // count
        words, numbers = np.repeat(chosen, self.sizes), np.repeat(chosen, widths)
        kept = self.words[words], self.sizes[chosen], self.menus[chosen], self.numbers[numbers]
        return Rows(*kept)

    def parts(self, shards: int, prints: int = 0) -> list[Rows]:
        """Return the rows of each of several shards.

        Parameters
        ----------
        shards
            How many there are.
        prints
            How many words a fingerprint has; 0 for exact keys.
        """
        if shards == 1:
            return [self]
        hashes = np.empty(self.sizes.size, np.int64)
        run_kernel(hash_keys, self.packed(), prints, hashes, native=True)
        # Tables find rows by the lower or by the higher bits.
        owners = (hashes ^ hashes >> 32) % shards
        return [self.chosen(owners == shard) for shard in range(shards)]


def joined(several: Sequence[Rows]) -> Rows:
    """Return the rows of several, one after another; a row may be there more than once."""
    if len(several) == 1:
        return several[0]
    return Rows(*(np.concatenate(arrays) for arrays in zip(*several, strict=True)))


class Delta(NamedTuple):
    """What a walker adds to a round.

    Parameters
    ----------
    rows
        The rows that it met, each with the sums of its average and those of its regrets.
    touched
        How many nodes it visited.
    iterations
        How many iterations it made.
    """

    rows: Rows
    touched: int
    iterations: int


@contextmanager
def placing(work: Workspace) -> Iterator[None]:
    """Convert what kernels raise while rows are placed in a table, or sums added.

    Raises
    ------
    AbstractionError
        If one key stands for two menus or two players.
    TableError
        If the table is full, or a sum is too large to be exact.
    """
    try:
        yield
    except IllFormed as error:
        raise AbstractionError(
            "A key must belong to one player and one menu; two walkers met one with different "
            "ones: let the states tell these infosets apart.",
            work,
        ) from error
    except TableFull as error:
        raise table_full(Walked(None, None, work)) from error  # type: ignore[arg-type]
    except TooLarge as error:
        raise TableError(
            f"The sums of a round must stay below {MOST:,.0f}, where they are exact; got a larger "
            f"one: give a smaller round=.",
            work,
        ) from error


def places_of(work: Workspace, rows: Packed, *, add: bool, native: bool) -> Ints:
    """Return where the numbers of rows lie in a table; -1 where it lacks one that is not added."""
    places = np.empty(rows.count, np.int64)
    with placing(work):
        run_kernel(place_rows, work, rows, int(add), places, native=native)
    return places


def whole_table(table: Table, numbers: int, fades: int) -> tuple[Rows, Ints]:
    """Return the keys of all rows of a table, and where their numbers lie.

    Parameters
    ----------
    table
        The table.
    numbers, fades
        How many numbers a row has for each action, and besides.
    """
    none = np.empty(0, np.float64)
    if table.prints > 0:
        places, menus, prints = read_prints(table, numbers, fades)
        prints[:, 0] = prints[:, 0] * (WIDEST + 1) + menus  # wraps
        sizes = np.full(menus.size, table.prints, np.int32)
        return Rows(prints.ravel(), sizes, menus.astype(np.int32), none), places
    words, blocks = table.words[: table.words_end], table.blocks[: table.rows]
    kept = np.ones(words.size, bool)
    kept[blocks] = False
    sizes = np.diff(blocks, append=words.size) - 1
    menus = action_counts(words, blocks)
    return Rows(words[kept], sizes.astype(np.int32), menus.astype(np.int32), none), words[blocks]


class Shard:
    """A part of a table in rounds, or all of it: it merges sums, and knows the regrets.

    Its table is that of any sampler: for each action a regret and a sum of the average.

    Parameters
    ----------
    work
        Its workspace, whose ``period_length`` is 1.
    rule
        The rule; its weights and discounts are those of rounds.
    native
        Whether its kernels run natively.
    """

    def __init__(self, work: Workspace, rule: Rule, *, native: bool = True) -> None:
        self.work, self.rule, self.native = work, rule, native

    @classmethod
    def empty(
        cls,
        players: int,
        rule: Rule,
        storage: Storage | None = None,
        reserve: int | None = None,
    ) -> Shard:
        """Return a shard without rows, for a process of its own.

        Parameters
        ----------
        players
            How many players the game has.
        rule
            The rule.
        storage, reserve
            As for a sampler.
        """
        work = Workspace(
            Random(0),
            reserve,
            storage=storage,
            players=players,
            fades=int(rule.fades),
            linear=int(rule.linear),
            period_length=1,
            gamma=rule.gamma,
            floor=rule.floor,
            regret_weight=1.0,
        )
        return cls(work, rule)

    def merge(self, number: int, deltas: Sequence[Delta]) -> Rows:
        """Apply the sums of a round; return all rows that changed, with their regrets.

        Parameters
        ----------
        number
            The number of the round, from 1 on.
        deltas
            What walkers add to it, in any order.

        Raises
        ------
        AbstractionError
            If one key stands for two menus or two players.
        TableError
            If the table is full, or a sum is too large to be exact.
        """
        work, rows = self.work, joined([delta.rows for delta in deltas])
        if work.fades and work.discounts.size < 3 * (number + 2):
            work.discounts = tabulated(self.rule, 2 * (number + 2))
        places = places_of(work, rows.packed(), add=True, native=self.native)
        if len(deltas) > 1:
            rows, places = self._added_up(rows, places)
        regrets = np.empty(rows.numbers.size // 2)
        unit = 1.0 if work.players == 2 else 1.0 / RARE
        given = rows.packed(), places, number, unit, regrets
        run_kernel(apply_sums, work, *given, native=self.native)
        return rows._replace(numbers=regrets)

    def _added_up(self, rows: Rows, places: Ints) -> tuple[Rows, Ints]:
        """Return each row once, with the sum of all its sums, and where it lies."""
        _, firsts, groups = np.unique(places, return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        ranks = np.empty_like(order)
        ranks[order] = np.arange(order.size)
        chosen = np.zeros(places.size, bool)
        chosen[firsts] = True
        kept = rows.chosen(chosen)
        starts = starts_of(2 * kept.menus.astype(np.int64))
        sums = np.zeros(starts[-1])
        with placing(self.work):
            to = starts[ranks[groups]]
            run_kernel(add_up, rows.packed(), to, sums, native=self.native)
        return kept._replace(numbers=sums), places[chosen]

    def rows(self, keys: Rows) -> Rows:
        """Return the regrets of rows; zeros where a row is not in the table."""
        found = keys._replace(numbers=np.empty(int(keys.menus.sum())))
        packed = found.packed()
        places = places_of(self.work, packed, add=False, native=self.native)
        run_kernel(read_rows, self.work, packed, places, 1, 0, native=self.native)
        return found

    def snapshot(self) -> Rows:
        """Return the regrets of all rows, as walkers know them."""
        return self._all(1, 0)

    def contents(self) -> Rows:
        """Return all numbers of all rows: what :meth:`put` takes."""
        return self._all(2, self.work.fades)

    def _all(self, each: int, more: int) -> Rows:
        rows, places = whole_table(self.work.table, 2, self.work.fades)
        values = self.work.table.values[ranges(places, each * rows.menus + more)]
        return rows._replace(numbers=values.astype(np.float64))

    def put(self, rows: Rows) -> None:
        """Take rows with all their numbers, from shards of the same run."""
        packed = rows.packed()
        places = places_of(self.work, packed, add=True, native=self.native)
        given = packed, places, 2, self.work.fades
        run_kernel(write_rows, self.work, *given, native=self.native)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the arrays of its table, as those of any sampler."""
        return self.work.arrays()

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Restore what :meth:`state` returned.

        Raises
        ------
        TableError
            If the arrays do not fit each other, or the reserve is too small.
        """
        self.work.restore(arrays)
        reindex(self.work.table, native=self.native)
