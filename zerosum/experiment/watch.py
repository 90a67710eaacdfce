"""A session's watch over exploitability: when it measures, and how long that took."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zerosum.experiment.milestones import Milestones
from zerosum.experiment.pace import Pace

Measure = Callable[[Any], float | None]

_IMPATIENCE = 1.0  # seconds from one look at a target to the next


class Watch:
    """Measure a solver at the moments that :class:`Pace` and :class:`Milestones` choose.

    Parameters
    ----------
    measure
        Returns the exploitability of a solver, None where it cannot.
    solver
        As the session begins.
    milestones
        Those that lie ahead.
    clock
        Returns seconds.
    impatient
        Whether a target waits to be met.

    Attributes
    ----------
    seconds
        That all measurings took.
    measured
        The iterations of the last one that came to something; -1 before.
    """

    def __init__(
        self,
        measure: Measure,
        solver: Any,
        milestones: Milestones,
        clock: Callable[[], float],
        *,
        impatient: bool,
    ) -> None:
        self._measure, self._solver, self._clock = measure, solver, clock
        self._milestones: Milestones = milestones
        self._milestone: int | None = None
        self._pace = Pace(solver.iterations)
        if impatient:
            self._pace.patience = _IMPATIENCE
        self.seconds, self.measured = 0.0, -1

    def next_stop(self) -> int:
        """Return the iterations at which the solver should stop to be looked at."""
        iterations: int = self._solver.iterations
        if self._pace.stop <= iterations:
            self._pace.wait(iterations)
        ahead = self._milestones.distance(iterations, self._solver.touched)
        return min(self._pace.stop, iterations + ahead)

    def due(self, seconds: float) -> bool:
        """Whether to measure now, after so many seconds of training in this session."""
        passed = self._milestones.passed(self._solver.touched)
        self._milestone = passed if self._milestones.affords(self._pace.cost, seconds) else None
        return self._milestone is not None or self._pace.due(self._solver.iterations, seconds)

    def measure(self, seconds: float) -> tuple[float | None, int | None]:
        """Return what is found, and the milestone that it is found at."""
        iterations, milestone, self._milestone = self._solver.iterations, self._milestone, None
        begin = self._clock()
        found = self._measure(self._solver)
        cost = self._clock() - begin
        self.seconds += cost
        if milestone is None:
            self._pace.took(cost, iterations, seconds)
        else:
            self._pace.saw(cost, iterations, seconds)
            self._milestones.took(cost)
        if found is None:
            return None, None
        self.measured = iterations
        return found, milestone
