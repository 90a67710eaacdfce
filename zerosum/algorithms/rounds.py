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

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
import numpy as np

from zerosum.algorithms.averaging import averager, row_averager
from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.algorithms.external import traverser, walker
from zerosum.algorithms.regret import weights_of
from zerosum.algorithms.shards import Rows, add_exactly, keys_of, parts_of, places_of
from zerosum.algorithms.solver import PERIOD, is_period
from zerosum.errors import GameError, TableError
from zerosum.jit import inlined
from zerosum.kernels.descent import descent, row_sampler
from zerosum.kernels.names import GameView, Infoset, Menu, Work
from zerosum.kernels.rounds import (
    BITS,
    MET,
    MOST,
    RoundWorkspace,
    clear_sums,
    meet,
    note_rows,
    rounds,
    sum_average,
    sum_gains,
)
from zerosum.kernels.rows import ABSENT
from zerosum.rng import Random
from zerosum.support.options import option
from zerosum.tables import Floats, starts_of
from zerosum.tables.arena import run_kernel

_LEAST = 2.0 ** (4 - BITS)  # a bound of regrets that is clear of rounding

_sample_row, _average_row = row_sampler(sum_average), row_averager(sum_average)


@inlined
def sample_met(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, weight: float
) -> tuple[int, int]:
    """Sample the opponents as external sampling does, and note the rows that are met."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = meet(infoset, menu, active, view, work)
    return _sample_row(infoset, n, active, view, work, base, at, weight)


@inlined
def average_met(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Sample as the walk of averages does, and note the rows that are met."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    return _average_row(n, active, work, base, meet(infoset, menu, active, view, work))


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
        The number of walkers at once. The result is the same for any number.
    reserve
        Bytes reserved for the table, taken as rows come; half the memory if left out. Each walker
        has sums of its own beside it, up to 16 bytes for each action of a row; the numbers of the
        table and of all sums together stay within the reserve, too.
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
    A strategy is that of the last round that is complete; infosets that were first met after it
    are uniform in it.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = RoundSampling(Kuhn(), seed=7, round=100)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.rounds, solver.infosets
    (1000, 10, 12)
    """

    name = "rounds"
    iteration: Any = traverser(walker(descent(sample_met), sum_gains))
    averaging: ClassVar[Any] = averager(descent(average_met))
    driver: ClassVar[Any] = rounds
    Options: ClassVar[type[SamplerOptions]] = RoundOptions
    round: int
    workspace = RoundWorkspace
    work: RoundWorkspace

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
        """Compile the walks, and make the walkers, each with sums of its own."""
        self.work.rng = Random(0)  # that of each iteration; the run's is its seed
        super().compile_walks()
        shares: Any = [] if self._team is None else self._team.shares
        self.walkers: Sequence[RoundWorkspace] = tuple(shares) or (self.work,)
        table, beside = self.work.table, 8 * len(self.walkers)
        table.most_values = min(table.most_values, table.most_bytes // (table.cell + beside))
        for work in self.walkers:
            work.make_sums(table.most_values)
        starts = np.array([work.sums.ctypes.data for work in self.walkers])
        for work in self.walkers:
            work.peers = (starts - work.sums.ctypes.data) // work.sums.itemsize

    @property
    def rounds(self) -> int:
        """Rounds that are complete."""
        return self.iterations // self.round

    def weights(self) -> tuple[float, Floats]:
        """Return the weight of all iterations, and what remains of the regrets of each round."""
        weight, remains = weights_of(self.rule, self.rounds, 1, fades=self.fades)
        return self.round * weight, remains

    def _run_all(self, first: int, last: int) -> None:
        work, begun = self.work, self.rounds
        work.rounds, work.before = begun, (first - 1) // self.round * self.round
        work.family = Random(self.random.state).branch()
        work.walkers, work.arrivals[0] = min(len(self.walkers), last - first + 1), 0
        work.most = MOST / (2 * work.walkers)
        ends = last // self.round > begun
        if ends and work.walkers < len(self.walkers):  # the others would keep what they have
            self.give(self.take())
        try:
            super()._run_all(first, last)
        except BaseException:
            self._forget()
            raise
        if begun == 0 < self.rounds:
            self.require_payoffs()

    def require_payoffs(self) -> None:
        """Refuse payoffs that are so small that rounding hides them.

        Raises
        ------
        GameError
            If regrets are hardly larger than what gains are rounded to.
        """
        bound = self.regret_bound()
        if self.infosets > 0 and bound < _LEAST:
            raise GameError(
                f"The payoffs of a game that is sampled in rounds must be large beside 2**-{BITS}, "
                f"to which gains are rounded; regrets of {bound:.1g} are not: count payoffs in a "
                f"smaller unit, or use ExternalSampling.",
                self.base,
            )

    def _forget(self) -> None:
        """Go back to the end of the last round: what was walked since is not whole."""
        for work in self.walkers:
            run_kernel(clear_sums, work, native=self.native)
        # Walkers may have ended rounds since the run began, or not have begun.
        self.work.iterations = max(work.before for work in (self.work, *self.walkers))

    def _tabulate_discounts(self, last: int) -> None:
        super()._tabulate_discounts(1 + last // self.round)  # a period is a round

    def take(self) -> Rows:
        """Return the sums of the round by their keys, each row once, and forget them."""
        first, *others = self.walkers
        for other in others:
            self.give(self._take(other))
        return self._take(first)

    def _take(self, work: RoundWorkspace) -> Rows:
        places, menus = work.met_rows
        numbers = parts_of(work.sums, places, 2 * menus)
        numbers[starts_of(2 * menus.astype(np.int64))[:-1]] -= MET
        run_kernel(clear_sums, work, native=self.native)
        return keys_of(work.table, places, menus)._replace(numbers=numbers)

    def give(self, rows: Rows) -> None:
        """Add sums to those of the first walker.

        Raises
        ------
        TableError
            If the table is full, or a sum is too large to be exact.
        """
        first = self.walkers[0]
        places = places_of(first, rows, native=self.native)
        run_kernel(note_rows, first, rows.packed(), places, native=self.native)
        add_exactly(first, rows, places, first.sums, MOST / 2, native=self.native)

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state; what it has of a round that is not complete is walked again."""
        super().restore(arrays, figures)
        last, touched = self.iterations, self.touched
        self.work.iterations = first = self.rounds * self.round
        if first < last:  # in batches, so that Ctrl-C need not wait for all of them
            self._batches.run(
                lambda begin, end: self._run_all(first + begin, first + end), last - first
            )
            self.work.touched = touched
