"""A walker in rounds whose sums travel: it knows regrets, and sums up what its walks add."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms.rounds import RoundSampling
from zerosum.algorithms.shards import Rows, places_of
from zerosum.kernels.prints import reindex
from zerosum.kernels.rounds import scatter
from zerosum.rules import MOST_ITERATIONS, VANILLA
from zerosum.tables.arena import run_kernel


class _Walks(RoundSampling):
    """The walks of a walker: no round ends."""

    rounds: int = 0


class Walker:
    """One of the walkers of a run: it knows the regrets of rows, and sums up what walks add.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    seed
        The seed of the run.
    caches
        Whether it knows only the rows that it met, which it may :meth:`forget`: see :meth:`walk`.
        Otherwise it must learn all rows that there are, and all that change.
    given
        ``storage``, ``reserve`` and ``native``, as for a sampler.
    """

    def __init__(self, game: Any, seed: int = 0, *, caches: bool = False, **given: Any) -> None:
        self._walks = _Walks(game, VANILLA, seed, round=MOST_ITERATIONS - 1, **given)
        self.caches, self.work = caches, self._walks.work
        self._held: list[tuple[Rows, int]] = []  # of one that caches: sums of earlier walks

    def walk(self, number: int, first: int, last: int) -> Rows | None:
        """Walk iterations ``first`` to ``last`` of round ``number``, and sum up what they add.

        Rounds, and the iterations of each, count from 1. A walker that caches returns the keys of
        the rows that it met and did not know, or None if it knew all. If there are any, nothing is
        summed up: let it :meth:`learn` them, and walk again.
        """
        end = self.work.table.values_end
        self._walks.rounds = number - 1
        self._walks.run_batch(first, last)
        if not self.caches:
            return None
        places, _ = self.work.met_rows
        new, sums = places >= end, self._taken()
        if new.any():
            return sums[0].chosen(new)._replace(numbers=np.empty(0))
        self._held.append(sums)
        if sum(rows.bytes for rows, _ in self._held) > self.work.table.most_bytes / 2:
            self._held = [self.take()]
        return None

    def learn(self, rows: Rows) -> None:
        """Take the regrets of rows: asked for, or changed by a round.

        A walker that caches takes only those of rows that it knows.
        """
        work, adds = self.work, not self.caches
        places = places_of(work, rows, adds=adds, native=self._walks.native)
        run_kernel(scatter, rows.numbers, places, rows.menus, work.table.values, native=True)

    def take(self) -> tuple[Rows, int]:
        """Return the sums since they were last taken, and the nodes visited; they are zero then."""
        while self._held:
            rows, touched = self._held.pop()
            self._walks.give(rows)
            self.work.touched += touched
        return self._taken()

    def _taken(self) -> tuple[Rows, int]:
        touched, self.work.touched = self.work.touched, 0
        return self._walks.take(), touched

    @property
    def crowded(self) -> bool:
        """Whether half of its table is taken."""
        table = self.work.table
        return max(table.bytes / table.most_bytes, table.values_end / table.most_values) > 0.5

    def forget(self) -> None:
        """Forget all rows, and the sums that were not taken."""
        self._held = []
        self._taken()
        table = self.work.table
        table.values[: table.values_end] = 0.0
        table.rows = table.words_end = table.values_end = 0
        reindex(table, native=self._walks.native)
