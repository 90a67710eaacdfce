"""The common part of sampling solvers: compiling the game, a table of infosets, random numbers."""

from math import inf
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from zerosum.abstraction import View, base_and_view
from zerosum.algorithms.averaging import averaged
from zerosum.algorithms.regret import sum_regrets, weights_of
from zerosum.algorithms.solver import Solver
from zerosum.algorithms.threads import Team
from zerosum.cores import check_threads
from zerosum.errors import RuleError
from zerosum.game import players_of
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explained, explaining
from zerosum.kernels.iterations import iterations
from zerosum.kernels.rows import rehash
from zerosum.laws import Audit, check_playouts
from zerosum.native.depth import stack_budget
from zerosum.rng import Random
from zerosum.rules import LINEAR, MOST_ITERATIONS, Rule
from zerosum.strategy import Strategy, describe
from zerosum.tables import Workspace, class_names, recognise


def check_period(period: Any) -> None:
    """Check that a period is a positive number of iterations.

    Raises
    ------
    ValueError
        If it is not.
    """
    if not isinstance(period, int | np.integer) or not 1 <= period < MOST_ITERATIONS:
        raise ValueError(
            f"period must be at least one iteration; got {period!r}: give a whole number below "
            f"2**60."
        )


class Sampler(Solver):
    """A solver that samples histories and keeps a table of infosets.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    rule
        How regrets and averages are kept.
    seed
        The seed of the random numbers. With one thread, the same seed gives the same result, bit
        for bit, native or not.
    threads
        The number of walks at once, on one table. With more than one, runs are not reproducible,
        and must be native: a game that does not compile uses one thread.
    period
        The number of iterations between two discounts, for rules that discount (``DCFR``). It
        should be long enough that the regrets of a row are larger than their noise.
    native
        True for the native run if the game compiles, False for the interpreted one.
    reserve
        Bytes reserved for the table, taken as rows come; half the memory if left out.

    Attributes
    ----------
    iteration
        The kernel ``(game, view, work, zero)`` that makes all walks of an iteration, one for each
        player in turn. A subclass with several kernels sets it before it calls this constructor.
    averages_apart
        Whether, with more than two players, the average strategy is computed by the separate walks
        of :mod:`zerosum.algorithms.averaging`.
    workspace
        The class of what the kernel works on; a subclass whose kernels need more numbers declares
        them, and sets them after this constructor.
    settings
        The names of the numbers that are parameters of the run, and are saved with it.
    beside
        A second view of the game, if the kernel takes a pair of views.

    Raises
    ------
    RuleError
        If the rule cannot be used with the algorithm.
    GameError, AbstractionError
        If the game or the abstraction is faulty, as :func:`zerosum.laws.check_playouts` finds.
    ZeroSumError
        If there are no threads, or several that are to run interpreted.
    """

    threaded = True
    default_rule = LINEAR
    work: Workspace
    iteration: Any
    averages_apart: ClassVar[bool] = True
    workspace: ClassVar[type[Workspace]] = Workspace
    settings: ClassVar[tuple[str, ...]] = ()
    beside: View | None = None

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        threads: int = 1,
        *,
        period: int = 10_000,
        native: bool = True,
        reserve: int | None = None,
    ) -> None:
        check_period(period)
        check_threads(threads, native=native)
        self.game = game
        self.rule = rule = self.default_rule if rule is None else rule
        self.check_rule(rule)
        self.seed = seed
        self.period = period
        self.base, self.view = base_and_view(game)
        check_playouts(self.base, self.view)
        self._audit = Audit(self.base, self.view)
        self.players = players_of(game)
        self.random = Random(seed)
        self.work = self.workspace(
            self.random,
            reserve,
            players=self.players,
            fades=int(rule.fades),
            linear=int(rule.linear),
            period_length=period,
            gamma=rule.gamma,
            floor=rule.floor,
            regret_weight=1.0,
            stack_budget=stack_budget(),
        )
        views = self.view if self.beside is None else (self.view, self.beside)
        # self.iteration would bind an attribute of the class as a method.
        iteration = vars(self).get("iteration", type(self).iteration)
        if self.averages_apart and self.players != 2:
            iteration = averaged(iteration)
        self.kernel = iterations(iteration)
        self._entry = prepare(self.kernel, self.base, views, (self.work,), native=native)
        self.native = self._entry.native
        self.threads = threads if self.native else 1
        self._team = Team(self.work, threads) if self.threads > 1 else None

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, because the last regrets belong to another sample."""
        if rule.predictive:
            raise RuleError(
                f"The rule {rule.name} must not be used with sampling: it predicts regrets by the "
                f"last ones, which belong to another sample. Choose linear or plus.",
                rule,
            )

    def describe_settings(self) -> dict[str, Any]:
        """Return the algorithm's own parameters, and the period if the rule discounts."""
        own = {name: getattr(self.work, name) for name in self.settings}
        return {"period": self.period, **own} if self.rule.fades else own

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self.work.iterations

    @property
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""
        return self.work.touched

    @property
    def infosets(self) -> int:
        """Infosets visited so far."""
        return self.work.rows

    @property
    def walked(self) -> tuple[Walked, ...]:
        """The game as each of those sees it who look at it in a walk, for errors."""
        return (Walked(self.base, self.view, self.work),)

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted; then check the game some more."""
        begin = perf_counter()
        self._run_all(first, last)
        self._audit.go_on(perf_counter() - begin)

    def _run_all(self, first: int, last: int) -> None:
        self._tabulate_discounts(last)
        if self._team is None:
            with explaining(*self.walked):
                self._entry(first, last, 0)
            return
        for share, failure in self._team.run(self._run_share, first, last):
            walked = Walked(self.base, self.view, share)
            error = explained(walked, failure)
            raise error from error.__cause__ or failure.__cause__

    def _run_share(self, share: Workspace, first: int, last: int) -> None:
        self._entry.with_arenas(share)(first, last, 0)

    def _tabulate_discounts(self, last: int) -> None:
        """Tabulate the discounts of all periods that iterations up to ``last`` may reach."""
        periods = 2 + (last - 1) // self.period
        if self.rule.fades and self.work.discounts.size < 3 * periods:
            factors = [self.rule.factors(period) for period in range(2 * periods)]
            self.work.discounts = np.array(factors).ravel()

    def strategy(self) -> Strategy:
        """Return the average strategy, which converges to an equilibrium."""
        of = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, of, about=self.about)

    def current(self) -> Strategy:
        """Return the current strategy, computed from the regrets."""
        of = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, of, current=True, about=self.about)

    def regret_bound(self) -> float:
        """Return a bound on the exploitability of the average strategy, in chips a hand.

        It is the sum over infosets of the largest average regret, or 0 if that is negative,
        divided by the number of players; see :mod:`zerosum.algorithms.regret`. It is loose, an
        estimate from samples, and for two players with perfect recall; elsewhere it shows only
        whether regrets still fall. It is infinite before the first iteration.

        >>> from zerosum.algorithms import ExternalSampling
        >>> from zerosum.evaluation import exploitability
        >>> from zerosum.kuhn import Kuhn
        >>> solver = ExternalSampling(Kuhn(), seed=7)
        >>> solver.run(1_000)
        >>> exploitability(Kuhn(), solver.strategy()) < solver.regret_bound() < 0.3
        True
        """
        if not self.iterations:
            return inf
        weight, remains = weights_of(self.rule, self.iterations, self.period)
        total = self.work.table.run(sum_regrets, remains, native=self.native)
        return float(total) / weight / self.players

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the table and the state of the random numbers."""
        arrays = self.work.arrays()
        figures = {
            "seed": self.seed,
            "random": self.random.state,
            "classes": class_names(arrays["words"]),
        }
        return arrays, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`."""
        recognise(figures["classes"])
        self.work.restore(arrays)
        self.random.state = figures["random"]
        table = self.work.table
        table.run(rehash, table.mask, native=self.native)
