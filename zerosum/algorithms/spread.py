"""The average strategy of one player, or of more than two: a separate walk for each of them.

It samples chance and that player's own action, which gains one, and tries all actions of the
others; so a visit comes as often as the player's own strategy leads there. Of two players the
average is made where the opponent walks.

Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019, supplement.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.limits import stack_address
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.native.primitives import hold
from zerosum.tables import PATH_WORDS, PLAYERS, STACK_END, TOUCHED
from zerosum.tokens import put


@kernel
def spread(
    game: Any, view: Any, player: int, work: Any, depth: int, weight: float, dealt: int
) -> None:
    """Add to one player's average strategy: own actions sampled, all others tried.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    player
        Whose average grows.
    work
        The workspace. Modified in place.
    depth
        Where the next action goes in ``work.path``.
    weight
        What the average gains.
    dealt
        How often chance moved so far.
    """
    while True:
        if game.terminal:
            return
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS:
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
        held = hold(menu)
        place = 0
        if active == player:
            at = visit(infoset, menu, active, view, work, depth)
            if n > 1:
                match_regrets(work, at, n, 0)
                place = choose(work, n, 0)
                work.values[at + n + place] += weight
        elif n > 1:
            break
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    if stack_address() < work.limits[STACK_END]:
        raise TooDeep
    for place in range(n):
        action = held[place]
        below = put(work.path, depth, action)
        spread(game.apply(action), view, player, work, below, weight, dealt)


@kernel
def spread_all(game: Any, view: Any, work: Any, weight: float, zero: int) -> None:
    """Add to the averages of all players, where there are not two."""
    players = work.settings[PLAYERS]
    if players != 2:
        for player in range(players):
            spread(game, view, player, work, zero, weight, zero)
