"""Regret-based pruning: actions with very negative regrets are skipped in most walks.

Actions whose regret is far below zero are skipped in most walks; their probability being zero,
the value of the history is what it would be. Where they are tried after all, everything that is
learnt is divided by how often that happens, so that it is the same on average.

Brown & Sandholm, "Regret-based pruning in extensive-form games", NeurIPS 2015; with a share of
whole walks as in Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019,
supplement.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any, Self

from zerosum.errors import RuleError, is_number
from zerosum.jit import kernel
from zerosum.kernels.breaches import check_finite
from zerosum.kernels.cells import keep
from zerosum.kernels.descent import follow, net_payoff, to_own_decision
from zerosum.kernels.names import Action, GameView, History, Work
from zerosum.native.primitives import hold, no_menu
from zerosum.rules import MOST_ITERATIONS, Rule
from zerosum.tables import Workspace
from zerosum.tables.workspace import ALL_STREETS


@dataclass(frozen=True)
class Pruning:
    """Which actions of the traverser are skipped.

    An action whose cumulative regret is below the threshold, and which is not played now, is tried
    in a share of the walks only, unless it ends the game; its regret stays as it is meanwhile.
    Where it is tried, its regret gains ``1 / share`` times as much, and so does all that is learnt
    below it, regrets and averages. On average everything is what it would be without pruning;
    fewer nodes are visited, and the estimates are noisier.

    Parameters
    ----------
    threshold
        The cumulative regret, in chips; below 0. With rules that weight iteration ``t`` by ``t``,
        the sum is divided by the last weight before it is compared, as if it were discounted.
    share
        The share of walks without pruning, sampled for each player in each iteration; above 0, so
        that pruned actions can come back, and below 1.
    after
        The number of iterations before pruning begins.
    floor
        The lowest cumulative regret, in chips, divided by the last weight as for the threshold;
        below that. With a floor, actions that were bad for long come back sooner. None for none.
    streets
        On how many streets, from the first on, actions are skipped, if infosets of the game say
        their street, as those of hold'em do; None for all.

    Raises
    ------
    RuleError
        If a number is not one, or out of its range.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.leduc import Leduc
    >>> found = []
    >>> for pruning in (None, Pruning(-20)):
    ...     solver = ExternalSampling(Leduc(), seed=1, pruning=pruning)
    ...     solver.run(10_000)
    ...     found.append(solver.touched)
    >>> found[1] < 0.8 * found[0]
    True

    Notes
    -----
    Brown & Sandholm, "Regret-based pruning in extensive-form games", NeurIPS 2015; with a share of
    whole walks as in Brown & Sandholm, "Superhuman AI for multiplayer poker", Science 2019,
    supplement.
    """

    threshold: float
    share: float = 0.05
    after: int = 0
    floor: float | None = None
    streets: int | None = None

    def __post_init__(self) -> None:
        if not is_number(self.threshold) or not -math.inf < self.threshold < 0:
            raise RuleError(
                f"The threshold of pruning must be a regret below 0, in chips; got "
                f"{self.threshold!r}.",
                self,
            )
        if not is_number(self.share) or not 0 < self.share < 1:
            raise RuleError(
                f"The share of whole walks must be above 0 and below 1; got {self.share!r}: leave "
                f"share= out, or leave pruning= out to prune nothing.",
                self,
            )
        if not is_number(self.after, int) or not 0 <= self.after < MOST_ITERATIONS:
            raise RuleError(
                f"after must be a number of iterations, whole, not negative and below 2**60; got "
                f"{self.after!r}: leave after= out.",
                self,
            )
        if self.floor is not None and not (
            is_number(self.floor) and -math.inf < self.floor < self.threshold
        ):
            raise RuleError(
                f"The floor of pruning must be a regret below the threshold {self.threshold:g}, in "
                f"chips; got {self.floor!r}: leave floor= out.",
                self,
            )
        if self.streets is not None and not (is_number(self.streets, int) and self.streets > 0):
            raise RuleError(
                f"The streets of pruning must be a whole number, 1 or more; got {self.streets!r}: "
                f"leave streets= out.",
                self,
            )

    def check_rule(self, rule: Rule) -> None:
        """Refuse a rule whose regrets never fall below the threshold.

        Raises
        ------
        RuleError
            If its floor does not let them.
        """
        if rule.floor >= self.threshold:
            raise RuleError(
                f"The rule {rule.name} must not be used with pruning below {self.threshold:g}: its "
                f"regrets are never less than {rule.floor:g}, so that nothing would be skipped. "
                f"Choose linear, or leave pruning= out.",
                rule,
            )

    @property
    def numbers(self) -> dict[str, Any]:
        """The fields of the workspace of :func:`walk`."""
        return {
            "threshold": self.threshold,
            "whole": self.share,
            "after": self.after,
            "bottom": -math.inf if self.floor is None else self.floor,
            "streets": ALL_STREETS if self.streets is None else self.streets,
        }

    def written(self) -> dict[str, Any]:
        """Return the parameters as values that JSON supports.

        >>> Pruning.from_written(Pruning(-3.5).written())
        Pruning(threshold=-3.5, share=0.05, after=0, floor=None, streets=None)
        """
        return asdict(self)

    @classmethod
    def from_written(cls, words: dict[str, Any]) -> Self:
        """Return the record from the values that :meth:`written` returned."""
        return cls(**words)


class PrunedWorkspace(Workspace):
    """The workspace of a walk that skips actions."""

    threshold: float
    whole: float
    after: int
    bottom: float
    streets: int
    # Of the walk: below which regret actions are rarely tried, how much they count then, and the
    # lowest regret.
    cut: float
    rarely: float
    lowest: float


@kernel
def draw_cut(work: Work) -> None:
    """Sample whether a walk prunes. Modified in place: ``work``."""
    work.cut = -math.inf
    work.lowest = max(work.floor, work.bottom * work.regret_weight)
    if work.iteration > work.after:
        whole = work.rng.random() < work.whole
        work.cut = work.threshold * work.regret_weight
        work.rarely = 1.0 / work.whole if whole else 0.0


@kernel
def rate_below(
    game: History,
    action: Action,
    regret: float,
    cut: float,
    probability: float,
    work: Work,
    depth: int,
    rate: float,
) -> float:
    """Return the weight of a walk below an action; 0 to skip the action."""
    if regret >= cut or probability > 0.0:
        return rate
    after, _ = follow(game, action, work, depth)
    return rate if after.terminal else float(work.rarely)


@kernel
def walk(
    game: History, view: GameView, work: Work, depth: int, base: int, dealt: int, rate: float
) -> float:
    """Return a sampled value of a history for the traverser, updating regrets on the way.

    The walk is that of :mod:`zerosum.algorithms.external`, except that it skips actions; ``rate``
    is the weight of its updates.
    """
    weight = work.average_weight * rate
    room = hold(no_menu(game, view))
    ended, game, menu, _, at, depth, dealt = to_own_decision(
        game, view, work, depth, base, dealt, weight, room
    )
    if ended:
        return net_payoff(game, work)
    n = len(menu)
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    values = sigma[n:]
    value = 0.0
    cut = work.cut if view.street_of(game) < work.streets else -math.inf
    for a in range(n):
        often = rate_below(game, menu[a], regrets[a], cut, sigma[a], work, depth, rate)
        if often > 0.0:
            after, below = follow(game, menu[a], work, depth)
            values[a] = walk(after, view, work, below, base + 2 * n, dealt, often)
            value += sigma[a] * values[a]
        # The probability is of no more use: the rate takes its place.
        sigma[a] = often
    for a in range(n):
        weight = work.regret_weight * sigma[a]
        gained = regrets[a] + weight * (values[a] - value)
        keep(regrets, a, max(gained, work.lowest), work.rng)
    return value


@kernel
def traverse_pruned(game: History, view: GameView, work: Work, zero: int) -> None:
    """Walk for each player in turn; in most walks, skip actions below the threshold."""
    one = float(zero + 1)
    for player in range(work.players):
        work.player = player
        draw_cut(work)
        check_finite(walk(game, view, work, zero, zero, zero, one))
