"""How long to think: more where more is at stake, and never beyond what a match allows."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

_LARGEST_SHARE, _SMALLEST_SHARE = 2.0, 0.5  # times the usual, in large pots and in small ones
_PART = 0.05  # of what is left for a match, at most


@dataclass
class Clock:
    """The time to think in a match.

    Parameters
    ----------
    seconds
        Of a usual decision; up to twice as long in large pots.
    match
        Of the whole match. A decision takes at most a twentieth of what is left, so it is never
        used up.

    Attributes
    ----------
    spent
        The seconds used so far.

    Examples
    --------
    >>> clock = Clock(0.02, match=25.0)
    >>> clock.grant(40), round(clock.grant(400), 3), clock.grant(10)
    (0.02, 0.036, 0.01)
    >>> clock.spend(24.9)
    >>> round(clock.grant(40), 3)
    0.005
    """

    seconds: float
    match: float = inf
    spent: float = 0.0
    _pots: float = 0.0
    _count: int = 0

    def grant(self, pot: int) -> float:
        """Return the seconds for a decision in a pot of so many chips."""
        self._pots += pot
        self._count += 1
        share = pot * self._count / max(self._pots, 1.0)
        left = max(0.0, self.match - self.spent)
        return min(self.seconds * min(max(share, _SMALLEST_SHARE), _LARGEST_SHARE), _PART * left)

    def spend(self, seconds: float) -> None:
        """Count the seconds of a decision."""
        self.spent += seconds
