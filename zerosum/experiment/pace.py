"""When to measure exploitability, so that it costs little of the time trained."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

_GROWTH = 1.25  # from one measuring to the next, in iterations
_SHARE = 1 / 20  # of the time trained goes into measuring,
_FREE = 0.25  # and so many seconds more


@dataclass
class Pace:
    """When to measure: often enough for a curve, and seldom enough to cost little.

    Iterations grow by a quarter between two moments, and seconds by ten at most. Measuring
    takes a twentieth of the time trained, and a quarter of a second in all for the first
    iterations of small games. A moment that would cost more is passed over.

    Parameters
    ----------
    stop
        The iterations at which the next moment comes.
    patience
        Seconds until it comes anyway; few where a target waits to be met.

    Attributes
    ----------
    spent
        The seconds that these measurings took.
    cost
        The seconds that the last measuring of any kind took.

    Examples
    --------
    >>> pace = Pace(stop=8)
    >>> pace.due(7, 0.1), pace.due(8, 0.1)
    (False, True)
    >>> pace.took(0.01, 8, 0.1)
    >>> pace.stop
    10
    """

    stop: int
    patience: float = 10.0
    spent: float = field(default=0.0, init=False)
    cost: float = field(default=0.0, init=False)
    _last: float = field(default=0.0, init=False)

    def due(self, iterations: int, seconds: float) -> bool:
        """Whether to measure now, after so many seconds of training in this session."""
        if self.spent + self.cost > _FREE + _SHARE * seconds:
            return False
        return iterations >= self.stop or seconds - self._last >= self.patience

    def took(self, cost: float, iterations: int, seconds: float) -> None:
        """Note what a measuring cost, in seconds, and when it was."""
        self.spent += cost
        self.saw(cost, iterations, seconds)

    def saw(self, cost: float, iterations: int, seconds: float) -> None:
        """Note a measuring that was made for another reason: its cost is not counted here."""
        self.cost, self._last = cost, seconds
        self.wait(iterations)

    def wait(self, iterations: int) -> None:
        """Let the next moment come a quarter more iterations from now."""
        self.stop = max(ceil(_GROWTH * iterations), iterations + 1)
