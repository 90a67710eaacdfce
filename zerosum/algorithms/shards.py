"""The rows of a run in rounds: how they travel, and the shard of a table that merges their sums.

A row travels by its key, since it lies elsewhere in each table: a walker sends sums, a shard sends
regrets. Both are arrays and numbers, which pickle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.regret import tabulated
from zerosum.errors import AbstractionError, TableError
from zerosum.kernels.failures import Walked, table_full
from zerosum.kernels.prints import WIDEST, hash_prints, print_of, reindex
from zerosum.kernels.rounds import (
    MOST,
    Packed,
    TooLarge,
    add_up,
    apply_rows,
    find_blocks,
    gather,
    hash_keys,
    place_rows,
    scatter,
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
    starts_of,
)
from zerosum.tables.arena import run_kernel

_END = (1 << 32) - 1
_BITS = 62  # of a hash
_NONE = np.empty(0)


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
        owners = self.owners(shards, prints)
        return [self.chosen(owners == shard) for shard in range(shards)]

    def owners(self, shards: int, prints: int = 0) -> Ints:
        """Return the number of the shard of each row: each has a range of the hashes of strategies.

        So what shards write of a strategy, one after another, is in the order of hashes.
        """
        hashes = np.empty(self.sizes.size, np.int64)
        if prints > 0:
            words = self.words.copy()
            words[::prints] = print_of(words[::prints])  # type: ignore[arg-type]
            run_kernel(hash_prints, words, prints, hashes, native=True)
        else:
            run_kernel(hash_keys, self.packed(), hashes, native=True)
        return (hashes >> _BITS - 32) * shards >> 32


def joined(several: Sequence[Rows]) -> Rows:
    """Return the rows of several, one after another; a row may be there more than once."""
    if len(several) == 1:
        return several[0]
    return Rows(*(np.concatenate(arrays) for arrays in zip(*several, strict=True)))


def places_of(work: Workspace, rows: Rows, *, adds: bool, native: bool) -> Ints:
    """Return where the values of rows begin; -1 where a row is absent and none is added.

    Raises
    ------
    AbstractionError
        If one key stands for two menus or two players.
    TableError
        If the table is full.
    """
    places = np.empty(rows.sizes.size, np.int64)
    try:
        run_kernel(place_rows, work, rows.packed(), int(adds), places, native=native)
    except IllFormed as error:
        raise AbstractionError(
            "A key must belong to one player and one menu; two walkers met one with different "
            "ones: let the states tell these infosets apart.",
            work,
        ) from error
    except TableFull as error:
        raise table_full(Walked(None, None, work)) from error  # type: ignore[arg-type]
    return places


def add_exactly(
    work: Workspace, rows: Rows, to: Ints, sums: Floats, most: float, *, native: bool
) -> None:
    """Add sums of rows to others, each row from a place on. Modified in place: ``sums``.

    Raises
    ------
    TableError
        If a sum is too large to be exact.
    """
    try:
        run_kernel(add_up, rows.packed(), to, sums, most, native=native)
    except TooLarge as error:
        raise TableError(
            f"The sums of a round must stay below {most:,.0f}, where they are exact; got a larger "
            f"one: give a smaller round=.",
            work,
        ) from error


def parts_of(array: NDArray[Any], starts: Ints, sizes: Any) -> NDArray[Any]:
    """Return parts of an array, one after another."""
    found = np.empty(int(sizes.sum()), array.dtype)
    run_kernel(gather, array, starts, sizes, found, native=True)
    return found


def keys_of(table: Table, places: Ints, menus: ShortInts) -> Rows:
    """Return the keys of rows of a table, without numbers.

    Parameters
    ----------
    table
        The table.
    places, menus
        Where their values begin, which ascends, and how many actions they have.
    """
    if table.prints == 0:
        blocks = np.empty(places.size, np.int64)
        run_kernel(find_blocks, table, places, blocks, native=True)
        sizes = 1 + (table.words[blocks + 1] & _END)
        words = parts_of(table.words, blocks + 1, sizes)
    else:
        sizes = np.full(menus.size, table.prints)
        words = table.values[: table.values_end].view(np.int64)
        firsts = places * table.cell // words.itemsize - table.prints
        words = parts_of(words, firsts, sizes)
        words[:: table.prints] += menus - (words[:: table.prints] & WIDEST)
    return Rows(words, sizes.astype(np.int32), menus, _NONE)


def keys_from(
    table: Table, numbers: int, fades: int, rows: slice = slice(None), at: int = 0
) -> tuple[Rows, Ints, int]:
    """Return the keys of rows of a table, where their numbers lie, and where the rows end.

    Parameters
    ----------
    table
        The table.
    numbers, fades
        How many numbers a row has for each action, and besides.
    rows, at
        Some of its rows, and where they begin if they have fingerprints; all by default.
    """
    numbered = range(table.rows)[rows]
    if table.prints > 0:
        places, menus, _, at = read_prints(table, numbers, fades, at, len(numbered))
    else:
        blocks = table.blocks[numbered.start : numbered.stop]
        places, menus = table.words[blocks], action_counts(table.words, blocks)
    return keys_of(table, places, menus.astype(np.int32)), places, at


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

    def merge(self, number: int, sums: Sequence[Rows]) -> Rows:
        """Apply the sums of a round; return all rows that changed, with their regrets.

        Parameters
        ----------
        number
            The number of the round, from 1 on.
        sums
            The rows that each walker met, with what it adds to their averages and regrets.

        Raises
        ------
        AbstractionError
            If one key stands for two menus or two players.
        TableError
            If the table is full, or a sum is too large to be exact.
        """
        rows = joined(sums)
        places = places_of(self.work, rows, adds=True, native=self.native)
        if len(sums) > 1:
            rows, places = self._added_up(rows, places)
        self.tabulate(number)
        run_kernel(apply_rows, self.work, rows.packed(), places, number, native=self.native)
        return self._read(rows, places, 1, 0)

    def tabulate(self, number: int) -> None:
        """Tabulate the discounts of all rounds up to one."""
        if self.work.fades and self.work.discounts.size < 3 * (number + 2):
            self.work.discounts = tabulated(self.rule, 2 * (number + 2))

    def rows(self, keys: Rows) -> Rows:
        """Return the regrets of rows; zeros where a row is not in the table."""
        places = places_of(self.work, keys, adds=False, native=self.native)
        return self._read(keys, places, 1, 0)

    def snapshot(self) -> Rows:
        """Return the regrets of all rows, as walkers know them."""
        keys, places, _ = keys_from(self.work.table, self.work.numbers, self.work.fades)
        return self._read(keys, places, 1, 0)

    def put(self, rows: Rows) -> None:
        """Take rows with all their numbers, from shards of the same run."""
        places = places_of(self.work, rows, adds=True, native=self.native)
        widths = 2 * rows.menus + self.work.fades
        run_kernel(scatter, rows.numbers, places, widths, self.work.table.values, native=True)

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

    def _added_up(self, rows: Rows, places: Ints) -> tuple[Rows, Ints]:
        """Return each row once, with the sum of all its sums, and where it lies."""
        _, firsts, groups = np.unique(places, return_index=True, return_inverse=True)
        chosen = np.zeros(places.size, bool)
        chosen[firsts] = True
        kept = rows.chosen(chosen)
        ranks = np.empty_like(firsts)
        ranks[np.argsort(firsts)] = np.arange(firsts.size)
        starts = starts_of(2 * kept.menus.astype(np.int64))
        sums = np.zeros(starts[-1])
        add_exactly(self.work, rows, starts[ranks[groups]], sums, MOST, native=self.native)
        return kept._replace(numbers=sums), places[chosen]

    def _read(self, rows: Rows, places: Ints, each: int, more: int) -> Rows:
        """Return rows with numbers of each action, and besides; they lie at ``places``."""
        numbers = parts_of(self.work.table.values, places, each * rows.menus + more)
        return rows._replace(numbers=numbers.astype(np.float64))
