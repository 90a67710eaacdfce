"""What all iterative solvers share: running in batches, saving and loading."""

from __future__ import annotations

import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

from zerosum.abstraction import View
from zerosum.algorithms import checkpoint
from zerosum.interrupts import deferred
from zerosum.rules import Rule
from zerosum.strategy import Strategy

Callback = Callable[[Any], object]

# Seconds between looks at the clock and at Ctrl-C, and between callbacks.
_BATCH = 0.05
_REPORT = 0.1


class Solver(ABC):
    """A solver that goes on, iteration by iteration, for as long as one likes."""

    name: ClassVar[str]
    default_rule: ClassVar[Rule]
    # Whether it draws random numbers, and takes a seed.
    seeded: ClassVar[bool] = True
    # Whether it takes a number of threads.
    threaded: ClassVar[bool] = False

    game: Any
    base: Any
    view: View
    rule: Rule
    native: bool
    # Iterations that last about _BATCH; kept, so that several short runs are as fast as a long one.
    _batch: int = 1

    @property
    @abstractmethod
    def iterations(self) -> int:
        """Iterations run so far."""

    @property
    @abstractmethod
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""

    @property
    @abstractmethod
    def infosets(self) -> int:
        """Infosets met so far."""

    @abstractmethod
    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""

    @abstractmethod
    def strategy(self) -> Strategy:
        """Return the average strategy, which is what converges."""

    @abstractmethod
    def current(self) -> Strategy:
        """Return the strategy that the regrets say now."""

    @abstractmethod
    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the arrays and the figures that going on needs."""

    @abstractmethod
    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Take over what :meth:`state` gave."""

    def describe_settings(self) -> dict[str, Any]:
        """Return what else shapes the run, by the names of the constructor."""
        return {}

    @classmethod
    def read_settings(cls, written: dict[str, Any]) -> dict[str, Any]:
        """Return what :meth:`describe_settings` said, from what was saved of it."""
        return written

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
        last_call = time.perf_counter()
        while self.iterations < goal:
            size = min(self._batch, goal - self.iterations)
            before = time.perf_counter()
            with deferred() as interrupts:
                self.run_batch(self.iterations + 1, self.iterations + size)
            if interrupts:
                signal.raise_signal(signal.SIGINT)
            now = time.perf_counter()
            if size == self._batch:  # what is cut short at the goal is too short to tell
                self._batch = max(1, min(size * 4, int(size * _BATCH / max(now - before, 1e-9))))
            if callback is not None and now - last_call >= _REPORT:
                callback(self)
                last_call = now
        if callback is not None and iterations:
            callback(self)

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
            ``native``, ``threads`` and ``reserve`` or ``limit`` as for a new solver; what shaped
            the run so far (rule, seed, settings) is known, and may only be given as it was.

        Raises
        ------
        StoreError
            Where the folder is damaged, or belongs to another game, abstraction, algorithm or
            rule.
        """
        solver = checkpoint.load(cls, path, game, options)
        assert isinstance(solver, cls)
        return solver
