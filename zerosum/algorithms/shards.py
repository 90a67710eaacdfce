"""The rows of a run in rounds: how they travel, and the shard of a table that merges their sums.

A row travels by its key, since it lies elsewhere in each table: a walker sends sums, a shard sends
regrets. Both are arrays and numbers, which pickle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.regret import tabulated
from zerosum.errors import AbstractionError, TableError
from zerosum.kernels.failures import Walked, table_full
from zerosum.kernels.prints import WIDEST, hash_prints, print_of
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
from zerosum.strategy.averages import ROWS, printed
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
        """Return the rows of each shard; a fingerprint has ``prints`` words, 0 for exact keys."""
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


_NONE = Rows(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))


def joined(several: Sequence[Rows]) -> Rows:
    """Return the rows of several, one after another; a row may be there more than once."""
    if len(several) == 1:
        return several[0]
    return Rows(*(np.concatenate(arrays) for arrays in zip(_NONE, *several, strict=True)))


def places_of(work: Workspace, rows: Rows, *, adds: bool = True, native: bool = True) -> Ints:
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
    work: Workspace, rows: Rows, to: Ints, sums: Floats, most: float, *, native: bool = True
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
    """Return the keys of rows whose values begin at ``places``, which ascend; without numbers."""
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
    return Rows(words, sizes.astype(np.int32), menus, _NONE.numbers)


def numbered(table: Table, keys: Rows, places: Ints, each: int = 1, more: int = 0) -> Rows:
    """Return rows with their numbers in a table, which begin at ``places``; zeros for -1.

    A row gets the first of its numbers: ``each`` for each action, and ``more`` besides.
    """
    numbers = parts_of(table.values, places, each * keys.menus + more)
    return keys._replace(numbers=numbers.astype(np.float64))


def rows_of(table: Table, fades: int, each: int = 1, more: int = 0, at: int = 0) -> Iterator[Rows]:
    """Yield the rows of a table, some at a time, with numbers as :func:`numbered` returns them.

    In the table a row has two numbers for each action, and ``fades`` besides. With fingerprints,
    the values of the first row begin at ``at``.
    """

    def some(places: Ints, menus: Ints) -> Rows:
        return numbered(table, keys_of(table, places, menus.astype(np.int32)), places, each, more)

    if table.prints > 0:
        for places, menus, _ in printed(table, 2, fades, at):
            yield some(places, menus)
        return
    for first in range(0, table.rows, ROWS):
        blocks = table.blocks[first : min(first + ROWS, table.rows)]
        yield some(table.words[blocks], action_counts(table.words, blocks))


class Shard:
    """A part of a table in rounds, or all of it: it merges sums, and knows the regrets.

    Its table is that of any sampler: for each action a regret and a sum of the average.

    Parameters
    ----------
    players
        How many players the game has.
    rule
        The rule; its weights and discounts are those of rounds.
    storage, reserve
        As for a sampler.
    """

    def __init__(
        self,
        players: int,
        rule: Rule,
        storage: Storage | None = None,
        reserve: int | None = None,
    ) -> None:
        self.rule = rule
        self.work = Workspace(
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

    def merge(self, number: int, sums: Sequence[Rows]) -> Rows:
        """Apply the sums of a round; return all rows that changed, with their regrets.

        ``sums`` are the rows that each walker met, with what it adds to averages and regrets.

        Raises
        ------
        AbstractionError, TableError
            As :func:`places_of` and :func:`add_exactly` do.
        """
        work, rows = self.work, joined(sums)
        places = places_of(work, rows)
        if len(sums) > 1:
            rows, places = self._added_up(rows, places)
        if work.fades and work.discounts.size < 3 * (number + 2):
            work.discounts = tabulated(self.rule, 2 * (number + 2))
        run_kernel(apply_rows, work, rows.packed(), places, number, native=True)
        return numbered(work.table, rows, places)

    def rows(self, keys: Rows | None = None) -> Rows:
        """Return the regrets of rows by their keys, zeros for absent ones; without keys, of all."""
        if keys is None:
            return joined(list(rows_of(self.work.table, self.work.fades)))
        places = places_of(self.work, keys, adds=False)
        return numbered(self.work.table, keys, places)

    def put(self, rows: Rows) -> None:
        """Take rows with all their numbers, from shards of the same run."""
        places = places_of(self.work, rows)
        widths = 2 * rows.menus + self.work.fades
        run_kernel(scatter, rows.numbers, places, widths, self.work.table.values, native=True)

    def _added_up(self, rows: Rows, places: Ints) -> tuple[Rows, Ints]:
        """Return each row once, with the sum of all its sums, and where it lies."""
        _, firsts, groups = np.unique(places, return_index=True, return_inverse=True)
        starts, sums = starts_of(2 * rows.menus.astype(np.int64)), np.zeros_like(rows.numbers)
        add_exactly(self.work, rows, starts[firsts[groups]], sums, MOST)
        once = np.zeros(places.size, bool)
        once[firsts] = True
        return rows._replace(numbers=sums).chosen(once), places[once]
