"""A hand as an agent follows it, with all decisions so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from zerosum.abstraction import Abstracted, View
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import Deal, Fold, PokerAction
from zerosum.play.answers import seen_of


class Step(NamedTuple):
    """A decision: the hand before it, the action of the real game, and the hand after it."""

    before: Any
    action: PokerAction
    after: Any

    @property
    def player(self) -> int:
        """Who decided."""
        return int(seen_of(self.before).active)

    def place(self, view: View) -> int | None:
        """Return which action of the strategy's menu this was; None if the menu has none like it.

        A real bet is the abstract bet that it was translated to.
        """
        seen = seen_of(self.before)
        menu = view.menu(seen.infoset(seen.active))
        if not is_bet(self.action):
            folds = isinstance(self.action, Fold)
            passive = (isinstance(each, Fold) == folds and not is_bet(each) for each in menu)
            return next((place for place, fits in enumerate(passive) if fits), None)
        # A translation goes on from its abstract hand, which may not be the one that was shown.
        followed, reached = getattr(self.before, "abstract", seen), seen_of(self.after)
        bets = (is_bet(each) and _after(followed, each) == reached for each in menu)
        return next((place for place, fits in enumerate(bets) if fits), None)


def _after(game: Any, action: PokerAction) -> Any:
    try:
        return game.apply(action)
    except GameError:  # an abstract hand may have other chips
        return game


@dataclass(frozen=True)
class Trace:
    """A hand as the agent of a strategy follows it, and the decisions that led there.

    Parameters
    ----------
    hand
        A walk through a translation, or a history of the game.
    steps
        The decisions, the first one first.
    """

    hand: Any
    steps: tuple[Step, ...] = ()

    @property
    def real(self) -> Any:
        """The real hand."""
        return self.hand.real if hasattr(self.hand, "realise") else seen_of(self.hand)

    @property
    def terminal(self) -> bool:
        """Whether the hand is over."""
        return bool(self.real.terminal)

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return bool(self.real.chance)

    @property
    def active(self) -> int:
        """The player to act."""
        return int(self.real.active)

    def infoset(self, player: int) -> Any:
        """Return what a player knows, as the strategy sees it."""
        return self.hand.infoset(player)

    def seated(self, player: int, hand: Cards) -> Trace:
        """Return the hand as one player sees it: that player's cards are dealt."""
        if isinstance(self.hand, Abstracted):
            return Trace(replace(self.hand, game=self.hand.game.seated(player, hand)))
        return Trace(self.hand.seated(player, hand))

    def apply(self, action: PokerAction) -> Trace:
        """Return the hand after an action or a card."""
        after = self.hand.apply(action)
        if isinstance(action, Deal):
            return Trace(after, self.steps)
        return Trace(after, (*self.steps, Step(self.hand, action, after)))
