"""Parts of a run that are solved again at a time: a table that lives, and what came of each."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.live import Live

from blood.command import INTERRUPTED, note, print_json, report_console
from zerosum.experiment import Run
from zerosum.pkr.ask.parts import tasks_of
from zerosum.pkr.parts.wanted import Resolved, Wanted
from zerosum.scale import Backend, Done, Task
from zerosum.support.rendering import TextTable, line, percent, sized, table

DEALS = 1_000
_FAILED = 1
_ROWS = 30  # of the table that lives
_HEADINGS = ("part", "reach", "seats", "iterations", "size", "gain in bb/100", "")


def resolve_all(
    run: Run, wanted: Sequence[Wanted], backend: Backend, *, as_json: bool = False
) -> int:
    """Solve parts by a back end, measure each, and keep it or not; return the exit status.

    Parameters
    ----------
    run
        The run.
    wanted
        The parts.
    backend
        What solves them.
    as_json
        Whether to print the records of the parts instead of the table.
    """
    tasks = tasks_of(run, [replace(each, deals=each.deals or DEALS) for each in wanted])
    note(f"Solving {len(tasks):,} parts of {run.path}, {backend.workers} at a time.")
    board, done = _Board(tasks), list[Done]()
    live = report_console(stderr=True)
    try:
        with Live(get_renderable=board.shown, console=live, transient=True, refresh_per_second=2):
            for one in backend.run(tasks, started=board.begin):
                done.append(one)
                board.end(one)
                if not live.is_terminal:
                    note(" ".join(_row(*_cells(one))))
    except KeyboardInterrupt:
        note("Stopped. The same command goes on with what is left.")
        return INTERRUPTED
    found = [one.result for one in done if one.error is None]
    report = report_console()
    if as_json:
        print_json(tuple(found))
    else:
        order = {task.name: number for number, task in enumerate(tasks)}
        rows = sorted(done, key=lambda one: order[one.task.name])
        report.print(_table(map(_cells, rows)))
        kept = [one for one in found if one.kept]
        size = sized(sum(one.bytes for one in kept))
        line(report, f"{len(kept):,} of {len(tasks):,} parts are kept, with {size}.")
    for one in done:
        if one.error is not None:
            note(f"{one.task.name}: {one.error}")
    if any(not one.kept for one in found):
        note(f"What is not kept is in {run.path / 'dropped'}, which the run does not play.")
    return _FAILED if len(found) < len(tasks) else 0


class _Board:
    """What becomes of tasks, as it is shown while they are done."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._waiting = {task.name: task for task in tasks}
        self._running: dict[str, tuple[str, float]] = {}
        self._done: list[Done] = []

    def begin(self, task: Task, where: str) -> None:
        """Note that a task begins."""
        self._waiting.pop(task.name, None)
        self._running[task.name] = where, time.monotonic()

    def end(self, done: Done) -> None:
        """Note what came of a task."""
        self._running.pop(done.task.name, None)
        self._done.insert(0, done)

    def shown(self) -> RenderableType:
        """Return the table: what is done now, and what came of the last ones."""
        now = time.monotonic()
        rows: list[tuple[str, Resolved | None, str]] = [
            (name, None, f"{where}, {now - begun:,.0f} s")
            for name, (where, begun) in self._running.items()
        ]
        rows += map(_cells, self._done)
        counts = f"{len(self._done):,} done, {len(self._waiting):,} waiting"
        return Group(_table(rows[:_ROWS]), counts)


def _cells(one: Done) -> tuple[str, Resolved | None, str]:
    return one.task.name, one.result, "failed" if one.error else ""


def _table(rows: Iterable[tuple[str, Resolved | None, str]]) -> TextTable:
    return table(_HEADINGS, [_row(*each) for each in rows])


def _row(name: str, found: Resolved | None, words: str) -> list[str]:
    """Return the cells of a part."""
    if found is None:
        return [name, "", "", "", "", "", words]
    mean, margin = found.gain or (0.0, 0.0)
    return [
        name,
        percent(found.reach),
        str(found.seats),
        f"{found.metrics.iterations:,}",
        sized(found.bytes),
        f"{mean:+.2f} ± {margin:.2f}" if found.gain else "",
        words or ("kept" if found.kept else "dropped"),
    ]
