"""Long tasks of a command, such as fitting factors, which takes minutes the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn

from zerosum.abstraction.fitting import announce, listening
from zerosum.rendering import line


@contextmanager
def fitting_on(console: Console) -> Iterator[None]:
    """Show on a console how far tasks are: bars on a terminal, lines elsewhere.

    Nothing is shown if there is nothing to wait for.

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
