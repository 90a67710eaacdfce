"""Milestones: what a run has reached when it has touched a million nodes, two, four, eight, ...

Solvers of different kinds have nodes touched in common: chance and decision nodes that they
visited. Lanctot's ``bluff11`` reports at these numbers, and so runs compare with it, and with
each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zerosum.experiment.report import Point

FIRST = 1_000_000  # nodes touched; each further milestone is twice as many

_SHARE = 1 / 5  # of the time trained may go into measuring here,
_FREE = 1.0  # and so many seconds more
_NEAR = 0.99  # of the way to a milestone is made at once


@dataclass
class Milestones:
    """Which milestones a session comes to, how it stops close to them, and which it measures.

    Milestones lie twice as far apart each time, so that measuring at all of them costs little.
    One is passed over where measuring would take more than a second and a fifth of the time
    trained, all milestones of the session taken together.

    Parameters
    ----------
    touched
        The nodes touched before the session; milestones up to there are past.
    players
        Of the game.

    Attributes
    ----------
    next
        The nodes touched at which the next one comes.

    Examples
    --------
    >>> milestones = Milestones(touched=2_500_000, players=2)
    >>> milestones.next
    4000000
    >>> milestones.passed(3_999_999), milestones.passed(4_000_123), milestones.next
    (None, 4000000, 8000000)
    """

    touched: int
    players: int
    next: int = field(default=FIRST, init=False)
    _spent: float = field(default=0.0, init=False)
    _seen: tuple[int, int] = field(default=(0, 0), init=False)

    def __post_init__(self) -> None:
        self.passed(self.touched)

    def passed(self, touched: int) -> int | None:
        """Return the last milestone that was passed since the last question; None for none."""
        if touched < self.next:
            return None
        while self.next <= touched:
            self.next *= 2
        return self.next // 2

    def distance(self, iterations: int, touched: int) -> int:
        """Return iterations that lead close to the next milestone: 99 in 100 of the way.

        What an iteration touches is taken from all iterations, and from those since the last
        question; the larger counts. Asked after each stop, steps end in single iterations. One,
        where none was made yet.
        """
        if iterations == 0:
            return 1
        before, touched_before = self._seen
        self._seen = iterations, touched
        each = touched / iterations
        if iterations > before:
            each = max(each, (touched - touched_before) / (iterations - before))
        return max(1, int(_NEAR * (self.next - touched) / max(each, 1.0)))

    def affords(self, cost: float, seconds: float) -> bool:
        """Whether to measure after so many seconds of training, if it costs so many."""
        return self._spent + cost <= _FREE + _SHARE * seconds

    def took(self, cost: float) -> None:
        """Note the seconds that measuring at a milestone took."""
        self._spent += cost

    def told(self, point: Point) -> str:
        """Return a line about a milestone, and what was measured there.

        >>> point = Point(4_512, 0.16, 24_576, 1_000_123, exploitability=0.1315)
        >>> Milestones(0, players=2).told(point)
        '1,000,123 touched: 4,512 iterations, 0.16 s, sum of best responses 0.263'
        """
        known = point.exploitability
        found = "" if known is None else f", sum of best responses {self.players * known:.3g}"
        return (
            f"{point.touched:,} touched: {point.iterations:,} iterations, "
            f"{brief(point.seconds)} s{found}"
        )


def brief(seconds: float) -> str:
    """Return a time in seconds: hundredths, or two digits where it is less than one.

    >>> brief(0.00471), brief(0.16), brief(1_234.5)
    ('0.0047', '0.16', '1,234.50')
    """
    return f"{seconds:.2g}" if seconds < 1 else f"{seconds:,.2f}"
