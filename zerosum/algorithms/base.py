"""What sampling solvers share: lowering the game, running in batches, saving and loading."""

from __future__ import annotations

import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

from zerosum.abstraction import split
from zerosum.algorithms import checkpoint
from zerosum.errors import ZeroSumError
from zerosum.game import players_of
from zerosum.interrupts import deferred
from zerosum.jit import compiled, kernel
from zerosum.kernels.compile import compile_kernel
from zerosum.kernels.failures import FAILURES, check_methods, explained
from zerosum.kernels.limits import stack_budget
from zerosum.kernels.rows import rehash
from zerosum.native.view import View
from zerosum.rng import Random
from zerosum.rules import Rule
from zerosum.strategy import Strategy, describe
from zerosum.tables import ITERATIONS, MASK, STACK_BUDGET, Workspace

Callback = Callable[[Any], object]

# Seconds between looks at the clock and at Ctrl-C, and between callbacks.
_BATCH = 0.05
_REPORT = 0.1


@kernel
def fill_index(work: Any, mask: int) -> None:
    """Make the index of a table that was loaded."""
    rehash(work, mask)


class Sampler(ABC):
    """A solver that samples histories and keeps a table of infosets.

    Parameters
    ----------
    game
        The game, or an abstract one; its value is where traversals start.
    rule
        How regrets and averages are kept.
    seed
        Of the random numbers; the same seed gives the same bits, native or not.
    threads
        How many walk at once; one for now.
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
    """

    name: ClassVar[str]
    default_rule: ClassVar[Rule]
    kernel: ClassVar[Any]

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        threads: int = 1,
        *,
        native: bool = True,
        reserve: int | None = None,
    ) -> None:
        if threads != 1:
            raise ZeroSumError(
                f"The threads of {type(self).__name__} must be one for now; got {threads}: leave "
                f"threads= out.",
                threads,
            )
        self.game = game
        self.rule = self.default_rule if rule is None else rule
        self.check_rule(self.rule)
        self.seed = seed
        self.base, states, actions = split(game)
        check_methods(self.base)
        self.view = View(states, actions)
        self.players = players_of(game)
        self.random = Random(seed)
        self.work = Workspace(self.random, reserve)
        self.work.limits[STACK_BUDGET] = stack_budget()
        self.prepare_work()
        found = None
        if native:
            found = compile_kernel(type(self).kernel, self.base, self.view, self.work)
        self.native = found is not None
        self._arguments = found or (self.base, self.view, self.work.plain())

    @classmethod
    @abstractmethod
    def check_rule(cls, rule: Rule) -> None:
        """Raise RuleError where a rule makes no sense with the algorithm."""

    @property
    @abstractmethod
    def row_extra(self) -> int:
        """How many values a row has beside a regret and a sum for each action."""

    @abstractmethod
    def prepare_work(self) -> None:
        """Put what the kernel needs to know into the workspace."""

    def before_batch(self, last: int) -> None:  # noqa: B027 - most have nothing to do
        """Make ready for iterations up to ``last``."""

    def describe_settings(self) -> dict[str, Any]:
        """Return what else shapes the run, by the names of the constructor."""
        return {}

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

    def run(self, iterations: int, callback: Callback | None = None) -> None:
        """Run some more iterations.

        Parameters
        ----------
        iterations
            How many; one is a traversal for each player in turn.
        callback
            Called with the solver about ten times a second, and at the end.

        Raises
        ------
        AbstractionError
            Where one key stands for two menus or two players; the solver is of no use then.
        TableError
            Where the table is full.
        GameError
            Where a history does not end.
        KeyboardInterrupt
            On Ctrl-C, between iterations: the solver can be saved, or run on.
        """
        if iterations < 0:
            raise ValueError(f"iterations must not be negative; got {iterations}.")
        goal = self.iterations + iterations
        batch, last_call = 1, time.perf_counter()
        while self.iterations < goal:
            size = min(batch, goal - self.iterations)
            before = time.perf_counter()
            self._run_batch(size)
            now = time.perf_counter()
            batch = max(1, min(size * 4, int(size * _BATCH / max(now - before, 1e-9))))
            if callback is not None and now - last_call >= _REPORT:
                callback(self)
                last_call = now
        if callback is not None and iterations:
            callback(self)

    def _run_batch(self, size: int) -> None:
        first, last = self.iterations + 1, self.iterations + size
        self.before_batch(last)
        run = compiled(type(self).kernel) if self.native else type(self).kernel
        with deferred() as interrupts:
            try:
                run(*self._arguments, first, last, 0)
            except FAILURES as failure:
                raise explained(self, failure) from failure.__cause__
        if interrupts:
            signal.raise_signal(signal.SIGINT)

    def replaced_arrays(self) -> None:
        """Tell kernels where the arrays lie now."""
        self.work.readdress()
        if not self.native:
            self._arguments = (self.base, self.view, self.work.plain())

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

    def save(self, path: str | Path) -> None:
        """Save everything, atomically: a solver loaded from here goes on bit for bit.

        Raises
        ------
        StoreError
            Where the folder cannot be written.
        """
        checkpoint.save(self, path)

    @classmethod
    def load(cls, path: str | Path, game: Any, **options: Any) -> Self:
        """Return the solver that was saved, to go on as if it had never stopped.

        Parameters
        ----------
        path
            The folder.
        game
            The game that it was saved with.
        options
            ``native`` and ``reserve`` as for a new solver; what shaped the run so far (rule,
            seed, settings) is known, and may only be given as it was.

        Raises
        ------
        StoreError
            Where the folder is damaged, or belongs to another game, abstraction, algorithm or
            rule.
        """
        solver = checkpoint.load(cls, path, game, options)
        assert isinstance(solver, cls)
        return solver
