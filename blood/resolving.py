"""Parts of a run that are solved again at a time, and what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from blood.command import note
from blood.tasks import Board
from zerosum.experiment import Run
from zerosum.pkr.ask.parts import tasks_of
from zerosum.pkr.parts.wanted import Resolved, Wanted
from zerosum.scale import Backend
from zerosum.support.rendering import percent, sized

DEALS = 1_000
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
    board = Board(tasks, _HEADINGS, _cells)
    found = board.do(backend)
    kept = [one for one in found if one.kept]
    size = sized(sum(one.bytes for one in kept))
    status = board.show(
        f"{len(kept):,} of {len(tasks):,} parts are kept, with {size}.", as_json=as_json
    )
    if len(kept) < len(found):
        note(f"What is not kept is in {run.path / 'dropped'}, which the run does not play.")
    return status


def _cells(found: Resolved) -> list[str]:
    mean, margin = found.gain or (0.0, 0.0)
    return [
        percent(found.reach),
        str(found.seats),
        f"{found.metrics.iterations:,}",
        sized(found.bytes),
        f"{mean:+.2f} ± {margin:.2f}" if found.gain else "",
        "kept" if found.kept else "dropped",
    ]
