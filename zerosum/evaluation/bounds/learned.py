"""An approximate best response: learnt against a strategy, then measured on fresh deals.

An exploiter for each seat learns against a strategy that stays as it is: chance and the
strategy's actions are drawn, all own actions are tried. Then it learns no more, and what its
average strategy wins is measured on fresh deals. Whatever it has learnt, no exploiter wins more
than a best response does: what it wins is a lower bound on exploitability.

Timbers et al., "Approximate exploitability: learning a best response", IJCAI 2022, learn theirs
with networks; here it is a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.evaluation.answers import answers_of
from zerosum.evaluation.batches import Progress, check_count, in_batches
from zerosum.evaluation.bounds.bound import LowerBound, note_both
from zerosum.evaluation.bounds.exploiter import Exploiter
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.playing import play_hand
from zerosum.rng import Random
from zerosum.rules import LINEAR, Rule
from zerosum.strategy import Strategy


@dataclass(frozen=True, eq=False)
class FixedResponse:
    """Exploiters of a strategy, and what they win.

    Parameters
    ----------
    strategies
        Of the exploiter, as player 0 and as player 1.
    iterations
        Walks that each has learnt from.
    bound
        What they win against the strategy.
    """

    strategies: tuple[Strategy, Strategy]
    iterations: tuple[int, int]
    bound: LowerBound


def approximate_best_response(
    game: Any,
    strategy: Strategy,
    iterations: int = 100_000,
    deals: int = 100_000,
    seed: int = 0,
    *,
    own: Any = None,
    rule: Rule = LINEAR,
    seconds: float | None = None,
    progress: Progress | None = None,
    native: bool = True,
) -> FixedResponse:
    """Learn to exploit a strategy from both seats, and measure what that wins.

    Parameters
    ----------
    game
        The start of a game for two, abstract or not, or its class.
    strategy
        Of this game.
    iterations
        Walks that the exploiter of each seat learns from.
    deals
        To measure on, at least two, each played from both seats.
    seed
        Of all that is drawn; equal seeds give equal bits, native or not, if no seconds are given.
    own
        The game as the exploiter sees it, of the same base and actions; ``game`` where it is left
        out. States that tell more apart learn longer, and may win more.
    rule
        How the exploiter's regrets and averages are kept. Regrets must be able to fall far below
        zero to remember what loses: on Leduc ``PLUS`` misses five times as much.
    seconds
        Stop learning after so many, half of them for each seat.
    progress
        Called now and then with the share that is done.
    native
        False for the interpreted run.

    Raises
    ------
    StrategyError
        Where the strategy is of another game or abstraction.
    AbstractionError
        Where ``own`` is of another base or has other actions.
    GameError
        Where the game is not for two.
    ValueError
        Where there are no iterations, or fewer than two deals.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.algorithms import ExternalSampling
    >>> uniform = ExternalSampling(Kuhn()).strategy()
    >>> found = approximate_best_response(Kuhn(), uniform, 10_000, 10_000)
    >>> abs(found.bound.mean - 11 / 24) < 4 * found.bound.error  # the exploitability
    True
    """
    check_count("iterations", iterations, 1)
    check_count("deals", deals, 2)
    seeds = Random(seed)
    learners = []
    for player in range(2):
        learner = Exploiter(
            game if own is None else own,
            game,
            strategy,
            player,
            rule,
            seeds.branch(),
            native=native,
        )
        in_batches(
            learner.run_batch,
            iterations,
            seconds=None if seconds is None else seconds / 2,
            progress=_third(progress, player),
        )
        learners.append(learner)
    exploiters = learners[0].strategy(), learners[1].strategy()
    return FixedResponse(
        strategies=exploiters,
        iterations=(learners[0].iterations, learners[1].iterations),
        bound=_met(learners[0], exploiters, strategy, deals, seeds.branch(), _third(progress, 2)),
    )


@kernel
def meet_all(game: Any, views: Any, own: Any, known: Any, first: int, last: int, zero: int) -> None:
    """Play deals ``first`` to ``last``, each from both seats, and note what was won."""
    for number in range(first, last + 1):
        own.deal = known.rng.branch()
        won = play_hand(game, views, own, known, zero, zero)
        note_both(known, won, play_hand(game, views, own, known, zero + 1, zero), number)


def _met(
    learner: Exploiter,
    exploiters: Sequence[Strategy],
    strategy: Strategy,
    deals: int,
    seed: int,
    progress: Progress | None,
) -> LowerBound:
    """Return what the exploiters win on fresh deals."""
    base, view, other = learner.base, learner.view, learner.known_view
    own = answers_of(exploiters, base, view, Random(~seed))
    known = answers_of(strategy, base, other, Random(seed))
    own.path = known.path
    run = prepare(meet_all, base, (view, other), (own, known), native=learner.native)

    def batch(first: int, last: int) -> None:
        with explaining(Walked(base, view, own), Walked(base, other, known)):
            run(first, last, 0)

    return LowerBound.read(known, in_batches(batch, deals, progress=progress))


def _third(progress: Progress | None, stage: int) -> Progress | None:
    """Return what is told how far one of three stages is."""
    if progress is None:
        return None
    told = progress
    return lambda share: told((stage + share) / 3)
