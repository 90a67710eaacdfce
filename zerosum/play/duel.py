"""The kernels of a match of two strategies: every deal is played twice, with the seats swapped.

A deal has two families of random streams, one for chance and one for the dice of the seats. Both
plays follow the same ones: with equal answers they are the same hand, and what one side wins
in the first it loses in the second.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.lookup import look_up
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import ABSENT, TooDeep
from zerosum.native.primitives import hold
from zerosum.tables import DEAL, DEPTH, PATH_WORDS
from zerosum.tokens import put

# Places in a side's scratch: its decisions, those at unknown infosets, then probabilities.
DECISIONS, UNKNOWN, ANSWER = range(3)


@kernel
def respond(game: Any, view: Any, work: Any, depth: int) -> Any:
    """Return an action of the player to act, drawn from a side's strategy.

    Modified in place: ``work.scratch``, where decisions are counted.
    """
    player = game.active
    infoset = game.infoset(player)
    menu = view.menu(infoset)
    n = len(menu)
    at = look_up(infoset, menu, player, view, work, depth)
    work.scratch[DECISIONS] += 1.0
    if at == ABSENT:
        work.scratch[UNKNOWN] += 1.0
    for place in range(n):
        work.scratch[ANSWER + place] = 1.0 / n if at == ABSENT else work.values[at + place]
    held = hold(menu)
    return held[choose(work, n, ANSWER)]


@kernel
def play_hand(
    game: Any, view: Any, work: Any, other_view: Any, other: Any, seat: int, zero: int
) -> float:
    """Play a hand to its end; return what the first side wins, in chips.

    Parameters
    ----------
    game
        The start.
    view, work
        How the first side sees infosets, and its table.
    other_view, other
        Those of the second side.
    seat
        Where the first side sits.
    zero
        The int 0.
    """
    dealt = depth = zero
    work.counts[DEPTH] = other.counts[DEPTH] = depth
    while not game.terminal:
        if depth > PATH_WORDS:
            raise TooDeep
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            put(other.path, depth, outcome)
            depth = put(work.path, depth, outcome)
            game = game.apply(outcome)
        elif game.active == seat:
            own = respond(game, view, work, depth)
            put(other.path, depth, own)
            depth = put(work.path, depth, own)
            game = game.apply(own)
        else:
            answer = respond(game, other_view, other, depth)
            put(other.path, depth, answer)
            depth = put(work.path, depth, answer)
            game = game.apply(answer)
    return float(game.payoff(seat))


@kernel
def play_deals(
    game: Any,
    view: Any,
    work: Any,
    other_view: Any,
    other: Any,
    gains: NDArray[Any],
    branch: int,
    first: int,
    zero: int,
) -> None:
    """Play deals from both seats.

    Parameters
    ----------
    game, view, work, other_view, other
        As of :func:`play_hand`.
    gains
        Shape (deals, 2): what the first side wins in seat 0 and in seat 1. Modified in place.
    branch
        The family of streams that the deals' numbers choose from.
    first
        The number of the first deal.
    zero
        The int 0: a cached kernel must not be entered with a literal.
    """
    for row in range(gains.shape[0]):
        work.rng.follow(branch, first + row)
        work.settings[DEAL] = work.rng.branch()
        dice = work.rng.branch()
        for seat in range(zero, zero + 2):
            work.rng.follow(dice, seat)
            other.rng.follow(dice, 1 - seat)
            gains[row, seat] = play_hand(game, view, work, other_view, other, seat, zero)
