r"""The average strategy of one player, or of more than two: a separate walk for each of them.

The walk of player :math:`i` samples one history: chance and that player's own actions by their
probabilities, and an action of another player :math:`j` with probability

.. math:: q_a = \frac{1}{2} \sigma_j(a) + \frac{1}{2 n},

where :math:`n` is the number of actions. At each of its own infosets it adds :math:`\prod 1 / q`,
over the actions of the others on the way, to the sum of the action sampled. So the expected gain of
an infoset is its own reach, whatever the others play, as in the walk of Brown & Sandholm that tries
all their actions, whose cost grows with the number of players. Half of the samples follow the
strategies, so that infosets which are reached in play are visited often.

With two players, the average is instead updated during the opponent's walk.

Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019, supplement.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import STOP, add_average, descent
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Work
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.kernels.rows import ABSENT
from zerosum.native.primitives import hold, no_menu


@inlined
def sample_history(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Sample an action, and add to the average of the player whose walk it is.

    The walk stops on the first street without averages.

    Modified in place: ``work.scratch[base]``, the product of all :math:`1 / q`.
    """
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    if view.street(infoset) >= work.averages:
        return STOP, ABSENT
    at = visit(infoset, menu, active, view, work)
    return sample_and_add(n, active, work, base, at)


@cache
def row_averager(add: Kernel) -> Callable[..., tuple[int, int]]:
    """Return the kernel that samples at a row; ``add`` adds to its average."""

    @inlined
    def sample_and_add(n: int, active: int, work: Work, base: int, at: int) -> tuple[int, int]:
        """Sample one of ``n`` actions at a row, and add to the average: see above."""
        regrets, sigma = work.table.values[at:], work.scratch[base + 1 :]
        match_regrets(regrets, n, sigma)
        if active == work.player:
            drawn = choose(sigma, n, work.rng)
            add(work, at, n, drawn, work.average_weight * work.scratch[base])
            return drawn, at
        for a in range(n):
            sigma[a] = 0.5 * sigma[a] + 0.5 / n
        drawn = choose(sigma, n, work.rng)
        work.scratch[base] /= sigma[drawn]
        return drawn, at

    return sample_and_add


sample_and_add = row_averager(add_average)


@cache
def averager(descend: Kernel) -> Any:
    """Return the kernel of the walk; ``descend`` samples one history to its end."""

    @kernel
    def average(
        game: History, view: GameView, work: Work, depth: int, base: int, dealt: int
    ) -> None:
        """Update one player's average strategy along one sampled history.

        Arguments are those of :func:`zerosum.kernels.descent.descent`.
        """
        work.scratch[base] = 1.0
        descend(game, view, work, depth, base, dealt, None, hold(no_menu(game, view)))

    return average


average = averager(descent(sample_history))


@cache
def averaged(traverse: Kernel, average: Kernel) -> Any:
    """Return a kernel that walks like ``traverse`` and then updates averages by ``average``."""

    @kernel
    def traverse_and_average(game: History, view: GameView, work: Work, zero: int) -> None:
        """Walk, then add to the averages of all players."""
        traverse(game, view, work, zero)
        for player in range(work.players):
            work.player = player
            average(game, view, work, zero, zero, zero)

    return traverse_and_average
