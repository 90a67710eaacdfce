"""An agent that plays a trained strategy, and solves streets again at the table."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import final

from zerosum.errors import ZeroSumError, check_count
from zerosum.game import Action, History
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.think.clock import Clock
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.thought import Thought, solved_along
from zerosum.pkr.think.trace import Trace
from zerosum.pkr.think.values import Values
from zerosum.play.agents import Odds, Source, TrainedAgent
from zerosum.resolving.iterations import MOST
from zerosum.rng import Random
from zerosum.tables import Floats
from zerosum.tree.failures import NotEnumerable

_LOG = logging.getLogger("zerosum")


@final
class Thinker(Source):
    """Plays a strategy, and solves streets of each hand again.

    That is the last street, and with values also each street that the last one may follow at once:
    the turn in hold'em, and in River of Blood the turn and all later streets.

    A street is solved from its start, with the ranges that the strategy has there along the hand as
    it was played, real bets translated: so an opponent that has bet already was free to bet other
    hands than the strategy does. The solution is kept for the rest of the street. If the opponent
    makes a bet that is not in it, the street is solved again from its start, with that bet in the
    tree. If the opponent hardly makes it there, nothing is learned about what follows it: then the
    street is solved once more from the bet on, with the hands that make such a bet for value or as
    a bluff. Where that fails, the strategy plays on. After a
    street that was solved, the thinker's own range comes from the solution. If the tree from the
    start of a street is too large, the street is solved from the hand, with the ranges of the
    strategy.

    If the strategy has parts, they play where nothing is solved, and ranges are computed from them
    after their histories; hands that a part does not know count as played uniformly.

    Parameters
    ----------
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two; with parts, too.
    clock
        How long to think.
    iterations
        The most iterations of a solution. With a clock that grants enough time, equal seeds play
        equal hands.
    root
        ``unsafe`` to take the opponent's range as it is; ``gadget`` to let each hand of the
        opponent leave for what it wins against the strategy: then no hand wins more than against
        the strategy, once enough iterations have run. With values, unsafe only.
    values
        What hands win after a street that is not the last one
        (:func:`~zerosum.pkr.think.fit_values`); None to solve last streets only.

    Attributes
    ----------
    thought
        The number of solutions.
    iterated
        The number of iterations of all solutions.
    fallbacks
        How often the strategy had to play on a street that would be solved, because a range was
        empty, the tree too large, or no time left.
    times
        The seconds of each decision on such a street.

    Raises
    ------
    StrategyError
        If the strategy does not run natively, has no menu of actions, or is of another game; or if
        the root does not fit.

    Notes
    -----
    Everything that thinking needs is compiled when the thinker is made.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> from zerosum.strategy import Strategy
    >>> try:
    ...     Thinker(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn()), Clock(0.02))
    ... except ZeroSumError as error:
    ...     print(error)
    A strategy that thinks must be one of an abstraction with actions that runs natively;
    strategy is not: give actions to its abstraction.
    """

    def __init__(
        self,
        agent: TrainedAgent | Patched,
        clock: Clock,
        iterations: int = MOST,
        root: str = "unsafe",
        values: Values | None = None,
    ) -> None:
        check_count("iterations", iterations, 1)
        self.agent, self.clock, self.iterations = agent, clock, iterations
        self.root, self.values = root, values
        self.name = f"{agent.name} thinking"
        self.base, self.game, self.play = agent.base, agent.game, agent.play
        self.answers = agent.answers
        self.thought = self.iterated = self.fallbacks = 0
        self.times: list[float] = []
        self._solutions = Solutions(agent, root, values)
        self._thought: Thought | None = None

    def __reduce__(self) -> tuple[object, ...]:
        clock = Clock(self.clock.seconds, self.clock.match)
        return Thinker, (self.agent, clock, self.iterations, self.root, self.values)

    def __repr__(self) -> str:
        return f"Thinker({self.agent!r}, {self.clock.seconds:g} s)"

    def begin(self, game: History, rng: Random | None = None) -> Trace:
        """Return the start of a hand, as the strategy follows it."""
        return Trace(self.agent.begin(game, rng), self._solutions.follower)

    def find(self, hand: Trace) -> Odds:
        """Return the odds of a solution; the strategy's odds where there is no solution."""
        if not self._solutions.solves(hand.real):
            return self.agent.find(hand.hand)
        begun = perf_counter()
        try:
            chances = self._chances(hand, begun)
            if chances is None:
                self.fallbacks += 1
                return self.agent.find(hand.hand)
            return Odds(chances, self)
        finally:
            taken = perf_counter() - begun
            self.times.append(taken)
            self.clock.spend(taken)

    def _chances(self, hand: Trace, begun: float) -> dict[Action, float] | None:
        """Return the solution's probabilities for the player to act; None without a solution."""
        real = hand.real
        own = real.infoset(real.active).hand
        try:
            thought, node = self._think(hand, begun)
        except ZeroSumError as error:
            _LOG.info("the street is played without thinking: %s", error)
            self._thought = None
            return None
        self._thought = thought
        return thought.odds(node, real, own)

    def _think(self, hand: Trace, begun: float) -> tuple[Thought, int]:
        """Return a solution that a hand is in, and its node there.

        Raises
        ------
        ZeroSumError
            If a range is empty, the tree too large, or no time left.
        """
        kept = self._thought
        if kept is not None and kept.holds(hand):
            node, left, _ = kept.follow(hand)
            if not left:
                return kept, node
        else:
            kept = None
        seconds = self.clock.grant(hand.real.infoset(hand.active).total)
        if seconds < 1e-3:
            raise ZeroSumError("The time of the match must last; it is used up.")
        start = kept.root if kept else hand.street
        ranges = kept.solved.part.reaches if kept else self._ranges(start, hand.active)
        later, view = hand.steps[len(start.steps) :], self._solutions.view
        # A bet that the menu does not have may take a second solution.
        parts = 1 if all(step.real_places(view) for step in later) else 2

        def solver(root: Trace, hand: Trace, ranges: tuple[Floats, Floats]) -> Thought:
            until = begun + (seconds if root is hand else seconds / parts)
            return self._solve(root, hand, until, ranges)

        try:
            return solved_along(solver, start, hand, ranges)
        except NotEnumerable:
            return self._solve(hand, hand, begun + seconds), 0

    def _ranges(self, start: Trace, player: int) -> tuple[Floats, Floats]:
        """Return the ranges at the start of a street: the player's own by what it really played."""
        cards = self._solutions.hands(start)
        ranges = [*self._solutions.ranges(start, cards)]
        before = self._thought
        carried = None
        if before is not None and before.player == player:
            carried = before.carried(start, cards)
        if carried is not None and carried[player].any():
            ranges[player] = carried[player]
        return ranges[0], ranges[1]

    def _solve(
        self,
        root: Trace,
        hand: Trace,
        until: float,
        ranges: tuple[Floats, Floats] | None = None,
    ) -> Thought:
        solved = self._solutions.solve(
            root, hand.active, self.iterations, until, ranges=ranges, line=hand.since(root)
        )
        self.thought += 1
        self.iterated += solved.iterations or 0
        return Thought(root, solved, hand.active, self._solutions.view)
