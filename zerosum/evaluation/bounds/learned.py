"""An approximate best response: learned against a strategy, then measured on fresh deals.

An exploiter for each seat learns against a fixed strategy: chance and the strategy's actions are
sampled, and all actions of the exploiter are tried. Then learning stops, and the winnings of its
average strategy are measured on fresh deals. No exploiter wins more than a best response, so its
winnings are a lower bound on exploitability.

Each begins as a copy of the strategy, and deviates where it has learned something. In a game too
large to visit infosets often, what it has learned is noise, and it wins less than the strategy does
against itself: then the bound says nothing.

What it learns depends on what it sees. An abstraction merges pots and bets of several sizes; where
a game declares the hook ``details``, the exploiter tells them apart. In River of Blood one that
knows the exact chips wins some nine times as much as one that does not.

Regrets must be able to fall far below zero to remember what loses: on Leduc an exploiter that
learns by ``PLUS`` misses five times as much of the exploitability as one by ``LINEAR``.

Timbers et al., "Approximate exploitability: learning a best response", IJCAI 2022, use neural
networks; here the exploiter is a table.
"""

from dataclasses import dataclass
from typing import Any

from numba.core import types

from zerosum.abstraction import base_and_view
from zerosum.abstraction.declared import sight_of, wider_of
from zerosum.errors import check_count
from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.exploiter import Exploiter, play_exploiter
from zerosum.evaluation.opponent import opponent_of, view_for
from zerosum.game import players_of
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import note
from zerosum.kernels.names import GameView, History, Work
from zerosum.rng import Random
from zerosum.rules import LINEAR, Rule
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Batches, Progress
from zerosum.tables import Storage, half_of_memory

_REST = (types.int64,) * 4


@dataclass(frozen=True, eq=False)
class FixedResponse:
    """Exploiters of a strategy, and their winnings.

    Parameters
    ----------
    strategies
        The strategy of the exploiter in each seat; where it knows nothing, the exploiter plays the
        strategy that it exploits.
    iterations
        The number of walks that each has learned from.
    bound
        What they win against the strategy.
    turned_away
        How often each had no room for an infoset.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn
    >>> uniform = ExternalSampling(Kuhn(), native=False).strategy()
    >>> found = approximate_best_response(Kuhn(), uniform, 50, 50, native=False)
    >>> found.iterations, found.bound.deals, len(found.strategies[0])
    ((50, 50), 50, 6)
    """

    strategies: tuple[Strategy, ...]
    iterations: tuple[int, ...]
    bound: LowerBound
    turned_away: tuple[int, ...] = ()


def approximate_best_response(
    game: Any,
    strategy: Strategy,
    iterations: int = 100_000,
    deals: int = 100_000,
    seed: int = 0,
    *,
    own: Any = None,
    rule: Rule = LINEAR,
    storage: Storage | None = None,
    reserve: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    streets: int | None = None,
    wider: bool = False,
    native: bool = True,
) -> FixedResponse:
    """Learn to exploit a strategy from each seat, and measure the winnings.

    One seat deviates at a time; all others play the strategy.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    strategy
        Of this game. Of another, a StrategyError is raised.
    iterations
        Walks that the exploiter of each seat learns from, at least one.
    deals
        The number of deals to measure on, at least two, each played from every seat.
    seed
        Of all that is drawn; equal seeds give equal bits, native or not, if ``seconds`` is left
        out.
    own
        The game as the exploiter sees it, of the same base and actions, or an AbstractionError is
        raised. If left out, its states are those of ``game``, times the hook
        ``details`` of the game if it has one. Finer states learn more slowly, and may win more.
    rule
        How the exploiter's regrets and averages are kept.
    storage
        How the exploiters' tables store their rows. Fingerprints take an eighth of the memory of
        exact keys, but then the rows of what is learned cannot be listed.
    reserve
        Bytes for the tables of all exploiters together; an eighth of the machine's memory if left
        out. When they are full, new infosets are played by the strategy: the bound holds, and is
        lower. Measuring takes several times as much.
    seconds
        The time limit: four fifths for learning, and one for the deals measured on.
    progress
        Called from time to time with the share that is done.
    streets
        On how many streets, from the first on, the exploiters may deviate, if infosets of the game
        have a ``street``; all if left out.
    wider
        True to let the exploiters act beside the menu of the strategy, as the hook ``wider`` of the
        game says: in River of Blood they also bet 1.5, 3, 10 or 25 pots or half of what is
        allowed, once in a hand, and the strategy answers the nearest bet of its menu.
    native
        False to run interpreted.

    Raises
    ------
    AbstractionError
        If ``own`` is of another game or has other actions.
    NotApplicable
        If exploiters are to act beside the menu, and the game does not say how; or ``own`` is given
        as well.

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
    if streets is not None:
        check_count("streets", streets, 1)
    base, view = base_and_view(game)
    players, seeds = players_of(base), Random(seed)
    sight, seen = own, None
    if wider:
        sight, seen = wider_of(base, view_for(strategy, view), own)
    elif own is None:
        sight = sight_of(game, base, view)
    fifth = seconds and seconds / 5
    share = fifth and 4 * fifth / players
    each = (reserve or half_of_memory() // 4) // players
    learners = []
    for player in range(players):
        learner = Exploiter(
            sight,
            game,
            strategy,
            player,
            rule,
            seeds.branch(),
            native=native,
            storage=storage,
            reserve=each,
            streets=streets,
            seen=seen,
        )
        done = _stage(progress, player, players + 1)
        Batches().run(learner.run_batch, iterations, seconds=share, progress=done)
        learners.append(learner)
    last = _stage(progress, players, players + 1)
    return _measured(learners, strategy, deals, seeds.branch(), fifth, last)


@kernel
def meet_all(
    game: History,
    views: GameView,
    own: Work,
    known: Work,
    streets: int,
    first: int,
    last: int,
    zero: int,
) -> None:
    """Play deals ``first`` to ``last``, each from every seat, and record the winnings."""
    players = known.players
    for number in range(first, last + 1):
        own.deal = known.rng.branch()
        total = 0.0
        for player in range(zero, players):
            won = float(
                play_exploiter(game, views, own, known, player, streets, zero).payoff(player)
            )
            note(known, player, won, number)
            total += won
        note(known, players, total / players, number)


def _measured(
    learners: list[Exploiter],
    strategy: Strategy,
    deals: int,
    seed: int,
    seconds: float | None,
    progress: Progress | None,
) -> FixedResponse:
    """Return the exploiters' average strategies, and what they win on fresh deals."""
    first = learners[0]
    base, view, other = first.base, first.view, first.beside
    exploiters = tuple(learner.strategy() for learner in learners)
    own = opponent_of(exploiters, base, view, Random(~seed))
    known = first.known.for_thread()
    known.rng.state = seed
    own.path = known.path
    run = explaining(Walked(base, view, own), Walked(base, other, known))(
        prepare(meet_all, base, (view, other), (own, known), _REST, native=first.native)
    )
    played = Batches().run(
        lambda *batch: run(first.work.streets, *batch, 0),
        deals,
        least=2,
        seconds=seconds,
        progress=progress,
    )
    iterations = tuple(learner.iterations for learner in learners)
    turned_away = tuple(learner.turned_away for learner in learners)
    bound = LowerBound.read(known, played, first.work.share)
    return FixedResponse(exploiters, iterations, bound, turned_away)


def _stage(progress: Progress | None, stage: int, stages: int) -> Progress | None:
    """Return the callback of one of several stages, given that of the whole."""
    return progress and (lambda share: progress((stage + share) / stages))
