"""Progress: a bar on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Column


@dataclass(frozen=True)
class Snapshot:
    """How far training is.

    Parameters
    ----------
    iterations
        Made in all.
    goal
        Wanted in all; None where only time is the bound.
    infosets
        Met in all.
    done, touched
        Iterations made and nodes touched in this session.
    seconds, limit
        Trained in this session, and how long it may last; None for ever.
    exploitability
        As last measured, in chips a hand; None where it is not known.
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
        """Iterations a second."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def node_rate(self) -> float:
        """Nodes touched a second."""
        return self.touched / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """The seconds left, None while that is unknown."""
        times = []
        if self.limit is not None:
            times.append(max(self.limit - self.seconds, 0.0))
        if self.goal is not None and self.rate > 0:
            times.append(max(self.goal - self.iterations, 0) / self.rate)
        return min(times, default=None)

    @property
    def fraction(self) -> float:
        """The part of this session that is behind."""
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
    """Return a number in three digits.

    >>> short(12_345_678), short(12.3), short(999_950)
    ('12.3M', '12.3', '1M')
    """
    for unit in ("", "k", "M"):
        if float(f"{number:.3g}") < 1000:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:,.3g}G"


def duration(seconds: float) -> str:
    """Return a time as hours, minutes and seconds.

    >>> duration(62.4), duration(7_384)
    ('1:02', '2:03:04')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Display(Protocol):
    """Where progress is shown; entered before the first update, and left after the last."""

    def __enter__(self) -> Self:
        """Begin to show."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End to show."""
        ...

    def update(self, snapshot: Snapshot) -> None:
        """Show how far training is; called ten times a second."""
        ...

    def note(self, text: str) -> None:
        """Show a line that stays: a milestone was reached."""
        ...


class Silence:
    """Shows nothing: for training from a program."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def update(self, snapshot: Snapshot) -> None:
        """Show nothing."""

    def note(self, text: str) -> None:
        """Show nothing."""


@dataclass
class Lines:
    """Prints a plain line every ``every`` seconds of training."""

    console: Console
    every: float = 10.0
    due: float = field(default=0.0, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def update(self, snapshot: Snapshot) -> None:
        """Print a line if it is due."""
        if snapshot.seconds >= self.due:
            self.due = snapshot.seconds + self.every
            self.note(str(snapshot))

    def note(self, text: str) -> None:
        """Print a line at once."""
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)


class Bar:
    """Draws a bar with the figures beside it."""

    def __init__(self, console: Console) -> None:
        figures = TextColumn("{task.description}", table_column=Column())  # in lines if need be
        self._progress = Progress(BarColumn(24), figures, console=console, transient=True)
        self._task = self._progress.add_task("", total=1.0)

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
        self._progress.console.print(text, highlight=False, markup=False, soft_wrap=True)


def display_on(console: Console) -> Display:
    """Return the display that suits a console."""
    return Bar(console) if console.is_terminal else Lines(console)
