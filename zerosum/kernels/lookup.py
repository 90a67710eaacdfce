"""Looking an infoset up in a table that is complete: nothing is added."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.hashing import digest
from zerosum.kernels.limits import check_room
from zerosum.kernels.rows import ILL_FORMED, IllFormed, NoActions, probe
from zerosum.tables import DEPTH


@kernel
def look_up(infoset: Any, menu: Any, player: int, view: Any, work: Any, depth: int) -> int:
    """Return where the values of an infoset lie; ``ABSENT`` where the table does not know it."""
    if len(menu) == 0:
        raise NoActions
    check_room(view, infoset, menu)
    work.counts[DEPTH] = depth
    start, end = view.write(infoset, menu, player, work.row)
    at = probe(work, start, end, digest(work.row, start, end))
    if at == ILL_FORMED:
        raise IllFormed
    return at
