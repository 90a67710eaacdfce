"""Tasks that a back end does: a table that lives while they are done, and what came of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live

from blood.command import note, print_json, report_console
from zerosum.scale import Backend, Done, Task
from zerosum.support.rendering import line, table

_ROWS = 30  # of the table that lives


class Board:
    """What becomes of tasks.

    Parameters
    ----------
    tasks
        The tasks.
    headings
        Of the columns: the name of a task, what came of it, and a word about it.
    cells
        Returns the columns of a result and the word.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        headings: Sequence[str],
        cells: Callable[[Any], Sequence[str]],
    ) -> None:
        self._tasks, self._headings, self._cells = tasks, headings, cells
        self._running: dict[str, tuple[str, float]] = {}
        self._done: list[Done] = []

    def do(self, backend: Backend) -> list[Any]:
        """Have the tasks done, and show how far they are; return the results, in order.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C. What is done by then is kept by the tasks themselves.
        """
        live, order = report_console(stderr=True), [task.name for task in self._tasks]
        try:
            with Live(get_renderable=self._shown, console=live, transient=True):
                for one in backend.run(self._tasks, started=self._begin):
                    self._running.pop(one.task.name, None)
                    self._done.append(one)
                    if not live.is_terminal:
                        note(" ".join(filter(None, self._row(one))))
        except KeyboardInterrupt:
            note("The same command goes on with what is left.")
            raise
        self._done.sort(key=lambda one: order.index(one.task.name))
        return [one.result for one in self._done if one.error is None]

    def show(self, summary: str, *, as_json: bool) -> int:
        """Print the results, as JSON or a table and a sentence; return the status of the command.

        Why tasks failed is said beside them.
        """
        if as_json:
            print_json(tuple(one.result for one in self._done if one.error is None))
        else:
            report = report_console()
            report.print(table(self._headings, map(self._row, self._done)))
            line(report, summary)
        for one in self._done:
            if one.error is not None:
                note(f"{one.task.name}: {one.error}")
        return int(any(one.error is not None for one in self._done))

    def _begin(self, task: Task, where: str) -> None:
        self._running[task.name] = where, time.monotonic()

    def _row(self, one: Done) -> list[str]:
        if one.error is None:
            return [one.task.name, *self._cells(one.result)]
        return [one.task.name, *[""] * (len(self._headings) - 2), "failed"]

    def _shown(self) -> RenderableType:
        """Return the table: what is done now, and what came of the last ones."""
        now, empty = time.monotonic(), [""] * (len(self._headings) - 2)
        rows = [
            [name, *empty, f"{where}, {now - begun:,.0f} s"]
            for name, (where, begun) in self._running.items()
        ]
        rows += map(self._row, reversed(self._done))
        waiting = len(self._tasks) - len(self._done) - len(self._running)
        counts = f"{len(self._done):,} done, {waiting:,} waiting"
        return Group(table(self._headings, rows[:_ROWS]), counts)
