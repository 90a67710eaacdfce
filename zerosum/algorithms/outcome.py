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
cancel, and those of zero cannot be divided by: there :mod:`zerosum.algorithms.spread` makes the
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

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.spread import spread_all
from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.gate import following
from zerosum.kernels.limits import stack_address
from zerosum.kernels.regrets import add_to_average, choose, match_regrets, pick
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import prepare
from zerosum.native.primitives import hold
from zerosum.rules import Rule
from zerosum.tables import (
    AVERAGE,
    BASELINES,
    DEAL,
    EPSILON,
    EXTRA,
    FLOOR,
    ITERATIONS,
    PATH_WORDS,
    PLAYERS,
    RATE,
    REGRET,
    SCRATCH,
    STACK_BUDGET,
    STACK_END,
    TOUCHED,
)
from zerosum.tokens import put

# Words of a step in work.scratch: where the step before begins, where the values lie, how many
# actions, which was drawn, how likely; and how likely the traverser's draws led to the step, 0
# where another player acts. Then come the strategy and, if there are any, the baselines.
BEFORE, AT, MENU, PLACE, CHANCE, REACH, STEP = range(7)


@kernel
def walk(game: Any, view: Any, player: int, work: Any, zero: int) -> float:
    """Follow one trajectory; return the traverser's sampled value, having learnt from it.

    Parameters
    ----------
    game, view
        The start, and how infosets are seen.
    player
        The traverser.
    work
        The workspace. Modified in place.
    zero
        The int 0.
    """
    depth = dealt = base = zero
    last = zero - 1
    learning, average = work.settings[BASELINES] > 0, work.weights[AVERAGE]
    reach = 1.0
    while not game.terminal:
        work.counts[TOUCHED] += 1
        # A reach of zero: so many draws that their probability cannot be told from none.
        if depth > PATH_WORDS or base + STEP > SCRATCH or reach == 0.0:
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
        at = visit(infoset, menu, active, view, work, depth)
        held = hold(menu)
        place = 0
        if n > 1:
            # Fixed on entry: the same row may change before the step is learnt from.
            match_regrets(work, at, n, base + STEP)
            if active == player:
                place = explore(work, n, base + STEP)
                probability = work.scratch[base + STEP + place]
                chance = work.weights[EPSILON] / n + (1.0 - work.weights[EPSILON]) * probability
                last = note(work, base, last, at, n, place, chance, reach)
                reach *= chance
            else:
                if average > 0.0:
                    add_to_average(work, at, n, base + STEP, average / reach)
                place = choose(work, n, base + STEP)
                chance = work.scratch[base + STEP + place]
                if learning:
                    last = note(work, base, last, at, n, place, chance, 0.0)
            if last == base:
                base = copy_baselines(work, at, n, base + STEP + n, player)
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)
    return look_back(work, last, float(game.payoff(player)), player)


@kernel
def look_back(work: Any, last: int, value: float, player: int) -> float:
    """Learn from all steps, the last first, what the end was worth; return the start's value."""
    while last >= 0:
        value = learn(work, last, value, player)
        last = int(work.scratch[last + BEFORE])
    return value


@kernel
def note(
    work: Any, step: int, before: int, at: int, n: int, place: int, chance: float, reach: float
) -> int:
    """Write down a step, whose strategy is written already; return where it begins."""
    scratch = work.scratch
    scratch[step + BEFORE] = before
    scratch[step + AT] = at
    scratch[step + MENU] = n
    scratch[step + PLACE] = place
    scratch[step + CHANCE] = chance
    scratch[step + REACH] = reach
    return step


@kernel
def explore(work: Any, n: int, base: int) -> int:
    """Draw an action: any with probability epsilon, else from the strategy at ``base``."""
    epsilon = work.weights[EPSILON]
    threshold = work.rng.random()
    if threshold < epsilon:
        return int(threshold / epsilon * n)
    return pick(work, n, base, (threshold - epsilon) / (1.0 - epsilon))


@kernel
def learn(work: Any, step: int, below: float, player: int) -> float:
    """Add to regrets and baseline of a step what came of it; return the value of its history."""
    scratch = work.scratch
    at, n, place = int(scratch[step + AT]), int(scratch[step + MENU]), int(scratch[step + PLACE])
    strategy = step + STEP
    baselines = strategy + n
    known = value = 0.0
    if work.settings[BASELINES] > 0:
        known = scratch[baselines + place]
        for each in range(n):
            value += scratch[strategy + each] * scratch[baselines + each]
        move_baseline(work, at, n, place, -below if player == 1 else below)
    found = known + (below - known) / scratch[step + CHANCE]
    value += scratch[strategy + place] * (found - known)
    if scratch[step + REACH] > 0.0:
        weight, floor = work.weights[REGRET] / scratch[step + REACH], work.weights[FLOOR]
        for each in range(n):
            gain = -value
            if each == place:
                gain += found
            elif work.settings[BASELINES] > 0:
                gain += scratch[baselines + each]
            work.values[at + each] = max(work.values[at + each] + weight * gain, floor)
    return float(value)


@kernel
def copy_baselines(work: Any, at: int, n: int, base: int, player: int) -> int:
    """Copy the baselines of a row, if any, as the traverser sees them; return the place behind."""
    if work.settings[BASELINES] == 0:
        return base
    first = at + 2 * n + work.settings[EXTRA]
    for place in range(n):
        known = work.values[first + place]
        work.scratch[base + place] = -known if player == 1 else known
    return base + n


@kernel
def move_baseline(work: Any, at: int, n: int, place: int, value: float) -> None:
    """Move the baseline of an action towards a value that player 0 got below it."""
    where = at + 2 * n + work.settings[EXTRA] + place
    work.values[where] += work.weights[RATE] * (value - work.values[where])


@kernel
def iterate(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one trajectory for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    iteration = first
    while iteration <= last:
        spreading = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(work.settings[PLAYERS]):
            walk(game, view, player, work, zero)
        spread_all(game, view, work, spreading, zero)
        work.counts[ITERATIONS] += 1
        iteration = following(work, iteration)


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
    kernel: ClassVar[Any] = iterate

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
        self.epsilon, self.baseline = float(epsilon), float(baseline)
        super().__init__(game, rule, seed, threads, **options)

    def prepare_work(self) -> None:
        """Set the scalars of the rule, of exploration and of baselines."""
        super().prepare_work()
        settings, weights = self.work.settings, self.work.weights
        settings[BASELINES] = int(self.baseline > 0.0)
        weights[EPSILON], weights[RATE] = self.epsilon, self.baseline

    def describe_settings(self) -> dict[str, Any]:
        """Return epsilon and the rate of baselines, and the length of a period, if it matters."""
        own = {"epsilon": self.epsilon, "baseline": self.baseline}
        return {**super().describe_settings(), **own}
