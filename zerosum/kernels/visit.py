"""Visiting an infoset: its row is found, or made, and brought up to date."""

from __future__ import annotations

from typing import Any

from zerosum.jit import inlined
from zerosum.kernels.limits import check_room
from zerosum.kernels.regrets import fade
from zerosum.kernels.rows import NoActions, find


@inlined
def visit(infoset: Any, menu: Any, player: int, view: Any, work: Any) -> int:
    """Return where the values of an infoset lie, in a row that is made if it is new."""
    n = len(menu)
    if n == 0:
        raise NoActions
    check_room(view, infoset, menu)
    start, end = view.write(infoset, menu, player, work.row)
    at = find(work, start, end, work.numbers * n + work.fades)
    if work.fades > 0:
        fade(work.table.values[at:], n, work.period, work.discounts)
    return at
