r"""External sampling: sample chance and the opponents, try all actions of the traverser.

For the traverser :math:`i` at an infoset with strategy :math:`\sigma` and action values
:math:`v_a`, regrets gain :math:`v_a - \sum_b \sigma_b v_b`. With two players the average
strategy gains :math:`\sigma` wherever the opponent is sampled. With more players this would be
biased, because the frequency of visits also contains the changing reaches of the other players.
Then :mod:`zerosum.algorithms.averaging` computes the average.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, chapter 4; for more players Brown & Sandholm, "Superhuman AI
for multiplayer poker", Science 2019, supplement.
"""

import math
from functools import cache
from typing import Any

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.pruning import PrunedWorkspace, Pruning, traverse_pruned
from zerosum.algorithms.solver import check_kind, check_shared
from zerosum.jit import kernel
from zerosum.kernels.breaches import check_finite
from zerosum.kernels.descent import follow, net_payoff
from zerosum.kernels.names import GameView, History, Kernel, Work
from zerosum.kernels.opponents import to_own_decision
from zerosum.kernels.regrets import add_to_regrets
from zerosum.native.primitives import hold
from zerosum.rules import Rule
from zerosum.tables.workspace import ALL_STREETS


@cache
def walker(descend: Kernel) -> Any:
    """Return the kernel that walks; ``descend`` leads to the next decision of the traverser."""

    @kernel
    def walk(game: History, view: GameView, work: Work, depth: int, base: int, dealt: int) -> float:
        """Return a sampled value of a history for the traverser, and update regrets.

        Arguments are those of :func:`zerosum.kernels.descent.descent`.
        """
        ended, game, menu, _, at, depth, dealt = descend(
            game, view, work, depth, base, dealt, work.average_weight
        )
        if ended:
            return net_payoff(game, work)
        n, menu = len(menu), hold(menu)
        regrets, sigma = work.table.values[at:], work.scratch[base:]
        values = sigma[n:]
        value = 0.0
        for a in range(n):
            after, below = follow(game, menu[a], work, depth)
            values[a] = walk(after, view, work, below, base + 2 * n, dealt)
            value += sigma[a] * values[a]
        add_to_regrets(regrets, n, values, value, work.regret_weight, work.floor, work.rng)
        return value

    return walk


walk = walker(to_own_decision)


@kernel
def traverse(game: History, view: GameView, work: Work, zero: int) -> None:
    """Walk for each player in turn."""
    for player in range(work.players):
        work.player = player
        check_finite(walk(game, view, work, zero, zero, zero))


class ExternalSampling(Sampler):
    """External-sampling MCCFR, for two or more players.

    Parameters
    ----------
    game, rule, seed, threads, period, native, reserve
        As for :class:`zerosum.algorithms.base.Sampler`. Among periods of 10, 100, ..., 100,000, the
        best on Leduc were 10,000 for 100,000 iterations and 100,000 for a million, which is ten
        periods both times. On Kuhn the seed matters more than the period.
    pruning
        Which actions are skipped; none if left out.

    Raises
    ------
    RuleError
        If the rule cannot be used with sampling, or with pruning.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "external"
    iteration: Any = traverse
    work: PrunedWorkspace
    workspace = PrunedWorkspace
    averages_some = True

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        threads: int = 1,
        *,
        pruning: Pruning | None = None,
        **options: Any,
    ) -> None:
        self.pruning = pruning
        check_shared(rule, seed)
        check_kind("pruning", pruning, Pruning | None, "a Pruning, such as Pruning(-200)")
        if pruning is not None:
            pruning.check_rule(self.default_rule if rule is None else rule)
            self.iteration = traverse_pruned
        super().__init__(game, rule, seed, threads, **options)
        if pruning is not None:
            self.work.threshold, self.work.whole = pruning.threshold, pruning.share
            self.work.after = pruning.after
            self.work.bottom = -math.inf if pruning.floor is None else pruning.floor
            self.work.streets = ALL_STREETS if pruning.streets is None else pruning.streets

    @property
    def asks_streets(self) -> bool:
        """Whether kernels ask for the street of infosets."""
        skips = self.pruning is not None and self.pruning.streets is not None
        return skips or super().asks_streets

    def describe_settings(self) -> dict[str, Any]:
        """Return the period if the rule discounts, and the pruning."""
        pruned = {} if self.pruning is None else {"pruning": self.pruning.written()}
        return {**super().describe_settings(), **pruned}

    @classmethod
    def read_settings(cls, written: dict[str, Any]) -> dict[str, Any]:
        """Return saved settings; a checkpoint without pruning in its settings did not prune."""
        words = written.get("pruning")
        pruning = None if words is None else Pruning.from_written(words)
        return {**super().read_settings(written), "pruning": pruning}
