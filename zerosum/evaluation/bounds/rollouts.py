"""What a history is worth to a player if both only check and call from now on."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.rows import NoActions
from zerosum.native.primitives import draw, hold


@kernel
def passive(infoset: Any, calls: Any) -> Any:
    """Return the action that checks or calls."""
    menu = hold(calls.menu(infoset))
    if len(menu) == 0:
        raise NoActions
    return menu[0]


@kernel
def call_down(game: Any, calls: Any, player: int, work: Any, most: int) -> float:
    """Return the mean payoff of at most so many runs to the end; of one where chance is over.

    ``calls`` is the view in which players only check and call. Modified in place:
    ``work.dealer``, which chance is drawn from.
    """
    total = 0.0
    for run in range(most):
        history = game
        dealt = False
        while not history.terminal:
            if history.chance:
                history = history.apply(draw(history, work.dealer))
                dealt = True
            else:
                history = history.apply(passive(history.infoset(history.active), calls))
        total += float(history.payoff(player))
        if not dealt:
            return total / (run + 1)
    return total / most


@kernel
def answered(
    game: Any, view: Any, calls: Any, player: int, work: Any, most: int, depth: int
) -> float:
    """Return what a history is worth behind an own bet, to which the opponent has one answer.

    What ends the hand, such as a fold, comes as often as its strategy says; whatever else it
    does counts as a call, and from then on both check and call.
    """
    if game.terminal:
        return float(game.payoff(player))
    if game.chance or game.active == player:
        return call_down(game, calls, player, work, most)
    infoset = game.infoset(1 - player)
    menu = hold(view.menu(infoset))
    n = len(menu)
    work.depth = depth
    at = look_up(infoset, menu, 1 - player, view, work)
    ended, stays = 0.0, 0.0
    for place in range(n):
        chance = probability(work, at, n, place)
        if chance > 0.0:
            after = game.apply(menu[place])
            if after.terminal:
                ended += chance * float(after.payoff(player))
            else:
                stays += chance
    if stays > 0.0:
        ended += stays * call_down(game, calls, player, work, most)
    return ended
