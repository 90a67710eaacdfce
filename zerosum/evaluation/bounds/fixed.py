"""An approximate best response: external sampling for one player, the other one fixed.

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

from numba import typeof
from numba.core import types

from zerosum.abstraction import split
from zerosum.algorithms import ExternalSampling
from zerosum.errors import AbstractionError
from zerosum.evaluation.answers import answers_of
from zerosum.evaluation.batches import Progress, check_count, in_batches
from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.pairs import check_pair, compile_pair
from zerosum.evaluation.bounds.pursuit import meet_all, pursue_all
from zerosum.jit import compiled
from zerosum.kernels.failures import FAILURES, Walked, explained, ill_formed
from zerosum.native.view import View
from zerosum.rng import Random
from zerosum.rules import LINEAR, Rule
from zerosum.strategy import Strategy, describe, differing
from zerosum.tables import Workspace


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
    >>> uniform = ExternalSampling(Kuhn()).strategy()
    >>> found = approximate_best_response(Kuhn(), uniform, 10_000, 10_000)
    >>> abs(found.bound.mean - 11 / 24) < 4 * found.bound.error  # the exploitability
    True
    """
    check_count("iterations", iterations, 1)
    check_count("deals", deals, 2)
    seeds = Random(seed)
    pursuits = []
    for player in range(2):
        pursuit = Pursuit(
            game if own is None else own,
            game,
            strategy,
            player,
            rule,
            seeds.branch(),
            native=native,
        )
        in_batches(
            pursuit.run_batch,
            iterations,
            seconds=None if seconds is None else seconds / 2,
            progress=_third(progress, player),
        )
        pursuits.append(pursuit)
    exploiters = pursuits[0].strategy(), pursuits[1].strategy()
    return FixedResponse(
        strategies=exploiters,
        iterations=(pursuits[0].iterations, pursuits[1].iterations),
        bound=_meeting(
            pursuits[0], exploiters, strategy, deals, seeds.branch(), _third(progress, 2)
        ),
    )


class Pursuit(ExternalSampling):
    """External sampling for one player, against a strategy that stays as it is.

    Parameters
    ----------
    own, game
        The game as the exploiter sees it, and as the strategy does.
    strategy
        The opponent.
    player
        The exploiter.
    rule, seed, native
        As of :class:`zerosum.algorithms.ExternalSampling`.
    """

    kernel = pursue_all

    def __init__(
        self,
        own: Any,
        game: Any,
        strategy: Strategy,
        player: int,
        rule: Rule,
        seed: int,
        *,
        native: bool,
    ) -> None:
        base, states, actions = split(game() if isinstance(game, type) else game)
        check_pair(base)
        self.player = player
        self.other = View(states, actions)
        self.known = answers_of(strategy, base, self.other, Random(~seed))
        start = own() if isinstance(own, type) else own
        _check_own(start, base, self.other)
        super().__init__(start, rule, seed, native=native)
        self.known.path = self.work.path
        self.known.readdress()

    def lowered(self) -> tuple[Any, ...] | None:
        """Return what the kernel takes first, in native form; None where it must not be."""
        others = (typeof(self.work), typeof(self.known), *[types.int64] * 4)
        found = compile_pair(pursue_all, self.base, self.view, self.other, others)
        return None if found is None else (*found, self.work, self.known, self.player)

    def plain(self) -> tuple[Any, ...]:
        """Return what the kernel takes first in the interpreted run."""
        tables = self.work.plain(), self.known.plain()
        return self.base, self.view, self.other, *tables, self.player

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self.known.witness[0] = -1
        try:
            super().run_batch(first, last)
        except AbstractionError:
            if self.known.witness[0] < 0:
                raise
            raise ill_formed(Walked(self.base, self.other, self.known)) from None


def _meeting(
    pursuit: Pursuit,
    exploiters: Sequence[Strategy],
    strategy: Strategy,
    deals: int,
    seed: int,
    progress: Progress | None,
) -> LowerBound:
    """Return what the exploiters win on fresh deals."""
    base, view, other = pursuit.base, pursuit.view, pursuit.other
    own: Workspace = answers_of(exploiters, base, view, Random(~seed))
    known = answers_of(strategy, base, other, Random(seed))
    own.path = known.path
    own.readdress()
    others = (typeof(own), typeof(known), *[types.int64] * 3)
    found = compile_pair(meet_all, base, view, other, others) if pursuit.native else None
    run: Any = meet_all if found is None else compiled(meet_all)
    first = (base, view, other, own.plain(), known.plain())
    arguments = first if found is None else (*found, own, known)

    def batch(start: int, end: int) -> None:
        own.witness[0] = -1
        try:
            run(*arguments, start, end, 0)
        except FAILURES as failure:
            at_fault = (other, known) if own.witness[0] < 0 else (view, own)
            raise explained(Walked(base, *at_fault), failure) from failure.__cause__

    played = in_batches(batch, deals, progress=progress)
    return LowerBound.read(known.scratch, played)


def _check_own(own: Any, base: Any, other: View) -> None:
    """Check that the exploiter plays the same game with the same actions."""
    start, states, actions = split(own)
    theirs, ours = (describe(*pair) for pair in ((start, View(states, actions)), (base, other)))
    differs = differing(theirs | {"states": None}, ours | {"states": None})
    if differs:
        raise AbstractionError(
            f"The exploiter's game must be of the same base and actions as the strategy's; it "
            f"differs in {differs}: change its states only.",
            own,
        )


def _third(progress: Progress | None, stage: int) -> Progress | None:
    """Return what is told how far one of three stages is."""
    if progress is None:
        return None
    told = progress
    return lambda share: told((stage + share) / 3)
