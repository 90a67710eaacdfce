"""Progress: bars on a terminal, now and then a plain line elsewhere.

Rich is imported where a bar is drawn: training from a program draws none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, Self

from zerosum.abstraction.fitting import announce, listening
from zerosum.errors import must_stay
from zerosum.support.rendering import Shown, line, scaled

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID


@dataclass(frozen=True)
class Snapshot(Shown):
    """The progress of training.

    Parameters
    ----------
    iterations
        The total number of iterations so far.
    goal
        Wanted in all; None if other bounds end the run.
    infosets
        Visited in all.
    done, touched
        Iterations and nodes touched in this session.
    seconds, limit
        Trained in this session, and how long it may last; None for no limit.
    exploitability
        As last measured, in chips a hand; None if it is not known.
    """

    iterations: int
    goal: int | None
    infosets: int
    done: int
    touched: int
    seconds: float
    limit: float | None
    exploitability: float | None = None

    @property
    def rate(self) -> float:
        """Iterations per second."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def node_rate(self) -> float:
        """Nodes touched per second."""
        return self.touched / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """The seconds left; None if that is unknown."""
        times = []
        if self.limit is not None:
            times.append(max(self.limit - self.seconds, 0.0))
        if self.goal is not None and self.rate > 0:
            times.append(max(self.goal - self.iterations, 0) / self.rate)
        return min(times, default=None)

    @property
    def fraction(self) -> float:
        """The share of this session that is done."""
        if self.left is None:
            return 0.0
        return self.seconds / (self.seconds + self.left) if self.seconds > 0 else 1.0

    def __str__(self) -> str:
        goal = "" if self.goal is None else f" of {self.goal:,}"
        known = "" if self.exploitability is None else f", exploitability {self.exploitability:.3g}"
        left = "" if self.left is None else f", {duration(self.left)} left"
        return (
            f"{self.iterations:,}{goal} iterations, {short(self.rate)}/s, "
            f"{self.infosets:,} infosets, {short(self.node_rate)} nodes/s{known}{left}"
        )


def short(number: float) -> str:
    """Return a number with three digits.

    >>> short(12_345_678), short(12.3), short(999_950)
    ('12.3M', '12.3', '1M')
    """
    return scaled(number, ("", "k", "M", "G"))


def duration(seconds: float) -> str:
    """Return a time as hours, minutes and seconds.

    >>> duration(62.4), duration(7_384)
    ('1:02', '2:03:04')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Display:
    """Where progress is shown: entered before the first update, and left after the last.

    This one shows nothing, for training from a program; others inherit from it.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def update(self, snapshot: Snapshot) -> None:
        """Show how far training is; called about ten times a second."""

    def note(self, text: str) -> None:
        """Show a line permanently, such as a milestone."""


_ON_CONSOLE = "A display on a console", "leave it out, or copy a plain Display()"


@dataclass
class Lines(Display):
    """Prints a plain line every ``every`` seconds of training.

    The first comes after a second: rates of less say little.
    """

    console: Console
    every: float = 10.0
    due: float = field(default=1.0, init=False)

    def __reduce__(self) -> NoReturn:
        raise must_stay(*_ON_CONSOLE)

    def update(self, snapshot: Snapshot) -> None:
        """Print a line if it is due."""
        if snapshot.seconds >= self.due:
            self.due = snapshot.seconds + self.every
            self.note(str(snapshot))

    def note(self, text: str) -> None:
        """Print a line at once."""
        line(self.console, text)


class Bar(Display):
    """Draws a bar with numbers beside it."""

    def __init__(self, console: Console) -> None:
        from rich.progress import BarColumn, Progress, TextColumn
        from rich.table import Column

        figures = TextColumn("{task.description}", table_column=Column())  # may wrap
        self._progress = Progress(BarColumn(24), figures, console=console, transient=True)
        self._task = self._progress.add_task("", total=1.0)

    def __reduce__(self) -> NoReturn:
        raise must_stay(*_ON_CONSOLE)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def update(self, snapshot: Snapshot) -> None:
        """Draw the bar."""
        self._progress.update(self._task, completed=snapshot.fraction, description=str(snapshot))

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        line(self._progress.console, text)


def display_on(console: Console) -> Display:
    """Return the display that suits a console."""
    return Bar(console) if console.is_terminal else Lines(console)


@contextmanager
def fitting_on(console: Console) -> Iterator[None]:
    """Show on a console how far tasks are: bars on a terminal, lines elsewhere.

    Nothing is shown if there is nothing to wait for.

    >>> from rich.console import Console
    >>> with fitting_on(Console(width=60)):
    ...     announce("Counting sheep", 0.0)
    ...     announce("Counting sheep", 1.0)
    Counting sheep ...
    """
    if not console.is_terminal:

        def begun(task: str, share: float) -> None:
            if share == 0.0:
                line(console, f"{task} ...")

        with listening(begun):
            yield
        return
    bars = _Bars(console)
    try:
        with listening(bars):
            yield
    finally:
        bars.close()


class _Bars:
    """Draws a bar for each task while it lasts: a terminal has room for one display."""

    def __init__(self, console: Console) -> None:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        columns = (BarColumn(24), TaskProgressColumn(), TextColumn("{task.description}"))
        self._progress = Progress(*columns, console=console, transient=True)
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, task: str, share: float) -> None:
        if not self._tasks:
            self._progress.start()
        if task not in self._tasks:
            self._tasks[task] = self._progress.add_task(task, total=1.0)
        self._progress.update(self._tasks[task], completed=share)
        if share >= 1.0:
            self._progress.remove_task(self._tasks.pop(task))
        if not self._tasks:
            self.close()

    def close(self) -> None:
        """Give the terminal back, whatever was under way."""
        self._progress.stop()


@contextmanager
def task(name: str) -> Iterator[Callable[[float], None]]:
    """Announce that a task begins and ends; call what is returned with the share that is done.

    >>> with listening(lambda name, share: print(name, share)), task("Counting") as progress:
    ...     progress(0.25)
    Counting 0.0
    Counting 0.25
    Counting 1.0
    """
    announce(name, 0.0)
    try:
        yield lambda share: announce(name, share) if 0.0 < share < 1.0 else None
    finally:
        announce(name, 1.0)
