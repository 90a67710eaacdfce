"""How long to think: more where more is at stake, and never beyond what a match allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

_LARGEST_SHARE, _SMALLEST_SHARE = 2.0, 0.5  # times the usual, in large pots and in small ones
_PART = 0.05  # of what is left for a match, at most
_GUESS = 20  # hands that the guess of one solution a hand counts for


@dataclass
class Clock:
    """The time to think in a match.

    A decision takes at most a twentieth of what is left, so it is never used up. If whoever keeps
    the time tells how much is left, and how many hands are to come, the rest is divided between the
    decisions of these hands. What the hands take beside thinking is measured and set aside: the
    strategy, the protocol, and a machine that is busy.

    Parameters
    ----------
    seconds
        Of a usual decision, if there is time for it; up to twice as long in large pots.
    match
        Of the whole match.
    reserve
        Seconds of the match that are never spent on thinking.

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

    One hand was played, and 500 are to come:

    >>> clock = Clock(0.02, match=30.0, reserve=4.0)
    >>> clock.read(30.0, 0, 501)
    >>> clock.read(29.99, 1, 500)
    >>> round(clock.grant(40), 3), round(Clock(0.02, match=29.99, reserve=4.0).grant(40), 3)
    (0.02, 0.02)
    >>> clock.read(14.0, 1, 500)  # it took very long
    >>> clock.grant(40)
    0.0
    """

    seconds: float
    match: float = inf
    reserve: float = 0.0
    spent: float = 0.0
    _pots: float = 0.0
    _count: int = 0
    _granted: float = 0.0
    _first: tuple[float, int] | None = None  # the first reading: seconds left, hands over
    _hands: tuple[int, int] = field(default=(0, 0))  # over since then, and to come
    _beside: float = 0.0  # seconds a hand that are not thought
    _left: float = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.match

    def read(self, left: float, over: int, to_come: int) -> None:
        """Take the time that is left from whoever keeps it.

        Parameters
        ----------
        left
            Seconds.
        over, to_come
            The hands of the match that are over, and those that are not, this one included.
        """
        if self._first is None:
            self._first, self.spent = (left, over), 0.0
        self._left = left
        hands = over - self._first[1]
        self._beside = max(0.0, self._first[0] - left - self.spent) / max(1, hands)
        self._hands = hands, to_come

    def grant(self, pot: int) -> float:
        """Return the seconds for a decision in a pot of so many chips."""
        self._pots += pot
        self._count += 1
        share = pot * self._count / max(self._pots, 1.0)
        share = min(max(share, _SMALLEST_SHARE), _LARGEST_SHARE)
        over, to_come = self._hands
        left = max(0.0, self._left - self.reserve - self._beside * to_come)
        seconds = min(self.seconds * share, _PART * left)
        if to_come > 0:
            decisions = to_come * (self._count + _GUESS) / (over + _GUESS)
            longer = max(0.0, self.spent - self._granted) / self._count  # than was granted
            seconds = min(seconds, max(0.0, left / decisions - longer) * share)
        self._granted += seconds
        return seconds

    def spend(self, seconds: float) -> None:
        """Count the seconds of a decision."""
        self.spent += seconds
        self._left -= seconds
