r"""External sampling in rounds: the same result for any number of walkers.

All iterations of a round :math:`t` walk against the regrets :math:`R_t` with which it began. What
they add is summed up, and applied once at the end of the round by the weights and discounts of the
round,

.. math::
   R_{t+1} = \max(d_t R_t + w_t \Delta R, \text{floor}), \quad
   S_{t+1} = f_t S_t + v_t \Delta S.

Every addend is rounded to a multiple of :math:`2^{-20}`, so that sums are exact, and therefore do
not depend on their order. The random numbers of an iteration depend on the seed, the round, and its
number in the round. So the bits are the same however iterations are divided among walkers.

This is external sampling whose update is the mean of a batch (Lanctot et al., "Monte Carlo sampling
for regret minimization in extensive games", NeurIPS 2009): its estimate of regrets is unbiased, and
of less variance; but the strategy changes once in a round only. Weights as in Brown & Sandholm,
"Solving imperfect-information games via discounted regret minimization", AAAI 2019.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, ClassVar

import attrs
import numpy as np

from zerosum.algorithms.averaging import averager, row_averager
from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.algorithms.external import traverser, walker
from zerosum.algorithms.regret import weights_of
from zerosum.algorithms.shards import (
    RARE,
    Delta,
    Rows,
    Shard,
    joined,
    places_of,
    placing,
)
from zerosum.algorithms.solver import PERIOD, is_period
from zerosum.errors import TableError
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
from zerosum.support.cores import STACK, kernel_stacks
from zerosum.support.options import option
from zerosum.tables import Floats, Storage, class_names
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
        Whether it knows only the rows that it met, and forgets them when its table is half full:
        see :meth:`walk`. Otherwise it must learn all rows that there are, and all that change.

    Examples
    --------
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
        if self.caches and work.table.bytes > work.table.most_bytes // 2:
            self._forget()
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

    def _forget(self) -> None:
        """Forget all rows, but no sums."""
        held, table = self.take(), self.work.table
        table.values[: table.values_end] = 0.0
        table.rows = table.words_end = table.values_end = 0
        reindex(table, native=self.native)
        self.give(held)


@attrs.frozen
class RoundOptions(SamplerOptions):
    """What sampling in rounds takes.

    Parameters
    ----------
    round
        The number of iterations of a round.
    period
        Rules that discount do so in each round, and have no other period.
    threads
        The number of walkers at once, each with a table of its own. The result is the same for any
        number.
    reserve
        Bytes reserved for each table, that of the run and those of walkers, taken as rows come;
        half the memory if left out.
    """

    round: int = option(256, is_period, *PERIOD)
    period: int = option(1, lambda value: value == 1, "1, a round", "leave it out")


class RoundSampling(Sampler):
    """External sampling in rounds, for two or more players: the same for any number of walkers.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Raises
    ------
    RuleError
        If the rule cannot be used with sampling.
    TableError
        If the storage cannot be that of rounds.

    Notes
    -----
    A strategy is that of the last round that is complete.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = RoundSampling(Kuhn(), seed=7, round=100)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.rounds, solver.infosets
    (1000, 10, 12)
    """

    name = "rounds"
    Options: ClassVar[type[SamplerOptions]] = RoundOptions
    round: int

    def check_options(self) -> None:
        """Refuse storage that does not fit, and tables that turn rows away."""
        super().check_options()
        if self.storage.whole or self.storage.dense or self.full != "stop":
            raise TableError(
                f"The table of {type(self).__name__} must have a row for each infoset, of floats, "
                f"and stop when it is full; got {self.storage} and full={self.full!r}: use "
                f"ExternalSampling, or leave these out.",
                self.storage,
            )

    def compile_walks(self) -> None:
        """Make the walkers, and the one shard."""
        given = {"storage": self.storage, "reserve": self.reserve}
        first = Walker(self.game, self.random.state, native=self.native, **given)
        self.native = first.native
        self.threads = self.threads if self.native else 1
        others = (Walker(self.game, self.random.state, **given) for _ in range(1, self.threads))
        self.walkers = (first, *others)
        for each in self.walkers if self.threads > 1 else ():
            each.work.stack_budget = STACK // 2
        self.shard = Shard(self.work, self.rule, native=self.native)

    @property
    def rounds(self) -> int:
        """Rounds that are complete."""
        return self.iterations // self.round

    def weights(self) -> tuple[float, Floats]:
        """Return the weight of all iterations, and what remains of the regrets of each round."""
        weight, remains = weights_of(self.rule, self.rounds, 1, fades=self.fades)
        return self.round * weight, remains

    def _run_all(self, first: int, last: int) -> None:
        while first <= last:
            before, start = divmod(first - 1, self.round)
            end = min(start + last - first + 1, self.round)
            self._walk(before + 1, start, end)
            self.work.iterations += end - start
            first += end - start
            if end == self.round:
                changed = self.shard.merge(before + 1, [each.take() for each in self.walkers])
                for each in self.walkers:
                    each.learn(changed)

    def _walk(self, number: int, start: int, end: int) -> None:
        """Divide iterations ``start`` + 1 to ``end`` of a round among the walkers."""
        before = sum(each.touched for each in self.walkers)
        bounds = np.linspace(start, end, len(self.walkers) + 1).astype(int).tolist()
        given = self.walkers, bounds, bounds[1:]

        def walk(walker: Walker, after: int, last: int) -> None:
            if after < last:
                walker.walk(number, after + 1, last)

        if len(self.walkers) == 1:
            walk(self.walkers[0], start, end)
        else:
            with kernel_stacks(), ThreadPoolExecutor(len(self.walkers)) as pool:
                list(pool.map(walk, *given))
        self.work.touched += sum(each.touched for each in self.walkers) - before

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the table, the seed, and the sums of the round that is not complete."""
        arrays, figures = super().state()
        deltas = [each.take() for each in self.walkers]
        for each, delta in zip(self.walkers, deltas, strict=True):
            each.give(delta)
        rows = joined([delta.rows for delta in deltas])
        pending = {f"pending_{name}": array for name, array in rows._asdict().items()}
        figures["classes"] |= class_names(rows.words)
        return arrays | pending, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`."""
        super().restore(arrays, figures)
        rows = Rows(*(np.array(arrays[f"pending_{name}"]) for name in Rows._fields))
        for each in self.walkers:
            each.seed = self.random.state
            each.learn(self.shard.snapshot())
        self.walkers[0].give(Delta(rows, 0, 0))
