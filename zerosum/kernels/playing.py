"""Playing hands by tables of probabilities: each side answers by its own, and nothing is learnt."""

from __future__ import annotations

from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent
from zerosum.kernels.lookup import look_up, write_answer
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import ABSENT


@kernel
def respond(infoset: Any, menu: Any, player: int, view: Any, answers: Any) -> int:
    """Return the place of an action drawn from a strategy. Modified in place: ``answers``."""
    n, sigma = len(menu), answers.scratch[0:]
    at = look_up(infoset, menu, player, view, answers)
    answers.decisions += 1.0
    if at == ABSENT:
        answers.unknown += 1.0
    write_answer(answers, at, n, sigma)
    return choose(sigma, n, answers.rng)


@inlined
def ask_sides(
    infoset: Any, menu: Any, active: int, view: Any, answers: Any, base: int, other: Any
) -> tuple[int, int]:
    """Let the side act whose turn it is; ``other`` is the second side's view and its answers."""
    if active == answers.player:
        return respond(infoset, menu, active, view, answers), 0
    other[1].depth = answers.depth
    return respond(infoset, menu, active, other[0], other[1]), 0


play_on = descent(ask_sides)


@kernel
def play_hand(game: Any, views: Any, answers: Any, other: Any, seat: int, zero: int) -> float:
    """Play a hand to its end; return what the first side wins, in chips.

    Parameters
    ----------
    game
        The start.
    views
        How the two sides see infosets; both have the same menus.
    answers, other
        Their tables, which share a path. Modified in place.
    seat
        Where the first side sits.
    zero
        The int 0.
    """
    answers.depth = other.depth = zero
    answers.player = seat
    end = play_on(game, views[0], answers, zero, zero, zero, (views[1], other))
    return float(end[1].payoff(seat))
