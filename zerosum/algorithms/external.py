r"""External sampling: chance and the opponents are sampled, all own actions are tried.

For the traverser :math:`i` at an infoset with strategy :math:`\sigma` and action values
:math:`v_a`, regrets gain :math:`v_a - \sum_b \sigma_b v_b`. With two players the average
strategy gains :math:`\sigma` wherever the opponent is sampled. With more players that would
be biased, since a visit carries the other players' changing reach: there
:mod:`zerosum.algorithms.spread` makes the average.

With :class:`~zerosum.algorithms.pruning.Pruning` actions whose regret is far below zero are
skipped in most walks; their probability being zero, the value of the history is what it would be.
Where they are tried after all, everything that is learnt from it is divided by how often that
happens, and so is as much as ever on average.

A lone action is taken as it is: it has no regret, and its probability is known. Its infoset is
met all the same, so that a key which stands elsewhere for more actions is noticed.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, chapter 4; for more players Brown & Sandholm, "Superhuman AI
for multiplayer poker", Science 2019, supplement.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.pruning import Pruning
from zerosum.algorithms.spread import spread_all
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.gate import following
from zerosum.kernels.limits import stack_address
from zerosum.kernels.regrets import add_to_average, choose, match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import draw_cut, prepare
from zerosum.native.primitives import hold
from zerosum.rules import Rule
from zerosum.tables import (
    AFTER,
    AVERAGE,
    CUT,
    DEAL,
    FLOOR,
    ITERATIONS,
    PATH_WORDS,
    PLAYERS,
    RARELY,
    REGRET,
    SCRATCH,
    SHARE,
    STACK_BUDGET,
    STACK_END,
    THRESHOLD,
    TOUCHED,
)
from zerosum.tokens import put


@kernel
def walk(
    game: Any,
    view: Any,
    player: int,
    work: Any,
    depth: int,
    base: int,
    dealt: int,
    rate: float | None,
) -> float:
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
    dealt
        How often chance moved so far.
    rate
        How much more the walk counts where it comes rarely; None for a run without pruning.
    """
    while True:
        if game.terminal:
            return float(game.payoff(player))
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
            # Fixed on entry: the same row may change below.
            match_regrets(work, at, n, base)
            if active == player:
                break
            weight = weigh(work.weights[AVERAGE], rate)
            if weight > 0.0:
                add_to_average(work, at, n, base, weight)
            place = choose(work, n, base)
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    if stack_address() < work.limits[STACK_END]:
        raise TooDeep
    value = 0.0
    for place in range(n):
        action = held[place]
        often = rate_below(game, action, work, at + place, base + place, rate)
        if is_skipped(often):
            note_rate(work, base + place, often)
            continue
        below = put(work.path, depth, action)
        gain = walk(game.apply(action), view, player, work, below, base + 2 * n, dealt, often)
        work.scratch[base + n + place] = gain
        value += work.scratch[base + place] * gain
        note_rate(work, base + place, often)
    weight, floor = work.weights[REGRET], work.weights[FLOOR]
    for place in range(n):
        step = weigh(weight, noted_rate(work, base + place, rate))
        regret = work.values[at + place] + step * (work.scratch[base + n + place] - value)
        work.values[at + place] = max(regret, floor)
    return value


# How often an action is tried. Natively None is a type, and so nothing of this remains in the
# kernel of a run without pruning. What comes in as None goes out as it came: a literal None would
# make the type of all rates optional, and the walk, called with two types, recurse mutually.


@kernel
def rate_below(
    game: Any, action: Any, work: Any, regret: int, probability: int, rate: float | None
) -> float | None:
    """Return how much a walk counts below an action, by where its figures lie; 0 to skip it."""
    if rate is None:
        return rate
    if work.values[regret] >= work.weights[CUT] or work.scratch[probability] > 0.0:
        return rate
    return rate if game.apply(action).terminal else float(work.weights[RARELY])


@kernel
def is_skipped(rate: float | None) -> bool:
    """Return whether a rate says that an action is not tried."""
    return False if rate is None else rate == 0.0


@kernel
def note_rate(work: Any, place: int, rate: float | None) -> None:
    """Write a rate where the probability of the action was, which is of no more use."""
    if rate is not None:
        work.scratch[place] = rate


@kernel
def noted_rate(work: Any, place: int, rate: float | None) -> float | None:
    """Return the rate that was noted."""
    if rate is None:
        return rate
    return float(work.scratch[place])


@kernel
def weigh(weight: float, rate: float | None) -> float:
    """Return a weight times a rate."""
    return weight if rate is None else weight * rate


@kernel
def iterate(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    iteration = first
    while iteration <= last:
        spreading = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(work.settings[PLAYERS]):
            walk(game, view, player, work, zero, zero, zero, None)
        spread_all(game, view, work, spreading, zero)
        work.counts[ITERATIONS] += 1
        iteration = following(work, iteration)


@kernel
def iterate_pruned(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations as :func:`iterate`, skipping in most walks what is below the threshold."""
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    one = float(zero + 1)
    iteration = first
    while iteration <= last:
        spreading = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(work.settings[PLAYERS]):
            draw_cut(work, iteration)
            walk(game, view, player, work, zero, zero, zero, one)
        spread_all(game, view, work, spreading, zero)
        work.counts[ITERATIONS] += 1
        iteration = following(work, iteration)


class ExternalSampling(Sampler):
    """External-sampling MCCFR, for two and more players.

    Parameters
    ----------
    game, rule, seed, threads, period, native, reserve
        As of :class:`zerosum.algorithms.base.Sampler`. Of periods of 10 to 100,000 in steps of
        ten, 10,000 did best on Leduc after 100,000 iterations and 100,000 after a million, ten
        periods both times; on Kuhn seeds differ more than periods do.
    pruning
        Which actions are skipped; none where left out.

    Raises
    ------
    RuleError
        Where the rule makes no sense with sampling, or with pruning.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "external"
    kernel: ClassVar[Any] = iterate

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
        if pruning is not None:
            pruning.check_rule(self.default_rule if rule is None else rule)
        self.pruning = pruning
        super().__init__(game, rule, seed, threads, **options)

    def prepare_work(self) -> None:
        """Set the scalars of the rule, and of pruning."""
        super().prepare_work()
        if self.pruning is not None:
            self.work.weights[THRESHOLD] = self.pruning.threshold
            self.work.weights[SHARE] = self.pruning.share
            self.work.settings[AFTER] = self.pruning.after

    @property
    def entry(self) -> Any:
        """The kernel that runs iterations: without pruning, nothing of it is compiled."""
        return super().entry if self.pruning is None else iterate_pruned

    def describe_settings(self) -> dict[str, Any]:
        """Return the length of a period, where it matters, and what is pruned."""
        pruned = {} if self.pruning is None else {"pruning": self.pruning.written()}
        return {**super().describe_settings(), **pruned}

    @classmethod
    def read_settings(cls, written: dict[str, Any]) -> dict[str, Any]:
        """Return settings that were saved; a checkpoint that names no pruning had none."""
        words = written.get("pruning")
        return {**written, "pruning": None if words is None else Pruning.from_written(words)}
