"""Progress: bars on a terminal, one line in a notebook, now and then a plain line elsewhere.

Rich is imported where a bar is drawn: training from a program draws none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, Self

from zerosum.abstraction.fitting import announce, listening
from zerosum.errors import must_stay
from zerosum.support.progress import Show, Snapshot, line_here
from zerosum.support.rendering import line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID


class Display:
    """Where progress is shown: entered before the first update, and left after the last.

    This one shows one line in a notebook, and nothing in a program; others inherit from it.

    >>> class Notes(Display):
    ...     def note(self, text):
    ...         print(">", text)
    >>> with Notes() as display:
    ...     display.note("1,000,000 nodes touched")
    > 1,000,000 nodes touched
    """

    _show: Show | None = None

    def __enter__(self) -> Self:
        self._line = ExitStack()
        self._show = self._line.enter_context(line_here())
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        del self._line, self._show

    def update(self, snapshot: Snapshot) -> None:
        """Show how far training is; called about ten times a second, and at the end."""
        if self._show is not None:
            self._show(snapshot)

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
    """Return the display that suits a console.

    >>> from rich.console import Console
    >>> type(display_on(Console(force_terminal=True))).__name__
    'Bar'
    """
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
