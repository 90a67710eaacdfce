"""What local best response wins from a strategy, and from the same strategy thinking.

Both are played on the same deals. Thinking changes only streets that are solved, so the hands are
the same until the first of them begins. What the exploiter wins there is summed over all that the
opponent may hold and do, once with the probabilities of the strategy and once with the
probabilities of its solutions. So the difference of the two has little noise, and is 0 in hands
that end before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba.core import types

from zerosum.errors import check_count
from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.deals import play_seat
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.evaluation.opponent import opponent_of
from zerosum.game import History
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining, last_visited
from zerosum.pkr.actions import Deal
from zerosum.pkr.hands.shuffled import scrambled
from zerosum.pkr.think.rest import Rest
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.trace import Trace
from zerosum.pkr.think.values import Values
from zerosum.play.agents import StrategyAgent
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Batches, Progress


@dataclass(frozen=True)
class Comparison:
    """What local best response wins from a strategy, on the same deals without and with thinking.

    Parameters
    ----------
    strategy, thinking
        What it wins from the strategy, and from the strategy thinking. Before the last street, the
        second is an estimate: its difference to the first compares hands on sampled boards.
    difference
        What it wins more from the second, deal by deal; negative where thinking helps.
    streets
        The number of streets that the thinker played.
    failed
        How many the strategy had to play, since a range was empty or a tree too large.
    """

    strategy: LowerBound
    thinking: LowerBound
    difference: LowerBound
    streets: int
    failed: int


class PairedDeals:
    """Plays deals of local best response, and streets again against a thinker."""

    def __init__(
        self,
        agent: StrategyAgent,
        iterations: int,
        seed: int,
        root: str,
        runs: int,
        values: Values | None = None,
    ) -> None:
        self.solutions = Solutions(agent, root, values)
        self.start, self.iterations, self.runs = agent.begin(agent.base), iterations, runs
        self.calls = calls_of(agent.base)
        view = agent.answers.view
        self.work = opponent_of(agent.strategy, agent.base, view, Random(seed))  # type: ignore[arg-type]
        self.walked = Walked(agent.base, view, self.work)
        rest = (types.int64,) * 4
        self._entry = prepare(play_seat, agent.base, (view, self.calls), (self.work,), rest)
        self._branch = self.work.rng.branch()
        self.streets = self.failed = 0
        self.played: list[tuple[float, float]] = []

    def play(self, first: int, last: int) -> None:
        """Play deals from both seats, and add what is won in each: plainly, and by thinking."""
        for number in range(first, last + 1):
            for player in range(2):
                with explaining(self.walked):
                    gain, luck = self._entry(self._branch, number, player, self.runs)
                self.played.append((gain + luck, self._gained(player, 2 * number + player)))

    def _gained(self, player: int, number: int) -> float:
        """Return what an exploiter wins more in the last hand if the opponent thinks."""
        hand = self.first_solved()
        if hand is None:
            return 0.0
        branch = scrambled(self._branch ^ number)
        rest = Rest(self.solutions, hand, player, self.calls, self.iterations, branch)
        gain = rest.gain()
        self.streets += rest.streets
        self.failed += rest.failed
        return gain

    def first_solved(self) -> Trace | None:
        """Return the last hand where its first street that is solved begins; None without one."""
        hand = Trace(self.start, self.solutions.follower)
        for move in last_visited(self.walked)[1]:
            if not hand.terminal and not hand.chance and self.solutions.solves(hand.real):
                return hand
            real = hand.real
            dealt = isinstance(move, Deal)
            hand = hand.apply(move if dealt else real.infoset(real.active).concrete(move))
        return None


def compare_by_local_best_response(
    game: History,
    strategy: Strategy,
    iterations: int = 30,
    deals: int = 1_000,
    seed: int = 0,
    *,
    root: str = "unsafe",
    values: Values | None = None,
    runs: int = 1_000,
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
    runs
        As for :func:`zerosum.evaluation.local_best_response`, which wins the same from the
        strategy with the same seed.
    seconds
        The time limit.
    progress
        Called from time to time with the share that is done.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    """
    check_count("iterations", iterations, 1)
    check_count("deals", deals, 2)
    check_count("runs", runs, 1)
    agent = StrategyAgent(strategy, game)
    table = PairedDeals(agent, iterations, seed, root, runs, values)
    Batches().run(table.play, deals, least=2, seconds=seconds, progress=progress)
    plain, gained = np.array(table.played).reshape(-1, 2, 2).transpose(2, 0, 1)
    unknown = table.work.unknown_share
    against, thinking, difference = (
        LowerBound.of(gains, unknown) for gains in (plain, plain + gained, gained)
    )
    return Comparison(against, thinking, difference, table.streets, table.failed)
