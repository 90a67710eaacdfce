"""One session of training: the callback of a solver's run, and what it has to remember."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from zerosum.experiment.declare import MOST, Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.progress import Display, Snapshot
from zerosum.interrupts import Interrupts, deferred

log = logging.getLogger("zerosum")

_RECORD_EVERY = 5.0  # seconds
_SAVING_SHARE = 20  # training lasts this many times as long as writing checkpoints


class Session:
    """Train until a bound is met; record figures and save checkpoints on the way.

    Parameters
    ----------
    experiment
        Sets the bounds.
    folder
        Where figures and checkpoints go.
    solver
        What is trained.
    display
        Where progress is shown.
    every
        Seconds between checkpoints; more where writing one takes long.
    clock
        Returns seconds.
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: RunFolder,
        solver: Any,
        display: Display,
        every: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._goal = experiment.iterations
        self._limit = None if experiment.minutes is None else 60 * experiment.minutes
        self._folder, self._solver, self._display = folder, solver, display
        self._earlier = folder.rewind(solver.iterations)
        self._first = (solver.iterations, solver.touched)
        self._clock, self._begin = clock, clock()
        self._every, self._save_due, self._record_due = every, every, 0.0
        self._interrupts = Interrupts()
        self.last = self._snapshot()

    def run(self) -> bool:
        """Train, and save at the end; return whether Ctrl-C came before the bound."""
        interrupted = False
        wanted = MOST if self._goal is None else max(self._goal - self._solver.iterations, 0)
        with self._display, deferred() as self._interrupts:
            try:
                self._solver.run(wanted, self._look)
            except _Enough:
                pass
            except KeyboardInterrupt:
                if self._interrupts:  # the second, perhaps inside an iteration
                    raise
                interrupted = True
            self.last = self._snapshot()
            self._record()
            self._save()
        return interrupted or bool(self._interrupts)

    def _look(self, _: Any) -> None:
        now = self.last = self._snapshot()
        self._display.update(now)
        if now.seconds >= self._record_due:
            self._record_due = now.seconds + _RECORD_EVERY
            self._record()
        if now.seconds >= self._save_due:
            self._save()
        if self._interrupts or (now.limit is not None and now.seconds >= now.limit):
            raise _Enough

    def _snapshot(self) -> Snapshot:
        iterations, touched = self._first
        return Snapshot(
            iterations=self._solver.iterations,
            goal=self._goal,
            infosets=self._solver.infosets,
            done=self._solver.iterations - iterations,
            touched=self._solver.touched - touched,
            seconds=self._clock() - self._begin,
            limit=self._limit,
        )

    def _record(self) -> None:
        self._folder.record(
            {
                "iterations": self.last.iterations,
                "seconds": round(self._earlier + self.last.seconds, 3),
                "infosets": self.last.infosets,
                "touched": self._solver.touched,
            }
        )

    def _save(self) -> None:
        begin = self._clock()
        self._solver.save(self._folder.checkpoint)
        end = self._clock()
        self._save_due = end - self._begin + max(self._every, _SAVING_SHARE * (end - begin))
        log.info("checkpoint of %s iterations in %s", self._solver.iterations, self._folder.path)


class _Enough(Exception):
    """Raised by the callback to end the solver's run."""
