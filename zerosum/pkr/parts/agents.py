"""Agents that play a part of a hand by a strategy of its own, and hands that begin after a history.

A part is what follows a history of no-limit hold'em. A strategy that was solved for it knows the
history exactly, so that its abstract hand begins as the real one, whatever its menu.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import final

from zerosum.abstraction import Abstracted, split
from zerosum.cards import Cards
from zerosum.game import Action, History
from zerosum.pkr.abstraction.translation import Translation
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.pkr.holdem.resumed import Hands, Resumed
from zerosum.pkr.places.follower import Key, key_of
from zerosum.play.agents import Agent, Odds, Source, StrategyAgent, Team, TrainedAgent
from zerosum.play.beside import Beside, seated
from zerosum.rng import Random
from zerosum.strategy import Strategy


def agent_of_part(strategy: Strategy, game: Abstracted) -> StrategyAgent:
    """Return the agent of a part; it follows hands from the part's history on.

    Parameters
    ----------
    strategy
        The strategy of the part.
    game
        The start of the part: an abstraction of :class:`~zerosum.pkr.holdem.resumed.Resumed`.

    Examples
    --------
    >>> import numpy as np
    >>> from zerosum.pkr import Call, NoLimitHoldem
    >>> from zerosum.pkr.abstraction import allin, passive
    >>> from zerosum.pkr.holdem.abstraction import hand_ranks, kinds, player
    >>> from zerosum.pkr.parts.part import game_after
    >>> menu = passive + allin
    >>> start = Abstracted(NoLimitHoldem(stacks=(10,)), player * kinds * hand_ranks * menu, menu)
    >>> game = game_after(start.game.act(Call()), np.ones((2, 1326)), start, "mine")
    >>> agent_of_part(Strategy.uniform(game), game).name  # doctest: +SKIP
    'part'
    """
    hand = game.game.hand
    whole = Abstracted(hand.start, game.states, game.actions)
    walk = Translation(hand, hand, hand, states=game.states, actions=game.actions)
    return StrategyAgent(strategy.on(whole, of=game), whole, walk, "part")


@dataclass(frozen=True)
class Following(Beside):
    """A hand as an agent with parts follows it.

    Parameters
    ----------
    hand
        As the agent of the whole strategy follows it.
    real
        The real hand.
    parts
        The agents of parts, by history.
    inside
        The parts that the hand is in, the one with the longest history first, and the hand as each
        follows it.

    Examples
    --------
    >>> from zerosum.pkr.actions import Fold
    >>> from zerosum.pkr import NoLimitHoldem
    >>> hand = NoLimitHoldem(players=3).face_down
    >>> followed = Following(hand, hand, parts={}).apply(Fold())
    >>> followed.real.line, followed.inside
    ((0,), ())
    """

    hand: History
    real: History
    parts: Mapping[Key, StrategyAgent]
    inside: tuple[tuple[StrategyAgent, History], ...] = ()

    def seated(self, player: int, cards: Cards) -> Following:
        """Return the hand as one seat sees it: that seat's cards are dealt."""
        hand, real = (seated(game, player, cards) for game in (self.hand, self.real))
        return replace(self, hand=hand, real=real)

    def apply(self, action: PokerAction) -> Following:
        """Return the hand after an action or a card; a part begins where its history ends."""
        real, hand = self.real.apply(action), self.hand.apply(action)
        inside = tuple((part, walk.apply(action)) for part, walk in self.inside)
        begun = self.parts.get(key_of(real))
        if begun is not None:
            walk = replace(begun.play, real=real, abstract=real, shown=real)
            inside = ((begun, walk), *inside)
        return replace(self, hand=hand, real=real, inside=inside)


@final
class Patched(Source):
    """Plays a strategy, and each part that was solved again by the strategy of the part.

    In a part of a part, that with the longer history plays. Where training has not visited an
    infoset of a part, that with the next shorter history plays, or the whole strategy.

    Parameters
    ----------
    agent
        The agent of the strategy.
    parts
        The agents of parts, by history: see :func:`agent_of_part`.
    source
        Opens the same agent in another process; without it the strategies themselves are pickled.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> agent = Patched(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn()), {})
    >>> agent.begin(Kuhn()).inside, agent.in_parts
    ((), 0)
    """

    def __init__(
        self,
        agent: TrainedAgent,
        parts: Mapping[Key, StrategyAgent],
        source: Callable[[], Agent] | None = None,
    ) -> None:
        self.agent, self.parts, self.source = agent, dict(parts), source
        self.name = agent.name
        self.base, self.game, self.strategy = agent.base, agent.game, agent.strategy
        self.answers, self.play = agent.answers, agent.play

    def __repr__(self) -> str:
        return f"Patched({self.agent!r}, {len(self.parts)} parts)"

    def __reduce__(self) -> tuple[object, ...]:
        if self.source is None:
            return Patched, (self.agent, self.parts)
        return self.source, ()

    @property
    def in_parts(self) -> int:
        """The number of its decisions that were in parts."""
        return sum(part.decisions for part in self.parts.values())

    def begin(self, game: History, rng: Random | None = None) -> Following:
        """Return the start of a hand, as the strategy follows it."""
        return Following(self.agent.begin(game, rng), split(game)[0], self.parts)

    def find(self, hand: Following) -> Odds:
        """Return the odds of the part with the longest history that knows the infoset."""
        inside = (part.find(walk) for part, walk in hand.inside)
        known = (odds for odds in inside if odds.known)
        return next(known, None) or self.agent.find(hand.hand)


class Before:
    """A hand of an agent before its cards are dealt, which come after the history.

    Parameters
    ----------
    start
        The start of the hand, as the agent follows it.
    resumed
        The game.

    Attributes
    ----------
    over
        Whether the cards are dealt.
    """

    def __init__(self, start: History, resumed: Resumed) -> None:
        self.start, self.resumed, self.over = start, resumed, False

    def apply(self, dealt: Hands) -> History:
        """Return the hand after the cards of all seats and the history."""
        self.over = True
        hand, shown = self.start, 0
        for card in dealt.cards:
            hand = hand.apply(Deal(card))
        whole = self.resumed.hand
        for before, action in whole.retraced():
            while shown < sum(whole.board[: before.street]):
                hand, shown = hand.apply(Deal(whole.dealt[shown])), shown + 1
            hand = hand.apply(action)
        for card in whole.dealt[shown:]:
            hand = hand.apply(Deal(card))
        return hand


@final
class Late(Team):
    """Plays :class:`~zerosum.pkr.holdem.resumed.Resumed` as an agent of whole hands plays it.

    Once cards are dealt, the agent follows the history as if it had seen it happen. If it has
    several seats, it follows a hand once for all of them.

    Parameters
    ----------
    agent
        The agent of whole hands.

    Examples
    --------
    >>> from zerosum.play import AlwaysCall
    >>> Late(AlwaysCall()).name
    'call'
    """

    def __init__(self, agent: Agent) -> None:
        self.agent, self.agents, self.name = agent, (agent,), agent.name
        self._begun: Before | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Late, (self.agent,)

    def begin(self, game: Resumed, rng: Random | None = None) -> Before:
        """Return the hand before any cards are dealt."""
        if self._begun is None or self._begun.over or self._begun.resumed != game:
            self._begun = Before(self.agent.begin(game.hand.start, rng), game)
        return self._begun

    def act(self, hand: History, rng: Random) -> Action:
        """Return a legal action of the real game."""
        return self.agent.act(hand, rng)
