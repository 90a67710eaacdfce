"""What local best response wins from a strategy, and from the same strategy thinking.

Both are played on the same deals. Thinking changes only streets that are solved, so the difference
is 0 in hands that do not come there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zerosum.errors import check_count
from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.game import History
from zerosum.pkr.abstraction.beside import SIZES, bets_beside
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.places.follower import Follower, Key
from zerosum.pkr.places.place import Place
from zerosum.pkr.think.opponents import Opponent, Spot, Thinking, by_strategy
from zerosum.pkr.think.response import Beside, Dealt, Response, by_menu
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.values import Values
from zerosum.play.agents import StrategyAgent
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Batches, Progress
from zerosum.tables import Floats

RUNS = 96
"""With fewer boards to decide by, an exploiter wins less; with more hardly more."""


@dataclass(frozen=True)
class Comparison:
    """What local best response wins from a strategy, on the same deals without and with thinking.

    Parameters
    ----------
    strategy, thinking
        What it wins from the strategy, and from the strategy thinking.
    difference
        What it wins more from the second, deal by deal; negative where thinking helps.
    streets
        The number of streets that the thinker played.
    failed
        How many the strategy had to play, since a range was empty or a tree too large.

    Examples
    --------
    >>> gains = np.array([[1.0, 0.0], [3.0, 2.0]]), np.array([[0.5, 0.0], [2.0, 1.0]])
    >>> bounds = [LowerBound.of(gain, 0.0) for gain in (*gains, gains[1] - gains[0])]
    >>> found = Comparison(*bounds, streets=12, failed=0)
    >>> found.strategy.mean, found.thinking.mean, found.difference.mean  # thinking loses less
    (1.5, 0.875, -0.625)
    """

    strategy: LowerBound
    thinking: LowerBound
    difference: LowerBound
    streets: int
    failed: int


class PairedDeals:
    """Plays deals of local best response against several opponents.

    Parameters
    ----------
    opponents
        Against whom.
    follower
        Follows hands by their strategy.
    seed
        Of the deals.
    runs, beside
        As for :class:`~zerosum.pkr.think.response.Response`.

    Attributes
    ----------
    hands
        What each hand won from each opponent; two hands a deal, one from each seat.
    """

    def __init__(
        self,
        opponents: Sequence[Opponent],
        follower: Follower,
        seed: int,
        runs: int = RUNS,
        beside: Beside = by_menu,
    ) -> None:
        self.beside = beside
        self.opponents, self.start, self.runs = opponents, Spot(follower, follower.start), runs
        self.rng = Random(seed)
        self.branch = self.rng.branch()
        self.hands: list[Floats] = []
        self.asked = self.unknown = 0.0

    def play(self, first: int, last: int) -> None:
        """Play the deals with these numbers from both seats."""
        rng, deck = self.rng, self.start.real.deck.cards
        for number in range(first, last + 1):
            rng.follow(self.branch, number)
            cards = sorted(deck, key=lambda _: rng.bits())
            dealt = Dealt(cards, [rng.random() for _ in cards], rng.branch() | 1)
            for seat in range(2):
                hand = Response(self.opponents, self.start, seat, dealt, self.runs, self.beside)
                self.hands.append(hand.won())
                self.asked, self.unknown = self.asked + hand.asked, self.unknown + hand.unknown


def compare_by_local_best_response(
    game: History,
    strategy: Strategy,
    iterations: int = 30,
    deals: int = 1_000,
    seed: int = 0,
    *,
    root: str = "unsafe",
    values: Values | None = None,
    parts: Mapping[Key, StrategyAgent] | None = None,
    runs: int = RUNS,
    sizes: Sequence[float] = SIZES,
    earlier: Sequence[float] = (),
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play local best response against a strategy, without and with thinking.

    Parameters
    ----------
    game, strategy
        The start of an abstraction of River of Blood, or of no-limit hold'em for two, and a
        strategy of it.
    iterations
        Of each solution. Their number takes the place of time, so that results do not depend on
        the machine.
    deals
        The number of deals, at least two, each played from both seats.
    seed
        Of the deals; equal seeds give equal bits, if ``seconds`` is left out.
    root, values
        As for :class:`~zerosum.pkr.think.Thinker`.
    parts
        Parts that were solved again, by history: see
        :func:`~zerosum.pkr.parts.agents.agent_of_part`. Both opponents play by them.
    runs
        On how many boards the exploiter compares hands to decide before the last street.
    sizes
        The bets that the exploiter makes beside those of the menus on streets that are solved, in
        pots; it then also bets half of what is allowed. Without any, it keeps to the menus, and a
        deal takes a third of the time.
    earlier
        The same on all other streets, where the strategy answers both times.
    seconds
        The time limit.
    progress
        Called from time to time with the share that is done.

    Raises
    ------
    StrategyError
        If the strategy cannot think.

    Examples
    --------
    >>> from zerosum.errors import ZeroSumError
    >>> from zerosum.kuhn import Kuhn
    >>> try:
    ...     compare_by_local_best_response(Kuhn(), Strategy.uniform(Kuhn()), deals=2)
    ... except ZeroSumError as error:
    ...     print(error)
    A strategy that thinks must be one of an abstraction with actions that runs natively;
    strategy is not: give actions to its abstraction.
    """
    check_count("iterations", iterations, 1)
    check_count("deals", deals, 2)
    check_count("runs", runs, 1)
    agent = StrategyAgent(strategy, game)
    solutions = Solutions(Patched(agent, parts) if parts else agent, root, values)
    thinking = Thinking(solutions, iterations)

    def beside(place: Place) -> Sequence[PokerAction]:
        solved = solutions.streets.has(place.real)
        return bets_beside(place.infoset, sizes if solved else earlier)

    opponents: list[Opponent] = [by_strategy, thinking]
    table = PairedDeals(opponents, solutions.follower, seed, runs, beside)
    Batches().run(table.play, deals, least=2, seconds=seconds, progress=progress)
    first, second = np.reshape(table.hands, (-1, 2, 2)).transpose(2, 0, 1)
    against, thought, difference = (
        LowerBound.of(won, table.unknown / table.asked) for won in (first, second, second - first)
    )
    return Comparison(against, thought, difference, thinking.streets, thinking.failed)
