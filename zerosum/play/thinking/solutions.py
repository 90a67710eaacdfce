"""Solutions of last streets, from the ranges of a strategy along the hands that lead there."""

from __future__ import annotations

import math

import numpy as np

from zerosum.errors import StrategyError
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.native.primitives import draw
from zerosum.pkr.showdowns import is_last_street
from zerosum.play.agents import StrategyAgent
from zerosum.play.thinking.guard import Guard
from zerosum.play.thinking.ranges import Ranges
from zerosum.play.thinking.street import MOST, LastStreet, Solved
from zerosum.play.thinking.trace import Trace
from zerosum.resolving.roots import Root
from zerosum.rng import Random
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree


class Solutions:
    """Solves the last street of hands that were played by a strategy.

    Parameters
    ----------
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two.
    root
        As for :class:`~zerosum.play.thinking.Thinker`.

    Raises
    ------
    StrategyError
        If the strategy does not run natively, or has no menu of actions, or is of another game.

    Notes
    -----
    All that solving needs is compiled when an instance is made.
    """

    def __init__(self, agent: StrategyAgent, root: str = "unsafe") -> None:
        answers = agent.answers
        if not answers.native or answers.view.actions is None:
            raise StrategyError(
                f"A strategy that thinks must be one of an abstraction with actions that runs "
                f"natively; {agent.name} is not: give actions to its abstraction.",
                agent,
            )
        if root.upper() not in Root.__members__:
            raise StrategyError(
                f"The root must be one of {', '.join(Root.__members__).lower()}; got {root!r}: "
                f"leave it out for unsafe.",
                agent,
            )
        self.agent, self.view, self._root = agent, answers.view, Root[root.upper()]
        hand = self._checked_down()  # refuses other games before anything compiles
        self._ranges = Ranges(answers, agent.base)
        self._street = LastStreet(agent.base, answers.view)
        tree = self.tree(hand)
        self.ranges(hand, tree)  # may be empty, if the strategy never checks and calls so
        every = np.ones(len(tree.hands_held))
        solved = self.solve(hand, hand.active, iterations=1, ranges=(every, every))
        solved.odds(0, hand.real, hand.real.infoset(hand.active).hand)

    def _checked_down(self) -> Trace:
        """Return a hand on its last street, to which both players only checked and called.

        Raises
        ------
        StrategyError
            If the game has no last street to solve.
        """
        base, rng = self.agent.base, Random(0)
        calls, hand = calls_of(base), Trace(self.agent.begin(base, Random(0)))
        while not is_last_street(hand.real):
            if hand.terminal:
                raise StrategyError(
                    f"A strategy that thinks must be of River of Blood, or of no-limit hold'em for "
                    f"two with two cards each; {self.agent.name} is of {base!r}: play it without "
                    f"thinking.",
                    self.agent,
                )
            real = hand.real
            chosen = draw(real, rng) if hand.chance else calls.menu(real.infoset(hand.active))[0]
            hand = hand.apply(chosen)
        return hand

    def tree(self, hand: Trace) -> BettingTree:
        """Return the betting tree of a hand on its last street.

        Raises
        ------
        NotEnumerable
            If the tree is too large.
        """
        return self._street.tree(hand.real)

    def ranges(self, hand: Trace, tree: BettingTree) -> tuple[Floats, Floats]:
        """Return how likely each hand of a tree leads there, by player; shape (hands,) each."""
        return self._ranges.along(hand.steps, tree.hands_held.cards)

    def shares(self, hand: Trace, tree: BettingTree) -> Floats:
        """Return the strategy's own probabilities on a tree; shape (numbers of the tree,)."""
        return self._ranges.on(hand.real, tree)

    def solve(
        self,
        hand: Trace,
        player: int,
        iterations: int = MOST,
        until: float = math.inf,
        *,
        ranges: tuple[Floats, Floats] | None = None,
    ) -> Solved:
        """Return the solution for a player of a hand on its last street.

        Parameters
        ----------
        hand
            The hand; the cards of the players do not matter.
        player
            Who will play by it; matters to the root only.
        iterations, until
            As for :meth:`~zerosum.play.thinking.LastStreet.solve`.
        ranges
            Those of the players; by default those of the strategy along the hand.

        Raises
        ------
        ZeroSumError
            If a range is empty or the tree too large.
        """
        real, tree, guard = hand.real, self.tree(hand), None
        if ranges is None:
            ranges = self.ranges(hand, tree)
        if self._root is not Root.UNSAFE:
            guard = Guard(player, self.shares(hand, tree), self._root)
        return self._street.solve(
            real, tree, ranges, guard=guard, iterations=iterations, until=until
        )
