"""Looking an infoset up in a table that is complete: nothing is added."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.hashing import digest
from zerosum.kernels.limits import check_room
from zerosum.kernels.rows import ABSENT, ILL_FORMED, IllFormed, NoActions, probe
from zerosum.tables import DEPTH


@kernel
def look_up(infoset: Any, menu: Any, player: int, view: Any, work: Any, depth: int) -> int:
    """Return where the values of an infoset lie; ``ABSENT`` where the table does not know it."""
    work.counts[DEPTH] = depth
    if len(menu) == 0:
        raise NoActions
    check_room(view, infoset, menu)
    start, end = view.write(infoset, menu, player, work.row)
    at = probe(work, start, end, digest(work.row, start, end))
    if at == ILL_FORMED:
        raise IllFormed
    return at


@kernel
def write_answer(work: Any, at: int, n: int, place: int) -> None:
    """Write a row's ``n`` probabilities to ``work.scratch``; uniform where it is ``ABSENT``."""
    for each in range(n):
        work.scratch[place + each] = 1.0 / n if at == ABSENT else work.values[at + each]
