"""Solutions of streets, from the ranges of a strategy along the hands that lead there."""

from __future__ import annotations

import math

import numpy as np

from zerosum.errors import StrategyError
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.game import History
from zerosum.native.primitives import draw
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.think.early import EarlyStreet
from zerosum.pkr.think.guard import Guard
from zerosum.pkr.think.runouts import hands_of
from zerosum.pkr.think.showdowns import (
    has_next_to_last,
    is_last_street,
    is_next_to_last,
    ranked_hands,
)
from zerosum.pkr.think.solved import MOST, Solved
from zerosum.pkr.think.street import LastStreet
from zerosum.pkr.think.trace import Followed, Trace
from zerosum.pkr.think.values import Values
from zerosum.play.agents import TrainedAgent
from zerosum.resolving.roots import Root
from zerosum.rng import Random
from zerosum.tables import Floats, Ints
from zerosum.tree.public.betting import BettingTree, RankedHands


def has_last_streets_only(agent: TrainedAgent) -> bool:
    """Return whether an agent plays hold'em of which only the last street can be solved."""
    return isinstance(agent.base, NoLimitHoldem) and not has_next_to_last(agent.base)


class Solutions:
    """Solves streets of hands that were played by a strategy.

    Parameters
    ----------
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two, perhaps with
        parts.
    root, values
        As for :class:`~zerosum.pkr.think.Thinker`.

    Raises
    ------
    StrategyError
        If the strategy does not run natively, or has no menu of actions, or is of another game; or
        if the root is not one of ``unsafe``, ``gadget`` and ``margin``; or if there are values, and
        the root is not ``unsafe``, or the game has no street before the last to solve.

    Notes
    -----
    All that solving needs is compiled when an instance is made.
    """

    def __init__(
        self, agent: TrainedAgent | Patched, root: str = "unsafe", values: Values | None = None
    ) -> None:
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
        if values is not None and not has_next_to_last(agent.base):
            raise StrategyError(
                f"The game must have a street that one card may follow, and equal antes, to think "
                f"before the last street; got {agent.base!r}: leave the values out, to solve last "
                f"streets only.",
                agent,
            )
        if values is not None and self._root is not Root.UNSAFE:
            raise StrategyError(
                f"The root must be unsafe before the last street; got {root!r}: leave the values "
                f"out, to solve last streets only.",
                agent,
            )
        parts = agent.parts if isinstance(agent, Patched) else None
        self.follower = Follower(agent.strategy, agent.game, parts)
        hand = self._checked_down()  # refuses other games before anything compiles
        self._last = LastStreet(agent.base, answers.view)
        self._early = None if values is None else EarlyStreet(agent.base, answers.view, values)
        self._compile(hand)
        if values is not None:
            self._compile(self._checked_down(last=False))

    def _compile(self, hand: Trace) -> None:
        """Solve a street once."""
        cards = self.hands(hand)
        self.ranges(hand, cards)  # may be empty, if the strategy never checks and calls so
        every = np.ones(len(cards))
        solved = self.solve(hand, hand.active, iterations=1, ranges=(every, every))
        solved.odds(0, hand.real, hand.real.infoset(hand.active).hand)

    def solves(self, real: History) -> bool:
        """Return whether a state is of a street that is solved, with something to decide."""
        if not is_last_street(real) and (self._early is None or not is_next_to_last(real)):
            return False
        return len(self.view.menu(real.infoset(real.active))) > 1

    def _checked_down(self, *, last: bool = True) -> Trace:
        """Return a hand on its last street, to which both players only checked and called.

        Or on the street before it.

        Raises
        ------
        StrategyError
            If the game has no last street to solve.
        """
        base, rng = self.agent.base, Random(0)
        calls, hand = calls_of(base), Trace(self.agent.begin(base, Random(0)), self.follower)
        while not (is_last_street if last else is_next_to_last)(hand.real):
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

    def tree(self, hand: Followed) -> BettingTree[RankedHands]:
        """Return the betting tree of a hand on a street that is solved.

        Before the last street, its hands are in no order.

        Raises
        ------
        NotEnumerable
            If the tree is too large.
        """
        if self._early is not None and not is_last_street(hand.real):
            return self._early.tree(hand.real)
        return self._last.tree(hand.real)

    def hands(self, hand: Followed) -> Ints:
        """Return the hands that either player may hold, as they are numbered on its street.

        Shape (hands, 2): the lower and the higher card of each.
        """
        if is_last_street(hand.real):
            return ranked_hands(hand.real)[0]
        return hands_of(hand.real)

    def ranges(self, hand: Followed, cards: Ints) -> tuple[Floats, Floats]:
        """Return how likely each hand of two cards leads there, by player; shape (hands,) each."""
        first, second = hand.place.reach[:, numbers_of(cards)]
        return first, second

    def shares(self, hand: Followed, tree: BettingTree[RankedHands]) -> Floats:
        """Return the strategy's own probabilities on a tree; shape (numbers of the tree,).

        Uniform where the strategy takes none of the actions of the tree.
        """
        written = np.empty(tree.numbers)
        self._write_shares(hand.place, tree, 0, numbers_of(tree.hands_held.cards), written)
        return written

    def _write_shares(
        self, place: Place, tree: BettingTree[RankedHands], node: int, held: Ints, written: Floats
    ) -> None:
        """Write the probabilities from a node on. Modified in place: ``written``."""
        infoset, known = place.infoset, place.menu
        menu = [infoset.concrete(action) for action in self.view.menu(infoset)]
        strategy, shares = place.strategy[held], np.zeros((len(menu), held.size))
        for index, action in enumerate(menu):
            columns = [at for at, other in enumerate(known.actions) if other == action]
            shares[index] = strategy[:, columns].sum(axis=1) / menu.count(action)
        sums = shares.sum(axis=0)
        even = np.full_like(shares, 1.0 / len(menu))
        np.divide(shares, sums, out=even, where=sums > 0.0)
        written[tree.starts[node] : tree.starts[node + 1]] = even.ravel()
        targets = tree.targets[tree.firsts[node] : tree.firsts[node + 1]].tolist()
        for action, target in zip(menu, targets, strict=True):
            if target >= 0:
                after = self.follower.after(place, action)
                self._write_shares(after, tree, target, held, written)

    def solve(
        self,
        hand: Followed,
        player: int,
        iterations: int = MOST,
        until: float = math.inf,
        *,
        ranges: tuple[Floats, Floats] | None = None,
    ) -> Solved:
        """Return the solution for a player of a hand on a street that is solved.

        Parameters
        ----------
        hand
            The hand; the cards of the players do not matter.
        player
            Who will play by it; matters to the root only.
        iterations, until
            As for :meth:`~zerosum.pkr.think.LastStreet.solve`.
        ranges
            The ranges of the players, in the order of :meth:`hands`; by default the strategy's
            ranges along the hand.

        Raises
        ------
        ZeroSumError
            If a range is empty or the tree too large.
        """
        real = hand.real
        if self._early is not None and not is_last_street(real):
            ranges = ranges or self.ranges(hand, self.hands(hand))
            return self._early.solve(real, ranges, player, iterations=iterations, until=until)
        tree, guard = self._last.tree(real), None
        ranges = ranges or self.ranges(hand, tree.hands_held.cards)
        if self._root is not Root.UNSAFE:
            guard = Guard(player, self.shares(hand, tree), self._root)
        return self._last.solve(real, tree, ranges, guard=guard, iterations=iterations, until=until)


def numbers_of(cards: Ints) -> Ints:
    """Return the numbers of hands, given the lower and the higher card of each; (hands,)."""
    low, high = cards.T
    numbers: Ints = high * (high - 1) // 2 + low
    return numbers
