"""The schedule of a run: what is due after each batch of iterations.

Different solvers can be compared by nodes touched: the chance and decision nodes that they visited.
A run is measured at *milestones*, when it has touched one, two, four, eight ... million nodes, as
in Lanctot's ``bluff11``. Between milestones it is measured often enough for a curve, and rarely
enough to take little time.
"""

from dataclasses import dataclass, field
from math import ceil

FIRST = 1_000_000  # nodes touched; each further milestone is twice as many

_SHARE_OF_MILESTONE = 0.99  # of the way to a milestone is made at once
_GROWTH = 1.25  # in iterations, from one point of the curve to the next
_BATCH = 0.1  # seconds: Ctrl-C waits as long
_SHOW_EVERY = 0.05  # seconds; the first batches of a run are shorter than the others
_RECORD_EVERY = 5.0
_SAVING_SHARE = 20  # training lasts this many times as long as writing checkpoints


@dataclass(frozen=True)
class Due:
    """What is due after a batch.

    Parameters
    ----------
    measure
        Whether to measure exploitability or a bound, which is then recorded.
    milestone
        The milestone at which it is measured; None for a point of the curve.
    show, record, save
        Whether to show progress, to record figures, to write a checkpoint.

    Examples
    --------
    >>> Schedule(iterations=8, touched=2_500_000).due(4, 900, 0.0)
    Due(measure=False, milestone=None, show=False, record=False, save=False)
    """

    measure: bool
    milestone: int | None
    show: bool
    record: bool
    save: bool


@dataclass
class Budget:
    """The seconds that measuring may take: a few, and a share of those trained.

    >>> budget = Budget(free=1.0, share=0.2)
    >>> budget.affords(1.5, seconds=2.0), budget.affords(1.5, seconds=3.0)
    (False, True)
    """

    free: float
    share: float
    spent: float = 0.0

    def affords(self, cost: float, seconds: float) -> bool:
        """Whether a measurement of some seconds is allowed after some seconds of training."""
        return self.spent + cost <= self.free + self.share * seconds


@dataclass
class Schedule:
    """Decides how long the next batch is, and what is due after it.

    The curve has a point each time that iterations have grown by a quarter, or that ``patience``
    seconds have passed. Measuring for the curve takes at most a twentieth of the time trained, and
    measuring at milestones a fifth; other measurements are skipped. Seconds are seconds trained in
    the session.

    Parameters
    ----------
    iterations, touched
        Those of the solver before the session; earlier milestones are past.
    measures
        Whether exploitability or a bound can be measured.
    every
        Seconds between checkpoints; more if writing one takes long.
    patience
        The largest number of seconds between two points of the curve.

    Attributes
    ----------
    stop
        The iterations at which the next point of the curve comes.
    milestone
        The nodes touched at which the next milestone comes.

    Examples
    --------
    >>> schedule = Schedule(iterations=8, touched=2_500_000)
    >>> schedule.milestone
    4000000
    >>> schedule.due(8, 2_500_000, 0.0).measure
    True
    >>> schedule.measured(0.01, 8, 0.0)
    >>> schedule.stop
    10
    >>> schedule.due(9, 4_000_123, 0.1)
    Due(measure=True, milestone=4000000, show=True, record=False, save=False)
    """

    iterations: int
    touched: int
    measures: bool = True
    every: float = 30.0
    patience: float = 10.0
    stop: int = field(init=False)
    milestone: int = field(default=FIRST, init=False)

    def __post_init__(self) -> None:
        self._curve, self._milestones = Budget(0.25, 1 / 20), Budget(1.0, 1 / 5)
        self._cost = self._measured = 0.0
        self._show = self._record = _SHOW_EVERY
        self._size, self._seen = 1, (0, 0)
        self.stop, self._save = self.iterations, self.every
        self._passed(self.touched)

    def batch(self, iterations: int, touched: int, goal: int) -> int:
        """Return how many iterations to run before the next look."""
        ends = [self._size, goal - iterations]
        if self.measures:
            if self.stop <= iterations:
                self._wait(iterations)
            ends += [self.stop - iterations, self._approach(iterations, touched)]
        return min(ends)

    def ran(self, iterations: int, seconds: float) -> None:
        """Record the time of a batch, so that the next takes at most a tenth of a second."""
        if iterations == self._size or seconds > _BATCH:  # others are too short to tell
            wanted = int(iterations * _BATCH / max(seconds, 1e-9))
            self._size = max(1, min(4 * iterations, wanted))

    def due(self, iterations: int, touched: int, seconds: float) -> Due:
        """Return what is due now."""
        milestone = self._passed(touched)
        if not self._milestones.affords(self._cost, seconds):
            milestone = None
        point = iterations >= self.stop or seconds - self._measured >= self.patience
        measure = milestone is not None or (point and self._curve.affords(self._cost, seconds))
        measure = measure and self.measures
        show, save = seconds >= self._show, seconds >= self._save
        if show:
            self._show = seconds + _SHOW_EVERY
        record = seconds >= self._record and not measure
        if measure or record:
            self._record = seconds + _RECORD_EVERY
        return Due(measure, milestone if measure else None, show, record, save)

    def measured(
        self, cost: float, iterations: int, seconds: float, milestone: int | None = None
    ) -> None:
        """Record the seconds of a measurement, and when it was made."""
        budget = self._curve if milestone is None else self._milestones
        budget.spent += cost
        self._cost, self._measured = cost, seconds
        self._wait(iterations)

    def saved(self, cost: float, seconds: float) -> None:
        """Record the seconds that writing a checkpoint took."""
        self._save = seconds + max(self.every, _SAVING_SHARE * cost)

    def _passed(self, touched: int) -> int | None:
        """Return the last milestone that was passed since the last question; None if no one was."""
        if touched < self.milestone:
            return None
        while self.milestone <= touched:
            self.milestone *= 2
        return self.milestone // 2

    def _wait(self, iterations: int) -> None:
        """Let the next point of the curve come a quarter more iterations from now."""
        self.stop = max(ceil(_GROWTH * iterations), iterations + 1)

    def _approach(self, iterations: int, touched: int) -> int:
        """Return iterations that lead close to the next milestone: 99 in 100 of the way.

        What an iteration touches is taken from all iterations, and from those since the last
        question; the larger counts. Asked after each batch, it ends in single iterations.
        """
        if iterations == 0:
            return 1
        before, touched_before = self._seen
        self._seen = iterations, touched
        nodes = touched / iterations
        if iterations > before:
            nodes = max(nodes, (touched - touched_before) / (iterations - before))
        return max(1, int(_SHARE_OF_MILESTONE * (self.milestone - touched) / max(nodes, 1.0)))
