"""What sampling solvers share: lowering the game, a table of infosets, random numbers."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from zerosum.abstraction import split
from zerosum.algorithms.solver import Solver
from zerosum.algorithms.threads import Team, check_threads
from zerosum.errors import RuleError
from zerosum.game import players_of
from zerosum.jit import compiled, kernel
from zerosum.kernels.compile import compile_kernel
from zerosum.kernels.failures import FAILURES, Walked, check_methods, explained
from zerosum.kernels.limits import stack_budget
from zerosum.kernels.rows import rehash
from zerosum.native.view import View
from zerosum.rng import Random
from zerosum.rules import LINEAR, MOST_ITERATIONS, Rule
from zerosum.strategy import Strategy, describe
from zerosum.tables import (
    EXTRA,
    FLOOR,
    GAMMA,
    ITERATIONS,
    LINEAR_WEIGHTS,
    MASK,
    PERIOD_LENGTH,
    PLAYERS,
    REGRET,
    STACK_BUDGET,
    Share,
    Workspace,
    class_names,
    recognise,
)


@kernel
def fill_index(work: Any, mask: int) -> None:
    """Make the index of a table that was loaded."""
    rehash(work, mask)


def check_period(period: Any) -> None:
    """Check that a period is a number of iterations.

    Raises
    ------
    ValueError
        Where it is not.
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
        The game, or an abstract one; its value is where traversals start.
    rule
        How regrets and averages are kept.
    seed
        Of the random numbers; the same seed gives the same bits, native or not, with one thread.
    threads
        How many walk at once, on one table; more than one is not reproducible, and native only: a
        game that does not compile has one.
    period
        Iterations of a period of discounting, for rules that discount (``DCFR``): long enough
        for a row's regrets to outweigh their noise.
    native
        True for the native run where it compiles, False for the interpreted one.
    reserve
        Bytes set aside for the table, taken as rows come; half the memory where left out.

    Attributes
    ----------
    kernel
        The kernel ``(game, view, work, first, last, zero)`` that runs iterations.

    Raises
    ------
    RuleError
        Where the rule makes no sense with the algorithm.
    GameError
        Where the game lacks a method.
    ZeroSumError
        Where there are no threads, or several that are to run interpreted.
    """

    threaded = True
    default_rule = LINEAR
    kernel: ClassVar[Any]

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
        self.rule = self.default_rule if rule is None else rule
        self.check_rule(self.rule)
        self.seed = seed
        self.period = period
        self.base, states, actions = split(game)
        check_methods(self.base)
        self.view = View(states, actions)
        self.players = players_of(game)
        self.random = Random(seed)
        self.work = Workspace(self.random, reserve)
        self.work.limits[STACK_BUDGET] = stack_budget()
        self.prepare_work()
        found = self.lowered() if native else None
        self.native = found is not None
        self.threads = threads if self.native else 1
        self._team = Team(self.work, threads) if self.threads > 1 else None
        self._arguments = found or self.plain()

    @property
    def entry(self) -> Any:
        """The kernel that runs iterations with these settings."""
        return type(self).kernel

    def lowered(self) -> tuple[Any, ...] | None:
        """Return what the kernel takes first, in native form; None where it must not be."""
        return compile_kernel(self.entry, self.base, self.view, self.work)

    def plain(self) -> tuple[Any, ...]:
        """Return what the kernel takes first in the interpreted run."""
        return self.base, self.view, self.work.plain()

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules: the last regrets belong to another sample."""
        if rule.predictive:
            raise RuleError(
                f"The rule {rule.name} must not be used with sampling: the last regrets, which "
                f"it takes for a prediction, belong to another sample. Choose linear or plus.",
                rule,
            )

    @property
    def row_extra(self) -> int:
        """One where rows keep the period of their last discount, else none."""
        return int(self.rule.fades)

    def prepare_work(self) -> None:
        """Set the scalars of the rule."""
        rule, settings, weights = self.rule, self.work.settings, self.work.weights
        settings[PLAYERS] = self.players
        settings[EXTRA] = self.row_extra
        settings[PERIOD_LENGTH] = self.period
        settings[LINEAR_WEIGHTS] = int(rule.linear)
        weights[REGRET] = 1.0
        weights[FLOOR] = rule.floor
        weights[GAMMA] = rule.gamma

    def before_batch(self, last: int) -> None:
        """Tabulate the discounts of all periods that iterations up to ``last`` may reach."""
        work, rule = self.work, self.rule
        periods = 2 + (last - 1) // self.period
        if not self.row_extra or work.discounts.size >= 3 * periods:
            return
        work.discounts = np.array([rule.factors(period) for period in range(2 * periods)]).ravel()
        self.replaced_arrays()

    def describe_settings(self) -> dict[str, Any]:
        """Return the length of a period, where it matters."""
        return {"period": self.period} if self.row_extra else {}

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return int(self.work.counts[ITERATIONS])

    @property
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""
        return self.work.touched

    @property
    def infosets(self) -> int:
        """Infosets met so far."""
        return self.work.rows

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self.before_batch(last)
        if self._team is not None:
            self._run_together(self._team, first, last)
            return
        run = compiled(self.entry) if self.native else self.entry
        try:
            run(*self._arguments, first, last, 0)
        except FAILURES as failure:
            raise explained(self, failure) from failure.__cause__

    def _run_together(self, team: Team, first: int, last: int) -> None:
        run = compiled(self.entry)
        game, view, _ = self._arguments

        def part(share: Share, start: int, end: int) -> None:
            run(game, view, share, start, end, 0)

        for share, failure in team.run(part, first, last):
            if not isinstance(failure, FAILURES):
                raise failure
            walked = Walked(self.base, self.view, share)
            raise explained(walked, failure) from failure.__cause__

    def replaced_arrays(self) -> None:
        """Tell kernels where the arrays lie now."""
        self.work.readdress()
        if not self.native:
            self._arguments = self.plain()

    def fill_index(self) -> None:
        """Make the index of the table anew."""
        mask = int(self.work.counts[MASK])
        if self.native:
            compiled(fill_index)(self.work, mask)
        else:
            fill_index(self.work.plain(), mask)

    def strategy(self) -> Strategy:
        """Return the average strategy, which is what converges."""
        return Strategy.from_table(self.view, self.work, describe(self.base, self.view))

    def current(self) -> Strategy:
        """Return the strategy that the regrets say now."""
        of = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, of, current=True)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the table, and where the random numbers are."""
        arrays = self.work.arrays()
        figures = {
            "seed": self.seed,
            "random": self.random.state,
            "classes": class_names(arrays["words"]),
        }
        return arrays, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Take over what :meth:`state` gave."""
        recognise(figures["classes"])
        self.work.restore(arrays, self.row_extra)
        self.random.state = figures["random"]
        self.fill_index()
