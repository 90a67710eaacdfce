"""Checking and calling to the end, and what a range wins by it."""

from typing import Any, TypeAlias

from zerosum.jit import kernel
from zerosum.kernels.names import Action, GameView, History, Infoset, Numbers, Work
from zerosum.kernels.rows import NoActions
from zerosum.native.primitives import draw, hold

# A list of histories.
Histories: TypeAlias = Any


@kernel
def passive(infoset: Infoset, calls: GameView) -> Action:
    """Return the action that checks or calls."""
    menu = hold(calls.menu(infoset))
    if len(menu) == 0:
        raise NoActions
    return menu[0]


@kernel
def call_down(game: History, calls: GameView, player: int, work: Work, most: int) -> float:
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
def worth_of(
    states: Histories, weights: Numbers, calls: GameView, player: int, work: Work
) -> float:
    """Return the mean payoff of a range if players only check and call from here on.

    Each history of the range is played to the end once, with cards of its own.
    """
    branch = work.rng.branch()
    total, mass = 0.0, 0.0
    for number in range(len(states)):
        work.dealer.follow(branch, number)
        total += weights[number] * call_down(states[number], calls, player, work, 1)
        mass += weights[number]
    return total / mass
