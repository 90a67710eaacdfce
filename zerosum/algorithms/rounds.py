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
from typing import Any, ClassVar

import attrs
import numpy as np

from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.algorithms.regret import weights_of
from zerosum.algorithms.shards import Delta, Rows, Shard, joined
from zerosum.algorithms.solver import PERIOD, is_period
from zerosum.algorithms.walkers import Walker
from zerosum.errors import TableError
from zerosum.support.cores import STACK, kernel_stacks
from zerosum.support.options import option
from zerosum.tables import Floats, class_names


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
