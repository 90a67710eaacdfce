"""A hand as an agent follows it, with all decisions so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from zerosum.abstraction import View
from zerosum.cards import Cards
from zerosum.game import History
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.think.streets import indices_of
from zerosum.play.beside import Beside, real_of, seated, whole_of


class Followed(Protocol):
    """A hand that is followed through places."""

    @property
    def real(self) -> History:
        """The real hand; the cards of the players do not matter."""

    @property
    def place(self) -> Place:
        """Its place."""


class Step(NamedTuple):
    """A decision: the hand before it, the action of the real game, and the real hand after it."""

    before: Trace
    action: PokerAction
    after: History

    @property
    def player(self) -> int:
        """Who decided."""
        return self.before.active

    def real_places(self, view: View) -> list[int]:
        """Return which actions of the menu in the real hand do the same; none for another bet."""
        return indices_of(view, self.before.real, self.action)


@dataclass(frozen=True, eq=False)
class Trace(Beside):
    """A hand as the agent of a strategy follows it, and the decisions that led there.

    Parameters
    ----------
    hand
        A walk through a translation, a history of the game, or what an agent with parts follows.
    follower
        Follows the hand through places of the strategy.
    steps
        The decisions, the first one first.
    dealt
        The cards of the board, in the order dealt.
    """

    hand: History
    follower: Follower
    steps: tuple[Step, ...] = ()
    dealt: tuple[int, ...] = ()

    @property
    def real(self) -> History:
        """The real hand."""
        return real_of(self.hand)

    @property
    def street(self) -> Trace:
        """The hand where its street began; itself if it has just begun."""
        for step in self.steps:
            if step.before.dealt == self.dealt:
                return step.before
        return self

    @cached_property
    def place(self) -> Place:
        """The place of the hand, at a decision or its end: what seats may hold, and do there."""
        place, before = self.follower.start, self.dealt[:0]
        if self.steps:
            last = self.steps[-1]
            place, before = self.follower.after(last.before.place, last.action), last.before.dealt
        if left := self.dealt[len(before) :]:
            place = self.follower.after(place, left)
        return place

    def since(self, root: Trace) -> list[PokerAction]:
        """Return the actions after an earlier hand."""
        return [step.action for step in self.steps[len(root.steps) :]]

    def infoset(self, player: int) -> Any:
        """Return what a player knows, as the strategy sees it."""
        return whole_of(self.hand).infoset(player)

    def seated(self, player: int, hand: Cards) -> Trace:
        """Return the hand as one player sees it: that player's cards are dealt."""
        return replace(self, hand=seated(self.hand, player, hand))

    def apply(self, action: PokerAction) -> Trace:
        """Return the hand after an action or a card."""
        after = self.hand.apply(action)
        if isinstance(action, Deal):
            shown = len(real_of(after).community) > len(self.dealt)
            return replace(self, hand=after, dealt=(*self.dealt, *[action.card] * shown))
        return replace(self, hand=after, steps=(*self.steps, Step(self, action, real_of(after))))
