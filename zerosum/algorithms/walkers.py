"""A walker of sampling in rounds: it knows regrets, walks, and sums up what walks add."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np

from zerosum.algorithms.averaging import averager, row_averager
from zerosum.algorithms.base import Sampler
from zerosum.algorithms.external import traverser, walker
from zerosum.algorithms.shards import RARE, Delta, Rows, places_of, placing
from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent, row_sampler
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.prints import reindex
from zerosum.kernels.rounds import (
    RoundWorkspace,
    add_exactly,
    add_up,
    meet,
    note_rows,
    take_sums,
    write_rows,
)
from zerosum.kernels.rows import ABSENT
from zerosum.rng import Random
from zerosum.rules import VANILLA
from zerosum.tables import Storage
from zerosum.tables.arena import run_kernel

# A sampled history counts no more than so often in the average, with more than two players: only
# histories count more that are sampled once in so many times.
_MOST_ADDED = 2.0**36 * RARE

sample_exactly = row_sampler(add_exactly)


@inlined
def add_capped(cells: Numbers, place: int, amount: float, rng: Random) -> None:
    """Add an amount, but no more than histories may count. Modified in place: ``cells``."""
    add_exactly(cells, place, min(amount, _MOST_ADDED), rng)


average_exactly = row_averager(add_capped)


@inlined
def sample_met(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, weight: float
) -> tuple[int, int]:
    """Sample the opponents as external sampling does, and note the rows that are met."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = meet(infoset, menu, active, view, work)
    return sample_exactly(infoset, n, active, view, work, base, at, weight)


@inlined
def average_met(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Sample as the walk of averages does, and note the rows that are met."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    return average_exactly(n, active, work, base, meet(infoset, menu, active, view, work))


@inlined
def learn_exactly(
    game: History, view: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Add the gains of ``n`` actions over the value to the sums of the row at ``at``."""
    for a in range(n):
        add_exactly(work.table.values, at + 2 * n + a, values[a] - value, work.rng)


@cache
def seeded(traverse: Kernel) -> Any:
    """Return a kernel that walks like ``traverse``, by the random numbers of the iteration."""

    @kernel
    def traverse_seeded(game: History, view: GameView, work: Work, zero: int) -> None:
        """Follow the iteration's own stream, and walk."""
        work.rng.follow(work.stream, work.iteration)
        work.deal = work.rng.branch()
        traverse(game, view, work, zero)

    return traverse_seeded


class _Walks(Sampler):
    """The walks of a walker, whose table is no sampler's."""

    iteration: Any = seeded(traverser(walker(descent(sample_met), learn_exactly)))
    averaging: ClassVar[Any] = averager(descent(average_met))
    workspace = RoundWorkspace
    work: RoundWorkspace

    @property
    def fades(self) -> bool:
        """True, for a row to have one number more."""
        return True

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations of a round."""
        self._run_all(first, last)


class Walker:
    """One of the walkers of a run: it knows the regrets of rows, and sums up what walks add.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    seed
        The seed of the run.
    storage, reserve, native
        As for a sampler.
    caches
        Whether it knows only the rows that it met, which it may :meth:`forget`: see :meth:`walk`.
        Otherwise it must learn all rows that there are, and all that change.

    Examples
    --------
    >>> from zerosum.algorithms.shards import Shard
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.rules import LINEAR
    >>> walkers = Walker(Kuhn(), 7), Walker(Kuhn(), 7)
    >>> shard = Shard.empty(2, LINEAR)
    >>> for number in (1, 2):
    ...     for place, each in enumerate(walkers):
    ...         each.walk(number, 50 * place + 1, 50 * place + 50)
    ...     changed = shard.merge(number, [each.take() for each in walkers])
    ...     for each in walkers:
    ...         each.learn(changed)
    >>> shard.work.rows
    12
    """

    def __init__(
        self,
        game: Any,
        seed: int = 0,
        *,
        storage: Storage | None = None,
        reserve: int | None = None,
        native: bool = True,
        caches: bool = False,
    ) -> None:
        prints = Storage(fingerprint=0 if storage is None else storage.fingerprint)
        self._walks = _Walks(game, VANILLA, 0, storage=prints, reserve=reserve, native=native)
        self.native, self.caches, self.seed = self._walks.native, caches, seed
        self.work = self._walks.work
        if self.work.players != 2:
            self.work.scale = RARE

    @property
    def touched(self) -> int:
        """Nodes visited since its sums were taken."""
        return self.work.touched

    def walk(self, number: int, first: int, last: int) -> Rows | None:
        """Walk iterations of a round, and sum up what they add.

        Parameters
        ----------
        number
            The number of the round, from 1 on.
        first, last
            The first and the last iteration, which count from 1 in each round.

        Returns
        -------
        missing
            Of a walker that caches, the keys of the rows that it met and did not know; None if
            there is none. Nothing is summed up then: let it :meth:`learn` them, and walk again.

        Raises
        ------
        ZeroSumError
            As for the run of a sampler.
        """
        work = self.work
        held = self.take() if self.caches else None
        table = work.table
        end = table.values_end if table.prints > 0 else table.words_end
        rng = Random(0)
        rng.follow(Random(self.seed).branch(), number)
        work.stream = rng.branch()
        self._walks.run_batch(first, last)
        new = work.met[: work.mets] >= end
        if held is None:
            return None
        missing = None
        if new.any():
            missing = self.take().rows.chosen(new)._replace(numbers=np.empty(0))
        self.give(held)
        return missing

    def learn(self, rows: Rows) -> None:
        """Take the regrets of rows: asked for, or changed by a round.

        A walker that caches takes only those of rows that it knows.
        """
        packed = rows.packed()
        places = places_of(self.work, packed, add=not self.caches, native=self.native)
        run_kernel(write_rows, self.work, packed, places, 1, 0, native=self.native)

    def take(self) -> Delta:
        """Return the sums since they were last taken; they are zero then."""
        work = self.work
        rows = Rows(
            np.empty(work.met_words, np.int64),
            np.empty(work.mets, np.int32),
            np.empty(work.mets, np.int32),
            np.empty(2 * work.met_actions),
        )
        run_kernel(take_sums, work, rows.packed(), native=self.native)
        taken = Delta(rows, work.touched, work.iterations)
        work.touched = work.iterations = 0
        return taken

    def give(self, delta: Delta) -> None:
        """Add what was taken, as if it had not been."""
        packed, work = delta.rows.packed(), self.work
        places = places_of(work, packed, add=True, native=self.native)
        run_kernel(note_rows, work, packed, places, native=self.native)
        with placing(work):
            to = places + delta.rows.menus
            run_kernel(add_up, packed, to, work.table.values, native=self.native)
        work.touched += delta.touched
        work.iterations += delta.iterations

    @property
    def crowded(self) -> bool:
        """Whether half of its table is taken."""
        return bool(2 * self.work.table.bytes > self.work.table.most_bytes)

    def forget(self) -> None:
        """Forget all rows, and the sums that were not taken."""
        self.take()
        table = self.work.table
        table.values[: table.values_end] = 0.0
        table.rows = table.words_end = table.values_end = 0
        reindex(table, native=self.native)
