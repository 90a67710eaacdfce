r"""Outcome sampling: a single trajectory for each player in turn.

At the traverser's nodes actions are sampled from
:math:`q = \varepsilon / n + (1 - \varepsilon) \sigma`, at the others' from their strategies, and at
chance nodes from chance. The payoff of the trajectory :math:`z`, :math:`\hat u(z) = u(z)`, is
propagated back to the root:

.. math:: \hat u(h, a) = b(h, a) + \frac{\hat u(ha) - b(h, a)}{q(a)} \text{ for the sampled } a,
          \; b(h, a) \text{ for the others}, \quad
          \hat u(h) = \sum_a \sigma(a) \, \hat u(h, a).

At nodes of the traverser regrets gain :math:`(\hat u(h, a) - \hat u(h)) / q_i(h)`, where
:math:`q_i(h)` is the probability that the traverser's draws lead to :math:`h`. The reaches of the
others and of chance cancel with the sampling probabilities, for any number of players.

The average strategy gains :math:`\sigma` times the reach of the player to act, divided by the
probability of sampling all actions so far. (The probability of chance is left out, because it is
the same in every iteration.) With two players, the average is updated at nodes of the opponent,
whose reach cancels as well; the rest, :math:`\sigma / q_i(h)`, is bounded because of the
exploration. With more players not all reaches cancel, and they may be zero. Then
:mod:`zerosum.algorithms.averaging` computes the average.

Baselines :math:`b` are either zero or learned: a moving average of :math:`\hat u(ha)` for every
infoset and action, stored for player 0 and negated for player 1. Any baseline leaves expectations
unchanged; a good one removes most of the variance of the term that is multiplied by :math:`1 / q`.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, chapter 4; for baselines Schmid et al., "Variance reduction in
Monte Carlo counterfactual regret minimization (VR-MCCFR) for extensive form games using
baselines", AAAI 2019.
"""

from typing import Any

import attrs

from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.errors import GameError, is_number
from zerosum.game import players_of
from zerosum.jit import inlined, kernel
from zerosum.kernels.breaches import check_finite
from zerosum.kernels.cells import keep
from zerosum.kernels.descent import STOP, descent, follow, net_payoff
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.regrets import add_to_average, choose, match_regrets, pick
from zerosum.kernels.rows import ABSENT, TooDeep
from zerosum.native.primitives import hold, no_menu
from zerosum.support.options import option
from zerosum.tables import Workspace


class BaselineWorkspace(Workspace):
    """What outcome sampling works on."""

    epsilon: float
    # Whether there are baselines, and the rate at which they move.
    learning: int
    baseline: float


@inlined
def draw_opponents(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, reach: float
) -> tuple[int, int]:
    """Stop where there is something to learn; elsewhere draw an action.

    Either way the strategy stands in the scratch from ``base`` on, fixed before anything below the
    node is visited: the same row may change there.
    """
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    # So many draws that their probability is rounded to zero.
    if reach == 0.0:
        raise TooDeep
    values, sigma = work.table.values[at:], work.scratch[base:]
    match_regrets(values, n, sigma)
    if active == work.player:
        return STOP, at
    if work.players == 2:
        add_to_average(values[n:], n, sigma, work.average_weight / reach, work.rng)
    if work.learning > 0:
        return STOP, at
    return choose(sigma, n, work.rng), at


descend = descent(draw_opponents)


@kernel
def walk(
    game: History, view: GameView, work: Work, depth: int, base: int, dealt: int, reach: float
) -> float:
    r"""Return the traverser's sampled value :math:`\hat u(h)`, learning on the way.

    Arguments are those of :func:`zerosum.kernels.descent.descent`; ``reach`` is :math:`q_i(h)`.
    """
    room = hold(no_menu(game, view))
    ended, game, menu, own, at, depth, dealt = descend(
        game, view, work, depth, base, dealt, reach, room
    )
    if ended:
        return net_payoff(game, work)
    n = len(menu)
    sigma, b = work.scratch[base:], work.scratch[base + n :]
    if work.learning > 0:
        write_baselines(work, at, n, b)
    if own:
        a = explore(sigma, n, work)
        q = work.epsilon / n + (1.0 - work.epsilon) * sigma[a]
    else:
        a = choose(sigma, n, work.rng)
        q = sigma[a]
    after, below = follow(game, menu[a], work, depth)
    further = reach * q if own else reach
    found = walk(after, view, work, below, base + 2 * n, dealt, further)
    return learn(work, at, n, a, q, reach if own else 0.0, sigma, b, found)


@kernel
def explore(sigma: Numbers, n: int, work: Work) -> int:
    """Sample an action: uniformly with probability epsilon, otherwise from the strategy."""
    threshold = work.rng.random()
    if threshold < work.epsilon:
        return int(threshold / work.epsilon * n)
    return pick(sigma, n, (threshold - work.epsilon) / (1.0 - work.epsilon))


@kernel
def write_baselines(work: Work, at: int, n: int, b: Numbers) -> None:
    """Write the baselines of a row, which keeps player 0's. Modified in place: ``b``."""
    baselines = work.table.values[at + 2 * n + work.fades :]
    for a in range(n):
        b[a] = -baselines[a] if work.player == 1 else baselines[a]


@kernel
def learn(
    work: Work,
    at: int,
    n: int,
    drawn: int,
    q: float,
    reach: float,
    sigma: Numbers,
    b: Numbers,
    below: float,
) -> float:
    r"""Add to the regrets and the baseline of a row; return the value of its history.

    ``below`` is :math:`\hat u(ha)` for the drawn action, ``reach`` 0 at nodes of another player,
    whose regrets stay.
    """
    regrets = work.table.values[at:]
    known = value = 0.0
    if work.learning > 0:
        known = b[drawn]
        for a in range(n):
            value += sigma[a] * b[a]
        move_baseline(regrets[2 * n + work.fades :], drawn, below, work)
    found = known + (below - known) / q
    value += sigma[drawn] * (found - known)
    if reach > 0.0:
        weight = work.regret_weight / reach
        for a in range(n):
            gain = -value
            if a == drawn:
                gain += found
            elif work.learning > 0:
                gain += b[a]
            keep(regrets, a, max(regrets[a] + weight * gain, work.floor), work.rng)
    return float(value)


@kernel
def move_baseline(baselines: Numbers, a: int, value: float, work: Work) -> None:
    """Move the baseline of an action, which is player 0's, towards a sampled value."""
    seen = -value if work.player == 1 else value
    moved = baselines[a] + work.baseline * (seen - baselines[a])
    keep(baselines, a, moved, work.rng)


@kernel
def traverse(game: History, view: GameView, work: Work, zero: int) -> None:
    """Follow a trajectory for each player in turn."""
    one = float(zero + 1)
    for player in range(work.players):
        work.player = player
        check_finite(walk(game, view, work, zero, zero, zero, one))


@attrs.frozen
class OutcomeOptions(SamplerOptions):
    """What outcome sampling takes.

    Parameters
    ----------
    epsilon
        The probability that the traverser takes a uniformly random action instead of following its
        strategy; above 0, at most 1.
    baseline
        The rate at which baselines move towards sampled values, at most 1; 0 for no baselines. They
        take a third number for every action, and a game of two players.
    """

    epsilon: float = option(
        0.6,
        lambda value: is_number(value) and 0.0 < value <= 1.0,
        "above 0, so that every action is tried, and at most 1",
        "leave epsilon= out for 0.6",
    )
    baseline: float = option(
        0.0,
        lambda value: is_number(value) and 0.0 <= value <= 1.0,
        "a rate, 0 to 1",
        "leave baseline= out for none",
    )


class OutcomeSampling(Sampler):
    """Outcome-sampling MCCFR, for two or more players.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Raises
    ------
    ValueError
        If ``epsilon`` or ``baseline`` is out of range.
    GameError
        If there are baselines and more than two players.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = OutcomeSampling(Kuhn(), seed=7, baseline=0.1)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "outcome"
    iteration = traverse
    work: BaselineWorkspace
    workspace = BaselineWorkspace
    Options = OutcomeOptions
    epsilon: float
    baseline: float

    def check_options(self) -> None:
        """Refuse baselines in a game of more than two players."""
        super().check_options()
        if self.baseline and players_of(self.game) != 2:
            raise GameError(
                f"The game of a solver with baselines must have two players, whose values are "
                f"opposite; got {players_of(self.game)}: leave baseline= out.",
                self.game,
            )

    def added(self) -> dict[str, Any]:
        """Return the options, and whether rows have baselines."""
        learning = int(self.baseline > 0.0)
        return {**super().added(), "learning": learning, "numbers": 2 + learning}
