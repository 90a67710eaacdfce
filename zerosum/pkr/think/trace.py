"""A hand as an agent follows it, with all decisions so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from zerosum.abstraction import View
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import Deal, Fold, PokerAction
from zerosum.play.answers import seen_of
from zerosum.play.beside import Beside, real_of, seated, whole_of


class Step(NamedTuple):
    """A decision: the hand before it, the action of the real game, and the hand after it."""

    before: History
    action: PokerAction
    after: History

    @property
    def player(self) -> int:
        """Who decided."""
        return int(seen_of(self.before).active)

    def places(self, view: View) -> list[int]:
        """Return which actions of the strategy's menu this was: several, if they are one bet.

        A real bet is the abstract bet that it was translated to. None is, if the menu has none like
        it.
        """
        seen = seen_of(self.before)
        menu = list(enumerate(view.menu(seen.infoset(seen.active))))
        if not is_bet(self.action):
            folds = isinstance(self.action, Fold)
            passive = [(index, action) for index, action in menu if not is_bet(action)]
            return [index for index, action in passive if isinstance(action, Fold) == folds][:1]
        # A translation goes on from its abstract hand, which may not be the one that was shown.
        followed, reached = getattr(whole_of(self.before), "abstract", seen), seen_of(self.after)
        return [p for p, action in menu if is_bet(action) and _after(followed, action) == reached]

    def real_places(self, view: View) -> list[int]:
        """Return which actions of the menu in the real hand do the same; none for another bet."""
        real, after = real_of(self.before), real_of(self.after)
        menu = view.menu(real.infoset(real.active))
        return [index for index, action in enumerate(menu) if real.apply(action) == after]


def _after(game: History, action: PokerAction) -> History:
    try:
        return game.apply(action)
    except GameError:  # an abstract hand may have other chips
        return game


@dataclass(frozen=True)
class Trace(Beside):
    """A hand as the agent of a strategy follows it, and the decisions that led there.

    Parameters
    ----------
    hand
        A walk through a translation, a history of the game, or what an agent with parts follows.
    steps
        The decisions, the first one first.
    """

    hand: History
    steps: tuple[Step, ...] = ()

    @property
    def real(self) -> History:
        """The real hand."""
        return real_of(self.hand)

    @property
    def street(self) -> Trace:
        """The hand where its street began; itself if it has just begun."""
        board = self.real.community
        for number, step in enumerate(self.steps):
            if Trace(step.before).real.community == board:
                return Trace(step.before, self.steps[:number])
        return self

    def infoset(self, player: int) -> Any:
        """Return what a player knows, as the strategy sees it."""
        return whole_of(self.hand).infoset(player)

    def seated(self, player: int, hand: Cards) -> Trace:
        """Return the hand as one player sees it: that player's cards are dealt."""
        return Trace(seated(self.hand, player, hand))

    def apply(self, action: PokerAction) -> Trace:
        """Return the hand after an action or a card."""
        after = self.hand.apply(action)
        if isinstance(action, Deal):
            return Trace(after, self.steps)
        return Trace(after, (*self.steps, Step(self.hand, action, after)))
