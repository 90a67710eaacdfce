"""External sampling: chance and the opponents are sampled, all own actions are tried.

For the traverser :math:`i` at an infoset with strategy :math:`\\sigma` and action values
:math:`v_a`, regrets gain :math:`v_a - \\sum_b \\sigma_b v_b`. With two players the average
strategy gains :math:`\\sigma` wherever the opponent is sampled. With more players that would
be biased, since a visit carries the other players' changing reach: a separate walk for each
player samples chance and that player's own action, which gains one, and tries all others.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, algorithm 4.3; for more players Brown & Sandholm, "Superhuman AI
for multiplayer poker", Science 2019, supplement.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from zerosum.algorithms.base import Sampler
from zerosum.errors import RuleError
from zerosum.jit import kernel
from zerosum.native.primitives import draw, hold
from zerosum.kernels.regrets import choose, fade, match_regrets
from zerosum.kernels.rows import TooDeep, find
from zerosum.rules import LINEAR, Rule
from zerosum.tables import DEPTH, PATH_WORDS, TOUCHED
from zerosum.tokens import put

# Places in work.settings and work.weights.
PLAYERS, PERIOD, EXTRA, DEEPEST, PERIOD_LENGTH, LINEAR_WEIGHTS = 0, 1, 2, 3, 4, 5
REGRET, AVERAGE, FLOOR, GAMMA = 0, 1, 2, 3


@kernel
def walk(game: Any, view: Any, player: int, work: Any, depth: int, base: int) -> float:
    """Return a sampled value of a history for the traverser, updating regrets on the way.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    player
        The traverser.
    work
        The workspace. Modified in place.
    depth
        Where the next action goes in ``work.path``.
    base
        Where free scratch begins.
    """
    while True:
        if game.terminal:
            return float(game.payoff(player))
        work.counts[TOUCHED] += 1
        if depth > work.settings[DEEPEST]:
            raise TooDeep
        if game.chance:
            outcome = draw(game, work.rng)
            depth = put(work.path, depth, outcome)
            game = game.apply(outcome)
            continue
        active = game.active
        infoset = game.infoset(active)
        menu = view.menu(infoset)
        n = len(menu)
        start, end = view.write(infoset, menu, active, work.row)
        work.counts[DEPTH] = depth
        at = find(work, start, end, 2 * n + work.settings[EXTRA])
        if work.settings[EXTRA] > 0:
            fade(work, at, n, work.settings[PERIOD])
        # Fixed on entry: the same row may change below.
        match_regrets(work, at, n, base)
        held = hold(menu)
        if active == player:
            break
        weight = work.weights[AVERAGE]
        if weight > 0.0:
            for place in range(n):
                work.values[at + n + place] += weight * work.scratch[base + place]
        chosen = held[choose(work, n, base)]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    value = 0.0
    for place in range(n):
        action = held[place]
        below = put(work.path, depth, action)
        child = game.apply(action)
        if child.terminal:
            gain = float(child.payoff(player))
        else:
            gain = walk(child, view, player, work, below, base + 2 * n)
        work.scratch[base + n + place] = gain
        value += work.scratch[base + place] * gain
    weight, floor = work.weights[REGRET], work.weights[FLOOR]
    for place in range(n):
        regret = work.values[at + place] + weight * (work.scratch[base + n + place] - value)
        work.values[at + place] = max(regret, floor)
    return value


@kernel
def spread(game: Any, view: Any, player: int, work: Any, depth: int, base: int) -> None:
    """Add to one player's average strategy: own actions sampled, all others tried.

    Parameters as of :func:`walk`, ``player`` being the one whose average grows.
    """
    while True:
        if game.terminal:
            return
        work.counts[TOUCHED] += 1
        if depth > work.settings[DEEPEST]:
            raise TooDeep
        if game.chance:
            outcome = draw(game, work.rng)
            depth = put(work.path, depth, outcome)
            game = game.apply(outcome)
            continue
        active = game.active
        infoset = game.infoset(active)
        menu = view.menu(infoset)
        held = hold(menu)
        if active != player:
            break
        n = len(menu)
        start, end = view.write(infoset, menu, active, work.row)
        work.counts[DEPTH] = depth
        at = find(work, start, end, 2 * n + work.settings[EXTRA])
        if work.settings[EXTRA] > 0:
            fade(work, at, n, work.settings[PERIOD])
        match_regrets(work, at, n, base)
        place = choose(work, n, base)
        work.values[at + n + place] += work.weights[AVERAGE]
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    for place in range(len(menu)):
        action = held[place]
        below = put(work.path, depth, action)
        spread(game.apply(action), view, player, work, below, base)


@kernel
def iterate(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations ``first`` to ``last``: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    players = work.settings[PLAYERS]
    for iteration in range(first, last + 1):
        prepare(work, iteration)
        average = work.weights[AVERAGE]
        if players > 2:
            work.weights[AVERAGE] = 0.0
        for player in range(players):
            walk(game, view, player, work, zero, zero)
        if players > 2:
            work.weights[AVERAGE] = average
            for player in range(players):
                spread(game, view, player, work, zero, zero)


@kernel
def prepare(work: Any, iteration: int) -> None:
    """Set the weights, or the period, of an iteration."""
    if work.settings[EXTRA] > 0:
        work.settings[PERIOD] = 1 + (iteration - 1) // work.settings[PERIOD_LENGTH]
    else:
        work.weights[AVERAGE] = float(iteration) ** work.weights[GAMMA]
        if work.settings[LINEAR_WEIGHTS] > 0:
            work.weights[REGRET] = float(iteration)


class ExternalSampling(Sampler):
    """External-sampling MCCFR, for two and more players.

    Parameters
    ----------
    period
        Iterations of a period of discounting, for rules that discount (``DCFR``).

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "external"
    default_rule = LINEAR
    kernel: ClassVar[Any] = iterate

    def __init__(self, game: Any, *arguments: Any, period: int = 1_000, **options: Any) -> None:
        if period < 1:
            raise ValueError(f"period must be at least one iteration; got {period}.")
        self.period = period
        super().__init__(game, *arguments, **options)

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules: the last regrets belong to another sample."""
        if rule.predictive:
            raise RuleError(
                f"The rule {rule.name} must not be used with sampling: the last regrets, which "
                f"it takes for a prediction, belong to another sample. Choose linear or plus.",
                rule,
            )

    def prepare_work(self) -> None:
        """Set the scalars of the rule."""
        rule, settings, weights = self.rule, self.work.settings, self.work.weights
        lazily = rule.discounts and not rule.linear
        settings[PLAYERS] = self.players
        settings[EXTRA] = int(lazily)
        settings[DEEPEST] = PATH_WORDS
        settings[PERIOD_LENGTH] = self.period
        settings[LINEAR_WEIGHTS] = int(rule.linear)
        weights[REGRET] = weights[AVERAGE] = 1.0
        weights[FLOOR] = rule.floor
        weights[GAMMA] = rule.gamma

    def before_batch(self, last: int) -> None:
        """Tabulate the discounts of all periods that the batch may reach."""
        work, rule = self.work, self.rule
        periods = 2 + (last - 1) // self.period
        if not work.settings[EXTRA] or work.discounts.size >= 3 * periods:
            return
        work.discounts = np.array(
            [
                factor
                for period in range(2 * periods)
                for factor in (
                    rule.discount(period, rule.alpha),
                    rule.discount(period, rule.beta),
                    rule.fade(period),
                )
            ]
        )
        self.replaced_arrays()

    def describe_settings(self) -> dict[str, Any]:
        """Return the length of a period, where it matters."""
        return {"period": self.period} if self.work.settings[EXTRA] else {}
