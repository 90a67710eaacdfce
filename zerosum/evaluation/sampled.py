"""Estimate from sampled deals what players win on average, in games too large to enumerate.

Chance is sampled once for a deal, as in training. Lines of play are all followed, weighted by how
often the strategies take them, until they become rare: then actions are drawn too. The estimate is
unbiased, wherever that begins; most of its noise is that of the cards, and little that of the
players' draws.

In ``blood.river`` a deal takes 0.1 ms, and 300,000 of them give an error of 0.05 chips; with
``rare=1`` 0.05 ms, and twice as many deals give it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import base_and_view
from zerosum.errors import check_count
from zerosum.evaluation.opponent import opponent_of, view_for
from zerosum.game import players_of
from zerosum.jit import inlined, kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.descent import STOP, descent, follow
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.limits import stack_address
from zerosum.kernels.lookup import is_unknown, look_up, note, probability, write_strategy
from zerosum.kernels.names import GameView, History, Infoset, Menu, Work
from zerosum.kernels.regrets import choose
from zerosum.laws import check_playouts
from zerosum.native.primitives import hold, no_menu
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Batches, Progress
from zerosum.support.rendering import Shown
from zerosum.tables import Floats


@dataclass(frozen=True)
class SampledValues(Shown):
    """What players win on average, estimated from a sample.

    Parameters
    ----------
    means
        Chips per hand, shape (players,).
    errors
        Their standard errors: the true mean lies within 1.96 of them in 95 of 100 samples.
    deals
        The number of sampled deals.
    unknown
        The share of decisions at unknown infosets, where the strategies are uniform.

    Examples
    --------
    >>> import numpy as np
    >>> means, errors = np.array([0.2, -0.2]), np.array([0.03, 0.03])
    >>> found = SampledValues(means, errors, deals=2_000, unknown=0.0)
    >>> print(found)
    SampledValues(means=array([ 0.2, -0.2]), errors=array([0.03, 0.03]), deals=2000,
    unknown=0.0)
    """

    means: Floats
    errors: Floats
    deals: int
    unknown: float


def sampled_values(
    game: Any,
    strategies: Strategy | Sequence[Strategy],
    deals: int = 10_000,
    seed: int = 0,
    *,
    rare: float = 0.1,
    seconds: float | None = None,
    progress: Progress | None = None,
    native: bool = True,
) -> SampledValues:
    """Estimate what each player wins on average, in chips, from sampled deals.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    strategies
        Strategies of this game: one for all players, or a list with one for each.
    deals
        The number of deals, at least two.
    seed
        The seed of the deals. Equal seeds give equal results, bit for bit, native or not, if
        ``seconds`` is left out.
    rare
        Lines of play that the players take less often than this, given the deal, are followed by
        drawing actions. At 0 every line of play is followed; at 1 a deal is one line.
    seconds
        The time limit.
    progress
        Called from time to time with the share that is done.
    native
        False to run interpreted.

    Raises
    ------
    StrategyError
        If a strategy is of another game or abstraction, or there are not as many as players.
    GameError
        If the game is wrong, such as one whose payoffs do not sum to a constant.
    ValueError
        If there are fewer than two deals, or ``rare`` is not a probability.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.algorithms import ExternalSampling
    >>> found = sampled_values(Kuhn(), ExternalSampling(Kuhn()).strategy(), deals=2_000)
    >>> bool(abs(found.means[0] - 1 / 8) < 4 * found.errors[0])
    True
    """
    check_count("deals", deals, 2)
    if not 0.0 <= rare <= 1.0:
        raise ValueError(f"rare must be a probability, 0 to 1; got {rare!r}.")
    base, view = base_and_view(game)
    check_playouts(base, view)
    view = view_for(strategies, view)
    work, players = opponent_of(strategies, base, view, Random(seed)), players_of(base)
    work.rare = rare
    run = explaining(Walked(base, view, work))(prepare(sample, base, view, (work,), native=native))
    played = Batches().run(
        lambda *batch: run(*batch, 0), deals, least=2, seconds=seconds, progress=progress
    )
    errors = work.errors(played)[:players]
    return SampledValues(work.means[:players].copy(), errors, played, work.unknown_share)


@inlined
def sample_rare(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, reach: float
) -> tuple[int, int]:
    """Draw an action where lines of play are rare; stop where all are followed."""
    n, sigma = len(menu), work.scratch[0:]
    at = look_up(infoset, menu, active, view, work)
    work.decisions += reach
    if is_unknown(at, n):
        work.unknown += reach
    if n > 1 and reach > work.rare:
        return STOP, at
    write_strategy(work, at, n, sigma)
    return choose(sigma, n, work.rng), at


descend = descent(sample_rare)


@kernel
def play_lines(
    game: History, view: GameView, work: Work, depth: int, dealt: int, zero: int, reach: float
) -> None:
    """Add each player's payoffs below a history, weighted by how often players lead there.

    Arguments are those of :func:`zerosum.kernels.descent.descent`; ``reach`` is how often the
    players lead to the history, given the deal. Where that is rare, one action is drawn instead
    of following all. Modified in place: ``work.payoffs``.
    """
    room = hold(no_menu(game, view))
    ended, game, menu, _, at, depth, dealt = descend(
        game, view, work, depth, zero, dealt, reach, room
    )
    if ended:
        for player in range(work.players):
            work.payoffs[player] += reach * float(game.payoff(player))
        return
    n = len(menu)
    for a in range(n):
        sigma = probability(work, at, n, a)
        if sigma > 0.0:
            after, below = follow(game, menu[a], work, depth)
            play_lines(after, view, work, below, dealt, zero, reach * sigma)


@kernel
def sample(game: History, view: GameView, work: Work, first: int, last: int, zero: int) -> None:
    """Sample deals ``first`` to ``last``; keep means and squared deviations of payoffs.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    work.stack_end = stack_address() - work.stack_budget
    reach = float(zero + 1)
    for number in range(first, last + 1):
        work.deal = work.rng.branch()
        for player in range(work.players):
            work.payoffs[player] = 0.0
        play_lines(game, view, work, zero, zero, zero, reach)
        for player in range(work.players):
            note(work, player, work.payoffs[player], number)
