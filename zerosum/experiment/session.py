"""One session of training: batches of iterations, each followed by what is due."""

import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from zerosum.errors import ZeroSumError
from zerosum.experiment.declare import Experiment, Solver
from zerosum.experiment.folder import RunFolder, takes_snapshots
from zerosum.experiment.metrics import Point
from zerosum.experiment.progress import Display
from zerosum.experiment.schedule import Schedule
from zerosum.rules import MOST_ITERATIONS
from zerosum.support.interrupts import Interrupts, Progress, TimeUp, deferred
from zerosum.support.progress import Snapshot

_FIRST_RESPONSE = 1.0  # seconds trained before the first

log = logging.getLogger("zerosum")


@dataclass
class Session:
    """Train until a bound is reached; record numbers and save checkpoints.

    Parameters
    ----------
    experiment
        The experiment, which sets the bounds.
    folder
        The folder for numbers and checkpoints.
    solver
        The solver to train.
    display
        Where progress is shown.
    schedule
        When to measure, show, record and save.
    measure
        Returns the exploitability of a solver, or None if it is unknown: then its regret bound is
        recorded instead. Measuring does not count as training.
    players
        The number of players of the game.
    clock
        Returns seconds.
    respond
        Plays against a solver, and returns what it wins and half the width of the interval; None
        for no such measure. It plays each time that the seconds trained have doubled, and at the
        end.

    Attributes
    ----------
    last
        The last snapshot.
    reached
        Whether the experiment's target is met.
    """

    experiment: Experiment
    folder: RunFolder
    solver: Solver
    display: Display
    schedule: Schedule
    measure: Callable[[Solver], float | None]
    players: int = 2
    clock: Callable[[], float] = time.monotonic
    respond: Callable[[Solver, Progress], tuple[float, float]] | None = None

    def __post_init__(self) -> None:
        self._earlier = 0.0  # seconds trained before the session
        self._first = (self.solver.iterations, self.solver.touched)
        self._begin, self._measuring = self.clock(), 0.0
        self._measured = -1  # the iterations at which exploitability was last found
        self._bound: tuple[int, float] | None = None  # the last regret bound, and its iterations
        self._response: tuple[int, tuple[float, float]] | None = None
        self._doubled = _FIRST_RESPONSE
        self._interrupts = Interrupts()
        self.reached = False
        self.last = self._snapshot(None)

    def run(self) -> bool:
        """Train, and save at the end; return whether Ctrl-C ended the session.

        Raises
        ------
        ZeroSumError
            If training or measuring fails; what was trained before is saved.
        """
        interrupted = False
        with self.display, deferred() as self._interrupts:
            self._earlier = self.folder.rewind(self.solver.iterations)
            try:
                self._train()
            except KeyboardInterrupt:
                if self._interrupts:  # the second, perhaps inside an iteration
                    raise
                interrupted = True
            except ZeroSumError:
                self._rescue()
                raise
            if self._measured != self.solver.iterations:
                self.last = self._snapshot(None)
                self._note()
            self._answer()
            self.display.update(self.last)
            self._save()
        return interrupted or bool(self._interrupts)

    def _train(self) -> None:
        """Run batches until a bound is met, or the solver makes no more iterations."""
        bound = self.experiment.iterations
        goal = MOST_ITERATIONS if bound is None else bound
        before = -1
        while self._attend() and before < self.solver.iterations < goal:
            before, begin = self.solver.iterations, self.clock()
            wanted = before + self.schedule.batch(before, self.solver.touched, goal)
            step = getattr(self.solver, "step", 1)  # a part of it would cost as much
            self.solver.run(min(goal, -(-wanted // step) * step) - before)
            self.schedule.ran(self.solver.iterations - before, self.clock() - begin)

    def _attend(self) -> bool:
        """Do what is due; return whether to go on, as far as time, target and Ctrl-C go."""
        now = self.last = self._snapshot(self.last.exploitability)
        due = self.schedule.due(now.iterations, self.solver.touched, now.seconds)
        if due.measure:
            self._note(due.milestone)
        if due.show:
            self.display.update(self.last)
        if due.record:
            self._record()
        if self._earlier + now.seconds >= self._doubled:
            self._answer()
        if due.save:
            self._save()
        late = now.limit is not None and now.seconds >= now.limit
        return not (late or self.reached or self._interrupts)

    def _note(self, milestone: int | None = None) -> None:
        """Measure, if that is possible, and record what is known."""
        if self.schedule.measures:
            iterations, seconds, begin = self.solver.iterations, self._seconds(), self.clock()
            exploitability = self.measure(self.solver)
            bound = getattr(self.solver, "regret_bound", None)
            if exploitability is None and callable(bound):
                found = float(bound())
                self._bound = (iterations, found) if math.isfinite(found) else None
            cost = self.clock() - begin
            self._measuring += cost
            self.schedule.measured(cost, iterations, seconds, milestone)
            self.last = self._snapshot(exploitability)
            if exploitability is None:
                milestone = None
            else:
                self._measured, target = iterations, self.experiment.target
                self.reached = target is not None and exploitability <= target
        self._record(milestone)

    def _answer(self) -> None:
        """Let the opponent, if there is one, play once an iteration; Ctrl-C ends its play."""
        iterations, begin = self.solver.iterations, self.clock()
        if self.respond is None or self._interrupts:
            return
        if self._response is not None and self._response[0] == iterations:
            return

        def heed(_: float) -> None:
            if self._interrupts:
                raise TimeUp

        self._doubled = max(2 * (self._earlier + self._seconds()), self._doubled)
        try:
            self._response = iterations, self.respond(self.solver, heed)
        except TimeUp:
            return
        finally:
            self._measuring += self.clock() - begin
        self.last = self._snapshot(self.last.exploitability)
        self._record()

    def _rescue(self) -> None:
        """Save what was trained until something failed; what fails then does not hide that."""
        with suppress(ZeroSumError):
            self._save()
            self.folder.keep(self.solver)
            self.display.note(f"Saved {self.solver.iterations:,} iterations in {self.folder.path}.")

    def _seconds(self) -> float:
        """Return how long this session has trained."""
        return self.clock() - self._begin - self._measuring

    def _snapshot(self, exploitability: float | None) -> Snapshot:
        iterations, touched = self._first
        minutes = self.experiment.minutes
        return Snapshot(
            iterations=self.solver.iterations,
            goal=self.experiment.iterations,
            infosets=self.solver.infosets,
            done=self.solver.iterations - iterations,
            touched=self.solver.touched - touched,
            seconds=self._seconds(),
            limit=None if minutes is None else 60 * minutes,
            exploitability=exploitability,
        )

    def _record(self, milestone: int | None = None) -> None:
        figures: dict[str, Any] = {
            "iterations": self.last.iterations,
            "seconds": round(self._earlier + self.last.seconds, 6),
            "infosets": self.last.infosets,
            "touched": self.solver.touched,
        }
        if self._measured == self.last.iterations:
            figures["exploitability"] = self.last.exploitability
        if self._bound is not None and self._bound[0] == self.last.iterations:
            figures["regret"] = self._bound[1]
        if self._response is not None and self._response[0] == self.last.iterations:
            figures["response"], figures["response_width"] = self._response[1]
        if turned_away := getattr(self.solver, "turned_away", 0):
            figures["turned_away"] = turned_away
        if milestone is not None:
            figures["milestone"] = milestone
            self.display.note(Point(**figures).told(self.players))
        self.folder.record(figures)

    def _save(self) -> None:
        begin = self.clock()
        if takes_snapshots(self.solver):
            self.folder.keep(self.solver)
        self.solver.save(self.folder.checkpoint)
        self.schedule.saved(self.clock() - begin, self._seconds())
        log.info("checkpoint of %s iterations in %s", self.solver.iterations, self.folder.path)
