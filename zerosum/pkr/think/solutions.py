"""Solutions of streets, from the ranges of a strategy along the hands that lead there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from zerosum.abstraction.declared import calls_of
from zerosum.errors import StrategyError
from zerosum.game import History
from zerosum.native.primitives import draw
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import numbers_of
from zerosum.pkr.face import NoLimit, Poker
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.think.implied import believed
from zerosum.pkr.think.showdowns import has_next_to_last, is_last_street, is_next_to_last
from zerosum.pkr.think.streets import Streets, actions_at
from zerosum.pkr.think.thought import Thought
from zerosum.pkr.think.trace import Followed, Trace
from zerosum.pkr.think.values import Values
from zerosum.play.agents import TrainedAgent
from zerosum.resolving import UNSAFE, Resolution, Root, solve
from zerosum.resolving.iterations import MOST
from zerosum.resolving.subgames import shares as in_proportion
from zerosum.rng import Random
from zerosum.rules import DCFR
from zerosum.tables import Floats, Ints
from zerosum.tree.public.betting import BettingTree, RankedHands


def has_last_streets_only(agent: TrainedAgent) -> bool:
    """Return whether an agent plays hold'em of which only the last street can be solved."""
    return isinstance(agent.base, NoLimit) and not has_next_to_last(agent.base)


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
        if values is not None and self._root is not UNSAFE:
            raise StrategyError(
                f"The root must be unsafe before the last street; got {root!r}: leave the values "
                f"out, to solve last streets only.",
                agent,
            )
        if not isinstance(agent.base, Poker):
            raise self._refusal()
        parts = agent.parts if isinstance(agent, Patched) else None
        self.follower = Follower(agent.strategy, agent.game, parts)
        hand = self._checked_down()  # refuses other games before anything compiles
        self.streets = Streets(agent.base, answers.view, values)
        self._compile(hand)
        if values is not None:
            self._compile(self._checked_down(last=False))

    def _compile(self, hand: Trace) -> None:
        """Solve a street once."""
        cards = self.hands(hand)
        self.ranges(hand, cards)  # may be empty, if the strategy never checks and calls so
        every = np.ones(len(cards))
        solved = self.solve(hand, hand.active, iterations=1, ranges=(every, every))
        thought = Thought(hand, solved, hand.active, self.view)
        thought.odds(0, hand.real, hand.real.infoset(hand.active).hand)

    def _refusal(self) -> StrategyError:
        agent = self.agent
        return StrategyError(
            f"A strategy that thinks must be of River of Blood, or of no-limit hold'em for two "
            f"with two cards each; {agent.name} is of {agent.base!r}: play it without thinking.",
            agent,
        )

    def solves(self, real: History) -> bool:
        """Return whether a state is of a street that is solved, with something to decide."""
        return self.streets.has(real) and len(self.view.menu(real.infoset(real.active))) > 1

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
                raise self._refusal()
            real = hand.real
            chosen = draw(real, rng) if hand.chance else calls.menu(real.infoset(hand.active))[0]
            hand = hand.apply(chosen)
        return hand

    def tree(self, hand: Followed, line: Sequence[PokerAction] = ()) -> BettingTree[RankedHands]:
        """Return the betting tree of a hand on a street that is solved.

        Before the last street, its hands are in no order. A ``line`` is as for :meth:`solve`.

        Raises
        ------
        NotEnumerable
            If the tree is too large.
        """
        return self.streets.tree(hand.real, line)

    def hands(self, hand: Followed) -> Ints:
        """Return the hands that either player may hold, as they are numbered on its street.

        Shape (hands, 2): the lower and the higher card of each.
        """
        return self.streets.hands(hand.real)

    def ranges(self, hand: Followed, cards: Ints) -> tuple[Floats, Floats]:
        """Return how likely each hand of two cards leads there, by player; shape (hands,) each.

        Ranges are narrowed after bets far off the menu (:mod:`zerosum.pkr.think.implied`).
        """
        first, second = believed(hand.place)[:, numbers_of(cards)]
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
        known, menu = place.menu, actions_at(tree, node, place.infoset, self.view)
        strategy, shares = place.strategy[held], np.zeros((len(menu), held.size))
        for index, action in enumerate(menu):
            columns = [at for at, other in enumerate(known.actions) if other == action]
            shares[index] = strategy[:, columns].sum(axis=1) / menu.count(action)
        written[tree.starts[node] : tree.starts[node + 1]] = in_proportion(shares).ravel()
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
        line: Sequence[PokerAction] = (),
    ) -> Resolution:
        """Return the solution for a player of a hand on a street that is solved.

        Parameters
        ----------
        hand
            The hand; the cards of the players do not matter.
        player
            Who will play by it.
        iterations, until
            As for :func:`zerosum.resolving.solve`.
        ranges
            The ranges of the players, in the order of :meth:`hands`; by default the strategy's
            ranges along the hand.
        line
            What was done from the hand on; bets that are not on the menus are in the tree, too.

        Raises
        ------
        ZeroSumError
            If a range is empty or the tree too large.
        """
        # An unsafe last street has one solution for both players.
        anew = 0 if self._root is UNSAFE and is_last_street(hand.real) else player
        ranges = ranges or self.ranges(hand, self.hands(hand))
        part = self.streets.part(hand.real, ranges, anew, line)
        if self._root is not UNSAFE:
            tree: Any = part.tree
            part = part.guarded(self._root, self.shares(hand, tree))
        return solve(part, iterations=iterations, until=until, rule=DCFR)
