"""An agent that plays a trained strategy, and solves the last street again at the table."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import Any, final

from zerosum.errors import StrategyError, ZeroSumError
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.native.primitives import draw, draw_from
from zerosum.pkr.showdowns import is_last_street
from zerosum.play.agents import StrategyAgent
from zerosum.play.thinking.clock import Clock
from zerosum.play.thinking.guard import Guard
from zerosum.play.thinking.ranges import Ranges
from zerosum.play.thinking.street import MOST, LastStreet, Solved
from zerosum.play.thinking.trace import Step, Trace
from zerosum.resolving.roots import Root
from zerosum.rng import Random
from zerosum.tree.public.betting import BettingTree

_LOG = logging.getLogger("zerosum")


@final
class Thinker:
    """Plays a strategy, and solves the last street of each hand again.

    The players' ranges are those of the strategy along the hand as it was played, with real bets
    translated. The solution is kept for the rest of the street, as long as the opponent's bets are
    in it; otherwise the street is solved again from the new state. Where that fails, the strategy
    plays on.

    Parameters
    ----------
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two.
    clock
        How long to think.
    iterations
        The most iterations of a solution. With a clock that grants enough time, equal seeds play
        equal hands.
    root
        ``unsafe`` to take the opponent's range as it is; ``gadget`` to let each hand of the
        opponent leave for what it wins against the strategy: then no hand wins more than it did, as
        far as iterations suffice.

    Attributes
    ----------
    thought
        The number of streets that were solved.
    iterated
        The iterations of all of them.
    fallbacks
        How often the strategy had to play on a last street, since a range was empty, the tree too
        large, or no time left.
    times
        The seconds of each decision on a last street.

    Raises
    ------
    StrategyError
        If the strategy does not run natively, or has no menu of actions, or is of another game.

    Notes
    -----
    All that thinking needs is compiled when a thinker is made.
    """

    def __init__(
        self, agent: StrategyAgent, clock: Clock, iterations: int = MOST, root: str = "unsafe"
    ) -> None:
        answers = agent.answers
        if not answers.native or answers.view.actions is None:
            raise StrategyError(
                f"A strategy that thinks must be one of an abstraction with actions that runs "
                f"natively; {agent.name} is not: give actions to its abstraction.",
                agent,
            )
        self.agent, self.clock, self.iterations = agent, clock, iterations
        self.root = root
        self.name = f"{agent.name} thinking"
        self.base, self.game = agent.base, agent.game
        self.thought = self.iterated = self.fallbacks = 0
        self.times: list[float] = []
        self._ranges = Ranges(answers, agent.base)
        self._street = LastStreet(agent.base, answers.view)
        # The solution, and the steps that led to its root.
        self._solved: Solved | None = None
        self._steps: tuple[Step, ...] = ()
        self._rehearse()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        clock = Clock(self.clock.seconds, self.clock.match)
        return Thinker, (self.agent, clock, self.iterations, self.root)

    def __repr__(self) -> str:
        return f"Thinker({self.agent!r}, {self.clock.seconds:g} s)"

    def _rehearse(self) -> None:
        """Think about a hand in which both players call, so that nothing compiles at the table.

        Raises
        ------
        StrategyError
            If the game has no last street to think about.
        """
        rng, calls, hand = Random(0), calls_of(self.base), self.begin(self.base, Random(0))
        while not is_last_street(hand.real):
            if hand.terminal:
                raise StrategyError(
                    f"A strategy that thinks must be of River of Blood, or of no-limit hold'em for "
                    f"two with two cards each; {self.agent.name} is of {self.base!r}: play it "
                    f"without thinking.",
                    self.agent,
                )
            real = hand.real
            chosen = draw(real, rng) if hand.chance else calls.menu(real.infoset(hand.active))[0]
            hand = hand.apply(chosen)
        tree = self._street.tree(hand.real)
        ranges = self._ranges.along(hand.steps, tree.hands_held.cards)
        guard = self._guard(hand.real, tree)
        solved = self._street.solve(hand.real, tree, ranges, guard=guard, iterations=1)
        solved.odds(0, hand.real, hand.real.infoset(hand.active).hand)

    @property
    def unknown(self) -> int:
        """How many decisions were at infosets that the strategy does not know."""
        return self.agent.unknown

    @property
    def clipped(self) -> int:
        """How many of its bets had to be moved to the bounds of the real game."""
        return self.agent.clipped

    @property
    def decisions(self) -> int:
        """The number of its decisions."""
        return self.agent.decisions + len(self.times) - self.fallbacks

    def begin(self, game: Any, rng: Random | None = None) -> Trace:
        """Return the start of a hand, as the strategy follows it."""
        return Trace(self.agent.begin(game, rng))

    def act(self, hand: Trace, rng: Random) -> Any:
        """Return a legal action of the real game."""
        real = hand.real
        if not is_last_street(real):
            return self.agent.act(hand.hand, rng)
        begun = perf_counter()
        try:
            found = self._odds(hand, begun)
            if found is None:
                self.fallbacks += 1
                return self.agent.act(hand.hand, rng)
            return draw_from(list(found.items()), rng)
        finally:
            taken = perf_counter() - begun
            self.times.append(taken)
            self.clock.spend(taken)

    def _odds(self, hand: Trace, begun: float) -> dict[Any, float] | None:
        """Return the solution's probabilities for the player to act; None without a solution."""
        real = hand.real
        own = real.infoset(real.active).hand
        node = self._node(hand)
        if node is None:
            try:
                self._solve(hand, begun)
            except ZeroSumError as error:
                _LOG.info("the last street is played without thinking: %s", error)
                self._solved = None
            node = 0
        return None if self._solved is None else self._solved.odds(node, real, own)

    def _node(self, hand: Trace) -> int | None:
        """Return where a hand is in the solution; None if it is not."""
        solved, known, steps = self._solved, len(self._steps), hand.steps
        if solved is None or len(steps) < known or not known:
            return None
        if any(one is not other for one, other in zip(steps, self._steps, strict=False)):
            return None
        node = 0
        for step in steps[known:]:
            below = solved.below(node, Trace(step.before).real, Trace(step.after).real)
            if below is None:
                return None
            node = below
        return node

    def _guard(self, real: Any, tree: BettingTree) -> Guard | None:
        """Return what the gadget needs; None if the root has none."""
        if self.root == "unsafe":
            return None
        return Guard(real.active, self._ranges.on(real, tree), Root[self.root.upper()])

    def _solve(self, hand: Trace, begun: float) -> None:
        """Solve the street from a hand on.

        Raises
        ------
        ZeroSumError
            If a range is empty, the tree too large, or no time left.
        """
        real = hand.real
        seconds = self.clock.grant(real.infoset(real.active).total)
        if seconds < 1e-3:
            raise ZeroSumError("The time of the match must last; it is used up.")
        tree = self._street.tree(real)
        ranges = self._ranges.along(hand.steps, tree.hands_held.cards)
        guard = self._guard(real, tree)
        self._solved = self._street.solve(
            real,
            tree,
            ranges,
            guard=guard,
            iterations=self.iterations,
            until=begun + seconds,
        )
        self._steps = hand.steps
        self.thought += 1
        self.iterated += self._solved.iterations
