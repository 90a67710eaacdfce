"""The kernels of sampled values: chance is dealt once, likely lines of play are all followed."""

from __future__ import annotations

from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import STOP, descent
from zerosum.kernels.limits import stack_address
from zerosum.kernels.lookup import look_up, note, probability, write_answer
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import ABSENT
from zerosum.native.primitives import hold
from zerosum.tokens import put


@inlined
def sample_rare(
    infoset: Any, menu: Any, active: int, view: Any, work: Any, base: int, reach: float
) -> tuple[int, int]:
    """Draw an action where lines of play are rare; stop where all are followed."""
    n, sigma = len(menu), work.scratch[0:]
    at = look_up(infoset, menu, active, view, work)
    work.decisions += reach
    if at == ABSENT:
        work.unknown += reach
    if n > 1 and reach > work.rare:
        return STOP, at
    write_answer(work, at, n, sigma)
    return choose(sigma, n, work.rng), at


descend = descent(sample_rare)


@kernel
def play_lines(
    game: Any, view: Any, work: Any, depth: int, dealt: int, zero: int, reach: float
) -> None:
    """Add each player's payoffs below a history, weighted by how often players lead there.

    Arguments are those of :func:`zerosum.kernels.descent.descent`; ``reach`` is how often the
    players lead to the history, given the deal. Where that is rare, one action is drawn instead
    of following all. Modified in place: ``work.payoffs``.
    """
    ended, game, menu, _, at, depth, dealt = descend(game, view, work, depth, zero, dealt, reach)
    if ended:
        for player in range(work.players):
            work.payoffs[player] += reach * float(game.payoff(player))
        return
    n, menu = len(menu), hold(menu)
    for a in range(n):
        sigma = probability(work, at, n, a)
        if sigma > 0.0:
            below = put(work.path, depth, menu[a])
            play_lines(game.apply(menu[a]), view, work, below, dealt, zero, reach * sigma)


@kernel
def sample(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Sample deals ``first`` to ``last``; keep means and squared deviations of payoffs.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.stack_end = stack_address() - work.stack_budget
    reach = float(zero + 1)
    for number in range(first, last + 1):
        work.deal = work.rng.branch()
        for player in range(work.players):
            work.payoffs[player] = 0.0
        play_lines(game, view, work, zero, zero, zero, reach)
        for player in range(work.players):
            note(work, player, work.payoffs[player], number)
