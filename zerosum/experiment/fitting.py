"""What factors with data are made of takes minutes the first time: say how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn

from zerosum.abstraction.fitting import listening


@contextmanager
def fitting_on(console: Console) -> Iterator[None]:
    """Show on a console how far factors are fitted: bars on a terminal, elsewhere lines.

    Nothing is shown where all is known already.

    >>> from zerosum.abstraction.fitting import announce
    >>> with fitting_on(Console(width=60)):
    ...     announce("Counting sheep", 0.0)
    ...     announce("Counting sheep", 1.0)
    Counting sheep ...
    """
    listener = _Bars(console) if console.is_terminal else _Lines(console)
    try:
        with listening(listener):
            yield
    finally:
        listener.close()


class _Lines:
    """Prints a line where a task begins."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __call__(self, task: str, share: float) -> None:
        if share == 0.0:
            self._console.print(f"{task} ...", highlight=False, markup=False, soft_wrap=True)

    def close(self) -> None:
        """Leave the console as it is."""


class _Bars:
    """Draws a bar for each task while there is one: a terminal has room for one display."""

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
