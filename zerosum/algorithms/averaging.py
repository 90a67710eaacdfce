"""The average strategy of one player, or of more than two: a separate walk for each of them.

The walk samples chance and that player's own action, adds one to that action, and tries all actions
of the other players. So an infoset is visited as often as the player's own strategy leads to it.
With two players, the average is instead updated during the opponent's walk.

Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019, supplement.
"""

from functools import cache
from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import STOP, descent, follow
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Work
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.kernels.rows import ABSENT
from zerosum.native.primitives import hold


@inlined
def sample_own(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Sample the player's own action and add one to its average; stop at other players."""
    n = len(menu)
    if n == 1 or active != work.player:
        return 0 if n == 1 else STOP, ABSENT
    at = visit(infoset, menu, active, view, work)
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    match_regrets(regrets, n, sigma)
    drawn = choose(sigma, n, work.rng)
    regrets[n + drawn] += work.average_weight
    return drawn, at


descend = descent(sample_own)


@kernel
def average(game: History, view: GameView, work: Work, depth: int, base: int, dealt: int) -> None:
    """Update one player's average strategy: sample its own actions, try all actions of the others.

    Arguments are those of :func:`zerosum.kernels.descent.descent`.
    """
    ended, game, menu, _, _, depth, dealt = descend(game, view, work, depth, base, dealt, None)
    if ended:
        return
    n, menu = len(menu), hold(menu)
    for a in range(n):
        after, below = follow(game, menu[a], work, depth)
        average(after, view, work, below, base, dealt)


@cache
def averaged(traverse: Kernel) -> Any:
    """Return a kernel that walks like ``traverse`` and then updates the averages."""

    @kernel
    def traverse_and_average(game: History, view: GameView, work: Work, zero: int) -> None:
        """Walk, then add to the averages of all players."""
        traverse(game, view, work, zero)
        for player in range(work.players):
            work.player = player
            average(game, view, work, zero, zero, zero)

    return traverse_and_average
