r"""Outcome sampling: a single trajectory for each player in turn.

At the traverser's nodes actions are drawn from :math:`q = \varepsilon / n + (1 - \varepsilon)
\sigma`, at the others' from their strategies, at chance nodes as chance has it. What the
trajectory :math:`z` gives, :math:`\hat u(z) = u(z)`, is carried back to the root:

.. math:: \hat u(h, a) = b(h, a) + \frac{\hat u(ha) - b(h, a)}{q(a)} \text{ for the sampled } a,
          \; b(h, a) \text{ for the others}, \quad
          \hat u(h) = \sum_a \sigma(a) \, \hat u(h, a).

At nodes of the traverser regrets gain :math:`(\hat u(h, a) - \hat u(h)) / q_i(h)`, where
:math:`q_i(h)` is how likely the traverser's draws led to :math:`h`: the others' reaches and those
of chance cancel against the sampling, whatever the number of players.

The average strategy gains :math:`\sigma` times the reach of whoever acts, over the probability of
drawing all that the players did so far; that of chance is left out, being the same in every
iteration. With two players it gains at nodes of the opponent, whose reach cancels as well: what is
left, :math:`\sigma / q_i(h)`, is bounded by the exploration. With more players not all reaches
cancel, and those of zero cannot be divided by: there :mod:`zerosum.algorithms.averaging` makes the
average.

Baselines :math:`b` are zero, or else learnt: a moving average of :math:`\hat u(ha)` for every
infoset and action, kept for player 0 and negated for player 1. Any baseline leaves expectations as
they are; a good one takes most of the variance out of what is multiplied by :math:`1 / q`.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, chapter 4; for baselines Schmid et al., "Variance reduction in
Monte Carlo counterfactual regret minimization (VR-MCCFR) for extensive form games using
baselines", AAAI 2019.
"""

from __future__ import annotations

from typing import Any

from zerosum.algorithms.base import Sampler
from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent
from zerosum.kernels.regrets import add_to_average, choose, match_regrets, pick
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.rules import Rule
from zerosum.tables import SCRATCH, Workspace


class Trajectory(Workspace):
    """What outcome sampling works on: the steps of a trajectory lie one behind the other."""

    epsilon: float
    # Whether there are baselines, and the rate at which they move.
    learning: int
    baseline: float
    # Where the last step begins, -1 before the first, and where the next one will.
    last: int
    free: int
    # How likely the traverser's draws led here.
    reach: float


# Words of a step: where the step before begins, where the values lie, how many actions, which was
# drawn, how likely; and how likely the traverser's draws led to the step, 0 where another player
# acts. Then come the strategy and, if there are any, the baselines.
BEFORE, AT, MENU, PLACE, CHANCE, REACH, STEP = range(7)


@inlined
def take_step(
    infoset: Any, menu: Any, active: int, view: Any, work: Any, base: int, given: None
) -> tuple[int, int]:
    """Draw an action, and note the step if there is something to learn from it."""
    n = len(menu)
    at = visit(infoset, menu, active, view, work)
    if n == 1:
        return 0, at
    # A reach of zero: so many draws that their probability rounds to zero.
    if work.free + STEP > SCRATCH or work.reach == 0.0:
        raise TooDeep
    # Fixed on entry: the same row may change before the step is learnt from.
    values, sigma = work.table.values[at:], work.scratch[work.free + STEP :]
    match_regrets(values, n, sigma)
    if active == work.player:
        a = explore(sigma, n, work)
        q = work.epsilon / n + (1.0 - work.epsilon) * sigma[a]
        note_step(work, at, n, a, q, work.reach)
        work.reach *= q
        return a, at
    if work.players == 2:
        add_to_average(values[n:], n, sigma, work.average_weight / work.reach)
    a = choose(sigma, n, work.rng)
    if work.learning > 0:
        note_step(work, at, n, a, sigma[a], 0.0)
    return a, at


to_the_end = descent(take_step)


@kernel
def walk(game: Any, view: Any, work: Any, zero: int) -> float:
    """Follow one trajectory; return the traverser's sampled value, having learnt from it."""
    work.last, work.free, work.reach = zero - 1, zero, float(zero + 1)
    end = to_the_end(game, view, work, zero, zero, zero, None)
    value = float(end[1].payoff(work.player))
    while work.last >= 0:
        step = work.scratch[work.last :]
        value = learn(step, value, work)
        work.last = int(step[BEFORE])
    return value


@kernel
def explore(sigma: Any, n: int, work: Any) -> int:
    """Draw an action: any with probability epsilon, else from the strategy."""
    threshold = work.rng.random()
    if threshold < work.epsilon:
        return int(threshold / work.epsilon * n)
    return pick(sigma, n, (threshold - work.epsilon) / (1.0 - work.epsilon))


@kernel
def note_step(work: Any, at: int, n: int, place: int, chance: float, reach: float) -> None:
    """Write down a step, whose strategy is written already, with the baselines of its row."""
    step = work.scratch[work.free :]
    step[BEFORE] = work.last
    step[AT] = at
    step[MENU] = n
    step[PLACE] = place
    step[CHANCE] = chance
    step[REACH] = reach
    work.last = work.free
    work.free += STEP + n
    if work.learning > 0:
        baselines = work.table.values[at + 2 * n + work.fades :]
        for a in range(n):
            step[STEP + n + a] = -baselines[a] if work.player == 1 else baselines[a]
        work.free += n


@kernel
def learn(step: Any, below: float, work: Any) -> float:
    r"""Add to the regrets and the baseline of a step; return the value of its history.

    ``below`` is :math:`\hat u(ha)` for the sampled action.
    """
    at, n, sampled = int(step[AT]), int(step[MENU]), int(step[PLACE])
    regrets, sigma = work.table.values[at:], step[STEP:]
    b = sigma[n:]
    known = value = 0.0
    if work.learning > 0:
        known = b[sampled]
        for a in range(n):
            value += sigma[a] * b[a]
        move_baseline(regrets[2 * n + work.fades :], sampled, below, work)
    found = known + (below - known) / step[CHANCE]
    value += sigma[sampled] * (found - known)
    if step[REACH] > 0.0:
        weight = work.regret_weight / step[REACH]
        for a in range(n):
            gain = -value
            if a == sampled:
                gain += found
            elif work.learning > 0:
                gain += b[a]
            regrets[a] = max(regrets[a] + weight * gain, work.floor)
    return float(value)


@kernel
def move_baseline(baselines: Any, a: int, value: float, work: Any) -> None:
    """Move the baseline of an action, which is player 0's, towards a value that was found."""
    seen = -value if work.player == 1 else value
    baselines[a] += work.baseline * (seen - baselines[a])


@kernel
def traverse(game: Any, view: Any, work: Any, zero: int) -> None:
    """Follow a trajectory for each player in turn."""
    for player in range(work.players):
        work.player = player
        walk(game, view, work, zero)


class OutcomeSampling(Sampler):
    """Outcome-sampling MCCFR, for two and more players.

    Parameters
    ----------
    game, rule, seed, threads, period, native, reserve
        As of :class:`zerosum.algorithms.base.Sampler`.
    epsilon
        How often the traverser tries any action instead of following its strategy; above 0, at
        most 1.
    baseline
        The rate at which baselines move towards what is seen, at most 1; 0 for none. They take a
        third number for every action, and a game of two players.

    Raises
    ------
    ValueError
        Where ``epsilon`` or ``baseline`` is none.
    GameError
        Where there are baselines and more than two players.

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
    workspace = Trajectory
    settings = ("epsilon", "baseline")

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        threads: int = 1,
        *,
        epsilon: float = 0.6,
        baseline: float = 0.0,
        **options: Any,
    ) -> None:
        if not 0.0 < epsilon <= 1.0:
            raise ValueError(
                f"epsilon must be above 0, so that every action is tried, and at most 1; got "
                f"{epsilon}: leave epsilon= out for 0.6."
            )
        if not 0.0 <= baseline <= 1.0:
            raise ValueError(
                f"baseline must be a rate, 0 to 1; got {baseline}: leave baseline= out for none."
            )
        if baseline and players_of(game) != 2:
            raise GameError(
                f"The game of a solver with baselines must have two players, who see the same "
                f"value with opposite signs; got {players_of(game)}: leave baseline= out.",
                game,
            )
        super().__init__(game, rule, seed, threads, **options)
        self.epsilon, self.baseline = float(epsilon), float(baseline)
        self.work.epsilon, self.work.baseline = self.epsilon, self.baseline
        self.work.learning = int(baseline > 0.0)
        self.work.numbers += self.work.learning
