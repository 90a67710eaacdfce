"""Visiting an infoset: its row is found, or made, and brought up to date."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.limits import check_room
from zerosum.kernels.regrets import fade
from zerosum.kernels.rows import NoActions, find
from zerosum.tables import BASELINES, DEPTH, EXTRA, PERIOD


@kernel
def visit(infoset: Any, menu: Any, player: int, view: Any, work: Any, depth: int) -> int:
    """Return where the values of an infoset lie, in a row that is made if it is new."""
    work.counts[DEPTH] = depth
    n = len(menu)
    if n == 0:
        raise NoActions
    check_room(view, infoset, menu)
    start, end = view.write(infoset, menu, player, work.row)
    extra = work.settings[EXTRA]
    at = find(work, start, end, (2 + work.settings[BASELINES]) * n + extra)
    if extra > 0:
        fade(work, at, n, work.settings[PERIOD])
    return at
