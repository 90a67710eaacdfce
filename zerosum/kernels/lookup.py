"""Looking an infoset up in a table that is complete: nothing is added."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.limits import check_room
from zerosum.kernels.rows import ABSENT, ILL_FORMED, IllFormed, NoActions, probe
from zerosum.tables import Floats, Workspace


class AnswerWorkspace(Workspace):
    """A workspace whose table holds probabilities, and what is counted while it is asked."""

    # Decisions, and those at infosets that the table does not know, weighted by reach.
    decisions: float
    unknown: float
    # Lines of play that are rarer are followed by drawing actions.
    rare: float
    # What is won in a deal, and the mean and the squared deviations of all deals so far.
    payoffs: Floats
    means: Floats
    squares: Floats


@kernel
def look_up(infoset: Any, menu: Any, player: int, view: Any, work: Any) -> int:
    """Return where the values of an infoset lie; ``ABSENT`` where the table does not know it."""
    if len(menu) == 0:
        raise NoActions
    check_room(view, infoset, menu)
    start, end = view.write(infoset, menu, player, work.row)
    at = probe(work, start, end, hash_row(work.row, start, end))
    if at == ILL_FORMED:
        raise IllFormed
    return at


@kernel
def probability(work: Any, at: int, n: int, place: int) -> float:
    """Return how likely an action of a row is; uniform where the row is ``ABSENT``."""
    return 1.0 / n if at == ABSENT else float(work.table.values[at + place])


@kernel
def write_answer(work: Any, at: int, n: int, sigma: Any) -> None:
    """Write a row's ``n`` probabilities. Modified in place: ``sigma``."""
    for a in range(n):
        sigma[a] = probability(work, at, n, a)


@kernel
def note(work: Any, place: int, won: float, number: int) -> None:
    """Note what was won in deal ``number`` in the mean and the deviations (Welford 1962)."""
    away = won - work.means[place]
    work.means[place] += away / number
    work.squares[place] += away * (won - work.means[place])
