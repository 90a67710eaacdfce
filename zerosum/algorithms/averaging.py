"""The average strategy of one player, or of more than two: a separate walk for each of them.

It samples chance and that player's own action, which gains one, and tries all actions of the
others; so a visit comes as often as the player's own strategy leads there. Of two players the
average is made where the opponent walks.

Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019, supplement.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import STOP, descent
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Work
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.native.primitives import hold
from zerosum.tokens import put


@inlined
def sample_own(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Draw the player's own action, which its average gains; stop where others decide."""
    n = len(menu)
    if active != work.player:
        return 0 if n == 1 else STOP, 0
    at = visit(infoset, menu, active, view, work)
    if n == 1:
        return 0, at
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    match_regrets(regrets, n, sigma)
    drawn = choose(sigma, n, work.rng)
    regrets[n + drawn] += work.average_weight
    return drawn, at


descend = descent(sample_own)


@kernel
def average(game: History, view: GameView, work: Work, depth: int, base: int, dealt: int) -> None:
    """Add to one player's average strategy: own actions sampled, all others tried.

    Arguments are those of :func:`zerosum.kernels.descent.descent`.
    """
    ended, game, menu, _, _, depth, dealt = descend(game, view, work, depth, base, dealt, None)
    if ended:
        return
    n, menu = len(menu), hold(menu)
    for a in range(n):
        below = put(work.path, depth, menu[a])
        average(game.apply(menu[a]), view, work, below, base, dealt)


@cache
def averaged(traverse: Kernel) -> Any:
    """Return the kernel that walks as ``traverse`` does, and then makes the averages."""

    @kernel
    def traverse_and_average(game: History, view: GameView, work: Work, zero: int) -> None:
        """Walk, then add to the averages of all players."""
        traverse(game, view, work, zero)
        for player in range(work.players):
            work.player = player
            average(game, view, work, zero, zero, zero)

    return traverse_and_average
