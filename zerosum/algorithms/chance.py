r"""Chance sampling: one deal for an iteration, and all actions of all players on it.

For the traverser :math:`i` at a history with strategy :math:`\sigma`, action values :math:`v_a`,
own reach :math:`\pi_i` and the product :math:`\pi_{-i}` of the others' reaches, regrets gain
:math:`\pi_{-i} (v_a - \sum_b \sigma_b v_b)`, and the average strategy gains
:math:`\pi_i \sigma`, in the same walk. That holds for any number of players: nobody's actions are
sampled, so that a visit does not come more often where others like to lead, and own reach, which
external sampling gets from how often it comes, is in the weight itself. Nothing is to be done
where both reaches are zero.

A lone action is taken as it is: it has no regret, and its probability is known. Its infoset is
met all the same, so that a key which stands elsewhere for more actions is noticed.

Zinkevich et al., "Regret minimization in games with incomplete information", NeurIPS 2007;
Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NeurIPS 2009;
Lanctot, thesis 2013, chapter 4.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zerosum.algorithms.base import Sampler
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.gate import following
from zerosum.kernels.limits import stack_address
from zerosum.kernels.regrets import match_regrets
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.kernels.weights import prepare
from zerosum.native.primitives import hold
from zerosum.tables import (
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
def expand(
    game: Any,
    view: Any,
    player: int,
    work: Any,
    depth: int,
    base: int,
    dealt: int,
    weight: float,
    own: float,
    others: float,
) -> float:
    """Return the value of a history for the traverser on this deal, updating on the way.

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
    weight
        What the average gains for a reach of one.
    own, others
        The probability that the traverser, and that all others, play what leads here.
    """
    while True:
        if game.terminal:
            return float(game.payoff(player))
        work.counts[TOUCHED] += 1
        if depth > PATH_WORDS:
            raise TooDeep
        if game.chance:
            move = deal(game, work, dealt)
            dealt += 1
        else:
            active = game.active
            infoset = game.infoset(active)
            menu = view.menu(infoset)
            n = len(menu)
            at = visit(infoset, menu, active, view, work, depth)
            held = hold(menu)
            if n > 1:
                break
            move = held[0]
        depth = put(work.path, depth, move)
        game = game.apply(move)

    if base > SCRATCH or stack_address() < work.limits[STACK_END]:
        raise TooDeep
    # Fixed on entry: the same row may change below.
    match_regrets(work, at, n, base)
    value = 0.0
    for place in range(n):
        share = work.scratch[base + place]
        mine = own * share if active == player else own
        theirs = others if active == player else others * share
        if active == player:
            work.values[at + n + place] += weight * mine
        gain = 0.0
        if mine > 0.0 or theirs > 0.0:
            action = held[place]
            below = put(work.path, depth, action)
            after = game.apply(action)
            free = base + 2 * n
            gain = expand(after, view, player, work, below, free, dealt, weight, mine, theirs)
        work.scratch[base + n + place] = gain
        value += share * gain
    if active == player and others > 0.0:
        step, floor = others * work.weights[REGRET], work.weights[FLOOR]
        for place in range(n):
            regret = work.values[at + place] + step * (work.scratch[base + n + place] - value)
            work.values[at + place] = max(regret, floor)
    return value


@kernel
def expand_all(game: Any, view: Any, work: Any, first: int, last: int, zero: int) -> None:
    """Run iterations from ``first``, or a thread's share: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.limits[STACK_END] = stack_address() - work.limits[STACK_BUDGET]
    one = float(zero + 1)
    iteration = first
    while iteration <= last:
        weight = prepare(work, iteration)
        work.settings[DEAL] = work.rng.branch()
        for player in range(work.settings[PLAYERS]):
            expand(game, view, player, work, zero, zero, zero, weight, one, one)
        work.counts[ITERATIONS] += 1
        iteration = following(work, iteration)


class ChanceSampling(Sampler):
    """Chance-sampling MCCFR, for two and more players.

    An iteration costs much more than one of :class:`ExternalSampling`, and learns more: it suits
    games where the betting of one deal is small.

    Parameters
    ----------
    game, rule, seed, threads, period, native, reserve
        As of :class:`zerosum.algorithms.base.Sampler`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ChanceSampling(Kuhn(), seed=7)
    >>> solver.run(1_000)
    >>> solver.iterations, solver.infosets
    (1000, 12)
    """

    name = "chance"
    kernel: ClassVar[Any] = expand_all
