"""The kernels of sampled values: chance is dealt once, likely lines of play are all followed."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.limits import stack_address
from zerosum.kernels.lookup import look_up, write_answer
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import ABSENT, TooDeep
from zerosum.native.primitives import hold
from zerosum.tables import (
    DEAL,
    PATH_WORDS,
    PLAYERS,
    RARE,
    STACK_BUDGET,
    STACK_END,
    TOUCHED,
)
from zerosum.tokens import put


@kernel
def weigh(game: Any, view: Any, work: Any, reach: float, depth: int, dealt: int) -> None:
    """Add each player's payoffs below a history, weighted by how often players lead there.

    Where that is rare, one action is drawn instead of following all.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    work
        The workspace; its values are probabilities. Modified in place: ``work.scratch``, which
        begins with the players' payoffs, the decisions and those at unknown infosets.
    reach
        How often the players lead to the history, given the deal.
    depth
        Where the next action goes in ``work.path``.
    dealt
        How often chance moved so far.
    """
    players = work.settings[PLAYERS]
    while True:
        if game.terminal:
            for player in range(players):
                work.scratch[player] += reach * float(game.payoff(player))
            return
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS or stack_address() < work.limits[STACK_END]:
            raise TooDeep
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            depth = put(work.path, depth, outcome)
            game = game.apply(outcome)
            continue
        active = game.active
        infoset = game.infoset(active)
        menu = view.menu(infoset)
        n = len(menu)
        at = look_up(infoset, menu, active, view, work, depth)
        held = hold(menu)
        work.scratch[players] += reach
        if at == ABSENT:
            work.scratch[players + 1] += reach
        if n > 1 and reach > work.weights[RARE]:
            break
        base = 3 * players + 2
        write_answer(work, at, n, base)
        chosen = held[choose(work, n, base)]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    for place in range(n):
        probability = 1.0 / n if at == ABSENT else work.values[at + place]
        if probability > 0.0:
            action = held[place]
            below = put(work.path, depth, action)
            weigh(game.apply(action), view, work, reach * probability, below, dealt)


@kernel
def sample(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Sample deals ``first`` to ``last``; keep means and squared deviations in ``work.scratch``.

    Behind the payoffs and the two counts lie the means and the sums of squared deviations from
    them (Welford 1962). ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    players, scratch = work.settings[PLAYERS], work.scratch
    reach = float(zero + 1)
    means = players + 2
    for number in range(first, last + 1):
        work.settings[DEAL] = work.rng.branch()
        for player in range(players):
            scratch[player] = 0.0
        weigh(game, view, work, reach, zero, zero)
        for player in range(players):
            away = scratch[player] - scratch[means + player]
            scratch[means + player] += away / number
            rest = scratch[player] - scratch[means + player]
            scratch[means + players + player] += away * rest
