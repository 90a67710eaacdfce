r"""Outcome sampling: a single trajectory for each player in turn.

At the traverser's nodes actions are drawn from :math:`q = \varepsilon / n + (1 - \varepsilon)
\sigma`, at the others' from their strategies, at chance nodes as chance has it. What the
trajectory :math:`z` gives, :math:`\hat u(z) = u(z)`, is carried back to the root:

.. math:: \hat u(h, a) = b(h, a) + \frac{\hat u(ha) - b(h, a)}{q(a)} \text{ for the sampled } a,
          \; b(h, a) \text{ for the others}, \quad
          \hat u(h) = \sum_a \sigma(a) \, \hat u(h, a).

At nodes of the traverser regrets gain :math:`(\hat u(h, a) - \hat u(h)) / q_i(h)`, where
:math:`q_i(h)` is how likely the traverser's draws led to :math:`h`: the others' reaches and those
of chance cancel against the sampling, whatever the number of players. The average strategy gains
:math:`\sigma` times the traverser's own reach over the probability of drawing all that the players
did so far; that of chance is left out, being the same in every iteration.

Baselines :math:`b` are zero, or else learnt: a moving average of :math:`\hat u(ha)` for every
infoset and action, kept for player 0 and negated for player 1. Any baseline leaves expectations as
they are; a good one takes most of the variance out of what is multiplied by :math:`1 / q`.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, section 4.2; for baselines Schmid et al., "Variance reduction in
Monte Carlo counterfactual regret minimization (VR-MCCFR) for extensive form games using
baselines", AAAI 2019.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.gate import following
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import prepare
from zerosum.native.primitives import hold
from zerosum.rules import Rule
from zerosum.tables import (
    DEAL,
    EPSILON,
    FLOOR,
    ITERATIONS,
    PATH_WORDS,
    PLAYERS,
    REGRET,
    SCRATCH,
    TOUCHED,
)
from zerosum.tokens import put

# Words of a step in work.scratch before its strategy: where the step before begins, where the
# values lie, how many actions, which was drawn, how likely, and how likely the way to it was.
BEFORE, AT, MENU, PLACE, CHANCE, REACH, STEP = range(7)


@kernel
def walk(game: Any, view: Any, player: int, work: Any, average: float, zero: int) -> float:
    """Follow one trajectory; return the traverser's sampled value, having learnt from it.

    Parameters
    ----------
    game, view
        The start, and how infosets are seen.
    player
        The traverser.
    work
        The workspace. Modified in place.
    average
        The weight of the iteration in the average strategy.
    zero
        The int 0.
    """
    depth = dealt = zero
    base, last = zero, zero - 1
    reach = drawn = others = 1.0
    while not game.terminal:
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS or base > SCRATCH:
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
            match_regrets(work, at, n, base + STEP)
            if active == player:
                if reach > 0.0 and others > 0.0:
                    add_to_average(work, at, n, base + STEP, average * reach / (drawn * others))
                place = explore(work, n, base + STEP)
                probability = work.scratch[base + STEP + place]
                epsilon = work.weights[EPSILON]
                chance = epsilon / n + (1.0 - epsilon) * probability
                note(work, base, last, at, n, place, chance, drawn)
                last = base
                base += STEP + n
                reach *= probability
                drawn *= chance
            else:
                place = choose(work, n, base + STEP)
                others *= work.scratch[base + STEP + place]
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)
    value = float(game.payoff(player))
    while last >= 0:
        value = learn(work, last, value)
        last = int(work.scratch[last + BEFORE])
    return value


@kernel
def add_to_average(work: Any, at: int, n: int, base: int, weight: float) -> None:
    """Add the strategy at ``base``, weighted, to the sums of a row."""
    for place in range(n):
        work.values[at + n + place] += weight * work.scratch[base + place]


@kernel
def note(
    work: Any, step: int, before: int, at: int, n: int, place: int, chance: float, reach: float
) -> None:
    """Write down a step, whose strategy is written already."""
    scratch = work.scratch
    scratch[step + BEFORE] = before
    scratch[step + AT] = at
    scratch[step + MENU] = n
    scratch[step + PLACE] = place
    scratch[step + CHANCE] = chance
    scratch[step + REACH] = reach


@kernel
def explore(work: Any, n: int, base: int) -> int:
    """Draw an action: any with probability epsilon, else one from the strategy."""
    epsilon = work.weights[EPSILON]
    threshold = work.rng.random()
    if threshold < epsilon:
        return int(threshold / epsilon * n)
    threshold = (threshold - epsilon) / (1.0 - epsilon)
    total = 0.0
    for place in range(n - 1):
        total += work.scratch[base + place]
        if threshold < total:
            return place
    return n - 1


@kernel
def learn(work: Any, step: int, below: float) -> float:
    """Add to the regrets of a step what came of it; return the value of its history."""
    scratch = work.scratch
    at, n, place = int(scratch[step + AT]), int(scratch[step + MENU]), int(scratch[step + PLACE])
    found = below / scratch[step + CHANCE]
    value = float(scratch[step + STEP + place] * found)
    weight, floor = work.weights[REGRET] / scratch[step + REACH], work.weights[FLOOR]
    for each in range(n):
        gain = found if each == place else 0.0
        regret = work.values[at + each] + weight * (gain - value)
        work.values[at + each] = max(regret, floor)
    return value


@kernel
def iterate(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one trajectory for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    players = work.settings[PLAYERS]
    iteration = first
    while iteration <= last:
        average = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(players):
            walk(game, view, player, work, average, zero)
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

    Raises
    ------
    ValueError
        Where ``epsilon`` is none.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = OutcomeSampling(Kuhn(), seed=7)
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
        **options: Any,
    ) -> None:
        if not 0.0 < epsilon <= 1.0:
            raise ValueError(
                f"epsilon must be above 0, so that every action is tried, and at most 1; got "
                f"{epsilon}: leave epsilon= out for 0.6."
            )
        self.epsilon = float(epsilon)
        super().__init__(game, rule, seed, threads, **options)

    def prepare_work(self) -> None:
        """Set the scalars of the rule, and how often to explore."""
        super().prepare_work()
        self.work.weights[EPSILON] = self.epsilon

    def describe_settings(self) -> dict[str, Any]:
        """Return how often it explores, and the length of a period, where it matters."""
        return {**super().describe_settings(), "epsilon": self.epsilon}
