r"""External sampling: chance and the opponents are sampled, all own actions are tried.

For the traverser :math:`i` at an infoset with strategy :math:`\sigma` and action values
:math:`v_a`, regrets gain :math:`v_a - \sum_b \sigma_b v_b`. With two players the average
strategy gains :math:`\sigma` wherever the opponent is sampled. With more players that would
be biased, since a visit carries the other players' changing reach: there
:mod:`zerosum.algorithms.spread` makes the average.

A lone action is taken as it is: it has no regret, and its probability is known. Its infoset is
met all the same, so that a key which stands elsewhere for more actions is noticed.

Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS
2009; Lanctot, thesis 2013, algorithm 4.3; for more players Brown & Sandholm, "Superhuman AI
for multiplayer poker", Science 2019, supplement.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.spread import spread
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.gate import following
from zerosum.kernels.limits import stack_address
from zerosum.kernels.regrets import choose, match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import prepare
from zerosum.native.primitives import hold
from zerosum.tables import (
    AVERAGE,
    DEAL,
    FLOOR,
    ITERATIONS,
    PATH_WORDS,
    PLAYERS,
    REGRET,
    SCRATCH,
    STACK_BUDGET,
    STACK_END,
    TOUCHED,
)
from zerosum.tokens import put


@kernel
def walk(game: Any, view: Any, player: int, work: Any, depth: int, base: int, dealt: int) -> float:
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
    """
    while True:
        if game.terminal:
            return float(game.payoff(player))
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS:
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
            weight = work.weights[AVERAGE]
            if weight > 0.0:
                for each in range(n):
                    work.values[at + n + each] += weight * work.scratch[base + each]
            place = choose(work, n, base)
        chosen = held[place]
        depth = put(work.path, depth, chosen)
        game = game.apply(chosen)

    if base > SCRATCH or stack_address() < work.limits[STACK_END]:
        raise TooDeep
    value = 0.0
    for place in range(n):
        action = held[place]
        below = put(work.path, depth, action)
        gain = walk(game.apply(action), view, player, work, below, base + 2 * n, dealt)
        work.scratch[base + n + place] = gain
        value += work.scratch[base + place] * gain
    weight, floor = work.weights[REGRET], work.weights[FLOOR]
    for place in range(n):
        regret = work.values[at + place] + weight * (work.scratch[base + n + place] - value)
        work.values[at + place] = max(regret, floor)
    return value


@kernel
def iterate(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    players = work.settings[PLAYERS]
    iteration = first
    while iteration <= last:
        spreading = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(players):
            walk(game, view, player, work, zero, zero, zero)
        if players > 2:
            for player in range(players):
                spread(game, view, player, work, zero, spreading, zero)
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
