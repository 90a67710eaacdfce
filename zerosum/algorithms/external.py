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

from functools import cache
from typing import Any, ClassVar

import attrs

from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.algorithms.pruning import PrunedWorkspace, Pruning, traverse_pruned
from zerosum.jit import inlined, kernel
from zerosum.kernels.breaches import check_finite
from zerosum.kernels.descent import follow, net_payoff, to_own_decision
from zerosum.kernels.names import GameView, History, Kernel, Numbers, Work
from zerosum.kernels.regrets import add_to_regrets
from zerosum.native.primitives import hold, no_menu
from zerosum.support.options import option


@inlined
def learn(
    game: History, view: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Add the gains of ``n`` actions over the value to the regrets of the row at ``at``."""
    regrets = work.table.values[at:]
    add_to_regrets(regrets, n, values, value, work.regret_weight, work.floor, work.rng)


@cache
def walker(descend: Kernel, settle: Kernel = learn) -> Any:
    """Return the kernel that walks.

    Parameters
    ----------
    descend
        Leads to the next decision of the traverser.
    settle
        Called there as ``(game, view, work, at, n, values, value)``, when all actions are tried.
    """

    @kernel
    def walk(game: History, view: GameView, work: Work, depth: int, base: int, dealt: int) -> float:
        """Return a sampled value of a history for the traverser, and update regrets.

        Arguments are those of :func:`zerosum.kernels.descent.descent`.
        """
        room = hold(no_menu(game, view))
        ended, game, menu, _, at, depth, dealt = descend(
            game, view, work, depth, base, dealt, work.average_weight, room
        )
        if ended:
            return net_payoff(game, work)
        n = len(menu)
        sigma = work.scratch[base:]
        values = sigma[n:]
        value = 0.0
        for a in range(n):
            after, below = follow(game, menu[a], work, depth)
            values[a] = walk(after, view, work, below, base + 2 * n, dealt)
            value += sigma[a] * values[a]
        settle(game, view, work, at, n, values, value)
        return value

    return walk


walk = walker(to_own_decision)


@cache
def traverser(walk: Kernel) -> Any:
    """Return the kernel of an iteration, of a walk for each player."""

    @kernel
    def traverse(game: History, view: GameView, work: Work, zero: int) -> None:
        """Walk for each player in turn."""
        for player in range(work.players):
            work.player = player
            check_finite(walk(game, view, work, zero, zero, zero))

    return traverse


@attrs.frozen
class ExternalOptions(SamplerOptions):
    """What external sampling takes.

    Parameters
    ----------
    pruning
        Which actions are skipped; none if left out.
    """

    pruning: Pruning | None = option(None, Pruning | None, "a Pruning, such as Pruning(-200)")


class ExternalSampling(Sampler):
    """External-sampling MCCFR, for two or more players.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Raises
    ------
    RuleError
        If the rule cannot be used with sampling, or with pruning.

    Notes
    -----
    Among periods of 10, 100, ..., 100,000, the best on Leduc were 10,000 for 100,000 iterations and
    100,000 for a million, which is ten periods both times. On Kuhn the seed matters more than the
    period.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "external"
    iteration: Any = traverser(walk)
    work: PrunedWorkspace
    workspace = PrunedWorkspace
    averages_some = True
    Options: ClassVar[type[SamplerOptions]] = ExternalOptions
    pruning: Pruning | None

    def check_options(self) -> None:
        """Refuse pruning by which nothing would be skipped."""
        super().check_options()
        if self.pruning is not None:
            self.pruning.check_rule(self.rule)
            self.iteration = traverse_pruned

    def added(self) -> dict[str, Any]:
        """Return the numbers of the pruning."""
        return {} if self.pruning is None else self.pruning.numbers

    @property
    def asks_streets(self) -> bool:
        """Whether kernels ask for the street of infosets."""
        skips = self.pruning is not None and self.pruning.streets is not None
        return skips or super().asks_streets
