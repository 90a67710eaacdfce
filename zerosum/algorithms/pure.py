r"""Pure CFR: one action is sampled at every node, as if all played pure strategies.

For the traverser :math:`i` at an infoset with strategy :math:`\sigma`, an action :math:`a^*` is
drawn from :math:`\sigma`, all actions are tried, and regrets gain :math:`v_a - v_{a^*}`; the
value of the history is :math:`v_{a^*}`. At the opponents' infosets only the action that is drawn
is followed, and the average strategy gains one there, at that action. In games whose payoffs are
whole numbers regrets and sums stay whole under ``VANILLA``. With more than two players the
average is that of :mod:`zerosum.algorithms.spread`, for the reason given in
:mod:`zerosum.algorithms.external`.

A lone action is taken as it is: it has no regret, and its probability is known. Its infoset is
met all the same, so that a key which stands elsewhere for more actions is noticed.

Gibson, "Regret minimization in games and the development of champion multiplayer computer
poker-playing agents", thesis, University of Alberta 2014; the ``purecfr`` of
``bluff11``, which came with Lanctot, thesis 2013.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.spread import spread_all
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
def follow(
    game: Any, view: Any, player: int, work: Any, depth: int, base: int, dealt: int
) -> float:
    """Return what the traverser wins by the drawn actions, updating regrets on the way.

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
        drawn = 0
        if n > 1:
            # Drawn on entry: the same row may change below.
            match_regrets(work, at, n, base)
            drawn = choose(work, n, base)
            if active == player:
                break
            work.values[at + n + drawn] += work.weights[AVERAGE]
        action = held[drawn]
        depth = put(work.path, depth, action)
        game = game.apply(action)

    if stack_address() < work.limits[STACK_END]:
        raise TooDeep
    for place in range(n):
        each = held[place]
        below = put(work.path, depth, each)
        gain = follow(game.apply(each), view, player, work, below, base + n, dealt)
        work.scratch[base + place] = gain
    value = float(work.scratch[base + drawn])
    weight, floor = work.weights[REGRET], work.weights[FLOOR]
    for place in range(n):
        regret = work.values[at + place] + weight * (work.scratch[base + place] - value)
        work.values[at + place] = max(regret, floor)
    return value


@kernel
def follow_all(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    iteration = first
    while iteration <= last:
        spreading = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(work.settings[PLAYERS]):
            follow(game, view, player, work, zero, zero, zero)
        spread_all(game, view, work, spreading, zero)
        work.counts[ITERATIONS] += 1
        iteration = following(work, iteration)


class PureCFR(Sampler):
    """Pure CFR, for two and more players.

    It walks as :class:`ExternalSampling` does, with noisier values and cheaper nodes.

    Parameters
    ----------
    game, rule, seed, threads, period, native, reserve
        As of :class:`zerosum.algorithms.base.Sampler`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = PureCFR(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "pure"
    kernel: ClassVar[Any] = follow_all
