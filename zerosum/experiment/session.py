"""One session of training: the callback of a solver's run, and what it has to remember."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.kinds import MOST
from zerosum.experiment.milestones import Milestones
from zerosum.experiment.progress import Display, Snapshot
from zerosum.experiment.report import Point
from zerosum.experiment.watch import Measure, Watch
from zerosum.interrupts import Interrupts, deferred

log = logging.getLogger("zerosum")

_SHOW_EVERY = 0.05  # seconds; the first pieces of a run are shorter
_RECORD_EVERY = 5.0
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
    measure
        Returns the exploitability of a solver, None where it cannot. Seconds that it takes do
        not count as training.
    milestones
        Those that lie ahead.

    Attributes
    ----------
    last
        The last snapshot.
    reached
        Whether the experiment's target is met.
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: RunFolder,
        solver: Any,
        display: Display,
        every: float,
        clock: Callable[[], float] = time.monotonic,
        measure: Measure | None = None,
        *,
        milestones: Milestones,
    ) -> None:
        self._goal, self._target = experiment.iterations, experiment.target
        self._limit = None if experiment.minutes is None else 60 * experiment.minutes
        self._folder, self._solver, self._display = folder, solver, display
        self._earlier = folder.rewind(solver.iterations)
        self._first = (solver.iterations, solver.touched)
        self._clock, self._begin = clock, clock()
        self._every, self._save_due, self._record_due = every, every, 0.0
        self._show_due = _SHOW_EVERY
        self._interrupts = Interrupts()
        self._milestones = milestones
        impatient = self._target is not None
        self._watch = measure and Watch(
            measure, solver, self._milestones, clock, impatient=impatient
        )
        self.reached = False
        self.last = self._snapshot(None)

    def run(self) -> bool:
        """Train, and save at the end; return whether Ctrl-C came before the bound."""
        interrupted = False
        with self._display, deferred() as self._interrupts:
            try:
                self._train()
            except _Enough:
                pass
            except KeyboardInterrupt:
                if self._interrupts:  # the second, perhaps inside an iteration
                    raise
                interrupted = True
            if not self._measured():
                self.last = self._snapshot(None)
                self._note()
            self._save()
        return interrupted or bool(self._interrupts)

    def _train(self) -> None:
        """Run the solver up to the goal, in pieces that end where it is measured."""
        goal = MOST if self._goal is None else self._goal
        self._look_closer()
        before = -1
        while before < self._solver.iterations < goal:
            before = self._solver.iterations
            stop = goal if self._watch is None else min(self._watch.next_stop(), goal)
            self._solver.run(stop - before, self._look)
            self._look_closer()

    def _look(self, _: Any) -> None:
        now = self.last = self._snapshot(self.last.exploitability)
        self._look_closer()
        if now.seconds >= self._show_due:
            self._show_due = now.seconds + _SHOW_EVERY
            self._display.update(self.last)
        if now.seconds >= self._record_due:
            self._record()
        if now.seconds >= self._save_due:
            self._save()
        if self._interrupts or (now.limit is not None and now.seconds >= now.limit):
            raise _Enough

    def _look_closer(self) -> None:
        """Measure if it is time, and end where the target is met."""
        if self._watch is not None and self._watch.due(self._seconds()):
            self._note()
        if self.reached:
            raise _Enough

    def _note(self) -> None:
        """Measure, where that can be done, and record what is known."""
        milestone = None
        if self._watch is not None:
            found, milestone = self._watch.measure(self._seconds())
            self.last = self._snapshot(found)
            if found is not None:
                self.reached = self._target is not None and found <= self._target
        self._record(milestone)

    def _measured(self) -> bool:
        """Whether exploitability is known of the solver as it is."""
        return self._watch is not None and self._watch.measured == self._solver.iterations

    def _seconds(self, now: float | None = None) -> float:
        """Return how long this session has trained."""
        measuring = 0.0 if self._watch is None else self._watch.seconds
        return (self._clock() if now is None else now) - self._begin - measuring

    def _snapshot(self, exploitability: float | None) -> Snapshot:
        iterations, touched = self._first
        return Snapshot(
            iterations=self._solver.iterations,
            goal=self._goal,
            infosets=self._solver.infosets,
            done=self._solver.iterations - iterations,
            touched=self._solver.touched - touched,
            seconds=self._seconds(),
            limit=self._limit,
            exploitability=exploitability,
        )

    def _record(self, milestone: int | None = None) -> None:
        self._record_due = self.last.seconds + _RECORD_EVERY
        figures: dict[str, Any] = {
            "iterations": self.last.iterations,
            "seconds": round(self._earlier + self.last.seconds, 6),
            "infosets": self.last.infosets,
            "touched": self._solver.touched,
        }
        if self._watch is not None and self._watch.measured == self.last.iterations:
            figures["exploitability"] = self.last.exploitability
        if milestone is not None:
            figures["milestone"] = milestone
            self._display.note(self._milestones.told(Point(**figures)))
        self._folder.record(figures)

    def _save(self) -> None:
        begin = self._clock()
        self._solver.save(self._folder.checkpoint)
        end = self._clock()
        self._save_due = self._seconds(end) + max(self._every, _SAVING_SHARE * (end - begin))
        log.info("checkpoint of %s iterations in %s", self._solver.iterations, self._folder.path)


class _Enough(Exception):
    """Raised by the callback to end the solver's run."""
