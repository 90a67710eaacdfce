r"""Pure CFR: sample one action at every node, as if all players played pure strategies.

For the traverser :math:`i` at an infoset with strategy :math:`\sigma`, an action :math:`a^*` is
sampled from :math:`\sigma`, all actions are tried, and regrets gain :math:`v_a - v_{a^*}`; the
value of the history is :math:`v_{a^*}`. At the opponents' infosets, only the sampled action is
followed, and the average strategy gains one at that action. With ``VANILLA``, regrets and sums are
whole numbers if payoffs are. With more than two players :mod:`zerosum.algorithms.averaging`
computes the average, for the reason given in :mod:`zerosum.algorithms.external`.

Gibson, "Regret minimization in games and the development of champion multiplayer computer
poker-playing agents", thesis, University of Alberta 2014; the ``purecfr`` of
``bluff11``, which came with Lanctot, thesis 2013.
"""

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.external import traverser
from zerosum.jit import inlined, kernel
from zerosum.kernels.cells import keep
from zerosum.kernels.descent import STOP, descent, follow, net_payoff
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Work
from zerosum.kernels.regrets import add_to_regrets, choose, match_regrets
from zerosum.kernels.rows import ABSENT
from zerosum.native.primitives import hold, no_menu


@inlined
def draw_opponents(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: None
) -> tuple[int, int]:
    """Stop where the traverser decides; elsewhere sample an action and add one to its average."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    if active == work.player:
        return STOP, at
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    match_regrets(regrets, n, sigma)
    drawn = choose(sigma, n, work.rng)
    if work.players == 2:
        keep(regrets, n + drawn, regrets[n + drawn] + work.average_weight, work.rng)
    return drawn, at


descend = descent(draw_opponents)


@kernel
def walk(game: History, view: GameView, work: Work, depth: int, base: int, dealt: int) -> float:
    """Return what the traverser wins with the sampled actions, and update regrets.

    Arguments are those of :func:`zerosum.kernels.descent.descent`.
    """
    room = hold(no_menu(game, view))
    ended, game, menu, _, at, depth, dealt = descend(
        game, view, work, depth, base, dealt, None, room
    )
    if ended:
        return net_payoff(game, work)
    n = len(menu)
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    values = sigma[n:]
    match_regrets(regrets, n, sigma)
    drawn = choose(sigma, n, work.rng)
    for a in range(n):
        after, below = follow(game, menu[a], work, depth)
        values[a] = walk(after, view, work, below, base + 2 * n, dealt)
    value = float(values[drawn])
    add_to_regrets(regrets, n, values, value, work.regret_weight, work.floor, work.rng)
    return value


class PureCFR(Sampler):
    """Pure CFR, for two or more players.

    It walks like :class:`ExternalSampling`; its values are noisier, but a node takes less time.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = PureCFR(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "pure"
    iteration = traverser(walk)
