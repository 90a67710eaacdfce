"""The kernels of an approximate best response: learning against a strategy, and meeting it.

The walk is that of :mod:`zerosum.algorithms.external` at the exploiter's own decisions. It is a
kernel of its own since the other's are not: they are looked up in another table, through another
view, and nothing is learnt there. Both tables in the arguments of the one walk would cost every
training, which has one.
"""

from __future__ import annotations

from typing import Any

from zerosum.evaluation.bounds.bound import note
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.limits import stack_address
from zerosum.kernels.playing import play_hand, respond
from zerosum.kernels.regrets import match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import prepare
from zerosum.native.primitives import hold
from zerosum.tables import (
    DEAL,
    FLOOR,
    ITERATIONS,
    PATH_WORDS,
    REGRET,
    SCRATCH,
    STACK_BUDGET,
    STACK_END,
    TOUCHED,
)
from zerosum.tokens import put


@kernel
def pursue(
    game: Any,
    view: Any,
    other: Any,
    player: int,
    work: Any,
    known: Any,
    depth: int,
    base: int,
    weight: float,
    dealt: int,
) -> float:
    """Return a sampled value of a history for the exploiter, learning on the way.

    Parameters
    ----------
    game, view, other
        The history, and how the exploiter and its opponent see infosets.
    player
        The exploiter.
    work, known
        The exploiter's workspace, and that of the opponent's strategy. Modified in place.
    depth
        Where the next action goes in ``work.path``.
    base
        Where free scratch begins.
    weight
        What the average gains: its weight times how often the exploiter itself leads here.
    dealt
        How often chance moved so far.
    """
    while True:
        if game.terminal:
            return float(game.payoff(player))
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS:
            raise TooDeep
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            depth = put(work.path, depth, outcome)
            game = game.apply(outcome)
            continue
        if game.active != player:
            answer = respond(game, other, known, depth)
            depth = put(work.path, depth, answer)
            game = game.apply(answer)
            continue
        infoset = game.infoset(player)
        menu = view.menu(infoset)
        n = len(menu)
        at = visit(infoset, menu, player, view, work, depth)
        held = hold(menu)
        if n > 1:
            break
        chosen = held[0]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    if base > SCRATCH or stack_address() < work.limits[STACK_END]:
        raise TooDeep
    # Fixed on entry: the same row may change below.
    match_regrets(work, at, n, base)
    value = 0.0
    for place in range(n):
        share = weight * work.scratch[base + place]
        work.values[at + n + place] += share
        action = held[place]
        below = put(work.path, depth, action)
        after = game.apply(action)
        gain = pursue(after, view, other, player, work, known, below, base + 2 * n, share, dealt)
        work.scratch[base + n + place] = gain
        value += work.scratch[base + place] * gain
    step, floor = work.weights[REGRET], work.weights[FLOOR]
    for place in range(n):
        regret = work.values[at + place] + step * (work.scratch[base + n + place] - value)
        work.values[at + place] = max(regret, floor)
    return value


@kernel
def pursue_all(
    game: Any,
    view: Any,
    other: Any,
    work: Any,
    known: Any,
    player: int,
    first: int,
    last: int,
    zero: int,
) -> None:
    """Run iterations ``first`` to ``last``: one walk of the exploiter in each.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    for iteration in range(first, last + 1):
        weight = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        pursue(game, view, other, player, work, known, zero, zero, weight, zero)
        work.counts[ITERATIONS] += 1


@kernel
def meet_all(
    game: Any, view: Any, other: Any, own: Any, known: Any, first: int, last: int, zero: int
) -> None:
    """Play deals ``first`` to ``last``, each from both seats, and note what was won."""
    for number in range(first, last + 1):
        own.settings[DEAL] = known.rng.branch()
        won = play_hand(game, view, own, other, known, zero, zero)
        note(known, won, play_hand(game, view, own, other, known, zero + 1, zero), number)
