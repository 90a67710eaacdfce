"""How far a run is: its figures in a sentence, and the one line of a notebook that shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import Any, TypeAlias

from zerosum.support.rendering import Shown, scaled

_DUE = 1.0  # seconds before a line appears
_ONE = Lock()  # held by whoever shows a line


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

    Examples
    --------
    >>> seen = Snapshot(200, 1_000, 12, done=200, touched=18_000, seconds=0.5, limit=None)
    >>> seen.rate, seen.node_rate, seen.left, seen.fraction
    (400.0, 36000.0, 2.0, 0.2)
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
        left = f", {duration(self.left)} left" if self.left else ""
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


Show: TypeAlias = Callable[[Snapshot], object]


@contextmanager
def line_here() -> Iterator[Show | None]:
    """Show snapshots in a block, in a line that changes below the cell of a notebook.

    Notebooks are those of Jupyter and all that run its kernels, such as VS Code, and of marimo.

    Yields
    ------
    What shows a snapshot, from its first second on. None outside a notebook, and in a block within
    such a block: the line of the outer one tells how far both are.
    """
    write = _writer()
    if write is None or not _ONE.acquire(blocking=False):
        yield None
        return
    try:
        yield lambda snapshot: write(str(snapshot)) if snapshot.seconds >= _DUE else None
    finally:
        _ONE.release()


def shown_by(show: Show, goal: int | None) -> Callable[..., object]:
    """Return a callback that shows how far a solver is.

    It may be given an exploitability, too. Rates are since its first call: what was before it
    compiled.
    """
    first: tuple[float, int, int] | None = None

    def callback(solver: Any, exploitability: float | None = None) -> None:
        nonlocal first
        now = perf_counter(), solver.iterations, solver.touched
        first = first or now
        seconds, done, touched = now[0] - first[0], now[1] - first[1], now[2] - first[2]
        figures = goal, solver.infosets, done, touched, seconds, None, exploitability
        show(Snapshot(solver.iterations, *figures))

    return callback


def _writer() -> Callable[[str], object] | None:
    """Return what writes the line of a cell, over what it wrote before; None if there is none."""
    marimo: Any = sys.modules.get("marimo")
    if marimo is not None and marimo.running_in_notebook():
        return lambda text: marimo.output.replace(marimo.plain_text(text))
    ipython: Any = sys.modules.get("IPython")
    if ipython is None or getattr(ipython.get_ipython(), "kernel", None) is None:
        return None
    handle: Any = None

    def write(text: str) -> None:
        nonlocal handle
        if handle is None:
            handle = ipython.display.DisplayHandle()
            handle.display({"text/plain": text}, raw=True)
        else:
            handle.update({"text/plain": text}, raw=True)

    return write
