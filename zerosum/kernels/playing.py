"""Playing hands by tables of probabilities: each side answers by its own, and nothing is learnt."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.lookup import look_up, write_answer
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import ABSENT, TooDeep
from zerosum.native.primitives import hold
from zerosum.tables import DEPTH, PATH_WORDS
from zerosum.tokens import put

# Places in a side's scratch: its decisions, and those at unknown infosets. The next six are for
# what a caller counts; behind them lie the probabilities of an answer.
DECISIONS, UNKNOWN = 0, 1
ANSWER = 8


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
    write_answer(work, at, n, ANSWER)
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
