"""What one seat of a hand of hold'em knows: its own cards and everything that is public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from zerosum.cards import Cards
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.support.rendering import infoset_page

if TYPE_CHECKING:
    from zerosum.pkr.holdem.game import Holdem


@dataclass(frozen=True)
class InfoSet:
    """The common part of limit and no-limit hold'em; it has perfect recall.

    Parameters
    ----------
    player
        The seat that knows this.
    hand
        Its cards.
    own, purse
        The chips that it has paid in the hand, antes apart, and those that it can pay at most.
    least, most
        What :meth:`bounds` returns.
    public
        The hand of hold'em without the cards of the seats.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Call, NoLimitHoldem, RaisePot
    >>> seat = NoLimitHoldem(stacks=(100,)).face_down.apply(Bet(5)).infoset(1)
    >>> seat.street, seat.pips, seat.cost, seat.total, seat.behind, seat.effective, seat.bounds()
    (0, (6, 2), 4, 8, 98, 94, (8, 98))
    >>> seat.quantity(Call()), seat.concrete(RaisePot()), len(seat.actions())
    (4, Bet(quantity=8), 93)
    """

    player: int
    hand: Cards
    own: int
    purse: int
    least: int
    most: int

    if TYPE_CHECKING:
        public: Holdem  # each subclass declares it as a field, of the class of its game

    max_actions: ClassVar[int] = 12

    _repr_html_ = infoset_page

    @property
    def community(self) -> Cards:
        """The board."""
        return self.public.community

    @property
    def street(self) -> int:
        """The number of finished streets."""
        return self.public.street

    @property
    def cost(self) -> int:
        """Chips that a call adds, at most those that are left."""
        return min(self.public.level, self.purse) - self.own

    @property
    def total(self) -> int:
        """Chips of all pots, including this street."""
        return self.public.total

    @property
    def pot(self) -> int:
        """Chips of the finished streets, including antes."""
        return self.public.pot

    @property
    def pips(self) -> tuple[int, ...]:
        """Chips that each seat put in on this street."""
        return self.public.pips

    @property
    def behind(self) -> int:
        """Chips that the player has left."""
        return self.purse - self.own

    @property
    def effective(self) -> int:
        """Chips that the player can still lose after a call, to a seat that has chips."""
        public, most = self.public, 0
        for seat in range(public.players):
            if public.able >> seat & 1 and seat != self.player:
                most = max(most, public.purses[seat])
        return max(0, min(most, self.purse) - public.level)

    @property
    def bets(self) -> int:
        """Bets and raises on this street, without blinds."""
        return self.public.wagers

    def bounds(self) -> tuple[int, int]:
        """Return the minimum and the maximum number of chips that a bet may add.

        A bet is legal if the most exceeds ``cost``.
        """
        return self.least, self.most

    def actions(self) -> tuple[PokerAction, ...]:
        """Return the legal actions, bets from the smallest to the largest."""
        raise NotImplementedError

    def quantity(self, action: PokerAction) -> int:
        """Return the chips that an action of this player adds."""
        return self.public.quantity_of(action, self.own, self.purse, self.least)

    def concrete(self, action: PokerAction) -> PokerAction:
        """Return an action as it stands on the game's menu, a named raise as a bet of chips."""
        if isinstance(action, Fold | Check | Call | Bet):
            return action
        return Bet(self.quantity(action))

    def __str__(self) -> str:
        return f"{self.hand} {self.public.spelled}".rstrip()
