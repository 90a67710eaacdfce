r"""Chance sampling: one deal per iteration, and all actions of all players on it.

For the traverser :math:`i` at a history with strategy :math:`\sigma`, action values :math:`v_a`,
own reach :math:`\pi_i` and the product :math:`\pi_{-i}` of the others' reaches, regrets gain
:math:`\pi_{-i} (v_a - \sum_b \sigma_b v_b)`, and the average strategy gains
:math:`\pi_i \sigma`, in the same walk. This works for any number of players: no player's actions
are sampled, so the frequency of visits does not depend on strategies. The weight contains the
player's own reach, which in external sampling is contained in the frequency of visits. A walk stops
where both reaches are zero.

Zinkevich et al., "Regret minimization in games with incomplete information", NeurIPS 2007;
Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS 2009;
Lanctot, thesis 2013, chapter 4.
"""

from zerosum.algorithms.base import Sampler
from zerosum.jit import kernel
from zerosum.kernels.breaches import check_finite
from zerosum.kernels.cells import keep
from zerosum.kernels.descent import descent, follow, leave_open, net_payoff
from zerosum.kernels.names import GameView, History, Work
from zerosum.kernels.regrets import add_to_regrets, match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.native.primitives import hold, no_menu

descend = descent(leave_open)

# Scratch of a thousand decisions. As far down as that, a reach that becomes zero is too small for a
# float, and a game without an end would never be done.
DEEP = 1 << 12


@kernel
def walk(
    game: History,
    view: GameView,
    work: Work,
    depth: int,
    base: int,
    dealt: int,
    own: float,
    others: float,
) -> float:
    """Return the value of a history for the traverser on this deal, updating on the way.

    Arguments are those of :func:`zerosum.kernels.descent.descent`; ``own`` and ``others`` are the
    reaches of the traverser and of all other players.
    """
    room = hold(no_menu(game, view))
    ended, game, menu, acts, at, depth, dealt = descend(
        game, view, work, depth, base, dealt, None, room
    )
    if ended:
        return net_payoff(game, work)
    n = len(menu)
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    sums, values = regrets[n:], sigma[n:]
    match_regrets(regrets, n, sigma)
    value = 0.0
    for a in range(n):
        mine = own * sigma[a] if acts else own
        theirs = others if acts else others * sigma[a]
        if acts:
            keep(sums, a, sums[a] + work.average_weight * mine, work.rng)
        values[a] = 0.0
        if mine > 0.0 or theirs > 0.0:
            after, below = follow(game, menu[a], work, depth)
            values[a] = walk(after, view, work, below, base + 2 * n, dealt, mine, theirs)
        elif sigma[a] > 0.0 and base > DEEP:
            raise TooDeep
        value += sigma[a] * values[a]
    if acts and others > 0.0:
        weight = others * work.regret_weight
        add_to_regrets(regrets, n, values, value, weight, work.floor, work.rng)
    return value


@kernel
def traverse(game: History, view: GameView, work: Work, zero: int) -> None:
    """Walk for each player in turn."""
    one = float(zero + 1)
    for player in range(work.players):
        work.player = player
        check_finite(walk(game, view, work, zero, zero, zero, one, one))


class ChanceSampling(Sampler):
    """Chance-sampling MCCFR, for two or more players.

    An iteration takes much longer than one of :class:`ExternalSampling`, but learns more. It is
    suitable for games in which the betting of one deal is small.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ChanceSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "chance"
    iteration = traverse
    averages_apart = False
