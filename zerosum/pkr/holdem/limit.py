"""Limit hold'em: each street has one bet size and a number of raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zerosum.actions import FIXED, UpTo, offered
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.holdem.betting import CHIP_BITS, MOST_SEATS, Betting
from zerosum.pkr.holdem.checks import (
    check_cards,
    check_limit,
    check_rules,
    check_stakes,
    chips_of_all_bets,
)
from zerosum.pkr.holdem.game import MOST_STREETS, Holdem
from zerosum.pkr.holdem.infosets import InfoSet


@dataclass(frozen=True)
class LimitHoldem(Holdem):
    """Limit hold'em; by default for two, with blinds of 1 and 2 and bets of 2 and 4.

    Parameters
    ----------
    stacks
        The chips of each seat at the start, or one number for all; none at all for enough chips
        for every bet.
    bets
        The chips of a bet or raise on each street.
    raises
        The largest number of bets and raises on each street, of all seats together; blinds do
        not count.

    Raises
    ------
    GameError
        If the deck is too small, or a parameter is out of range.

    Examples
    --------
    With a card of six it is Leduc hold'em, with one of three and no board Kuhn poker:

    >>> from zerosum.cards import card
    >>> from zerosum.pkr import Bet, Call, Check, Deal
    >>> from zerosum.pkr.holdem import Deck
    >>> ante = {"blinds": (), "antes": (1,), "hole": 1}
    >>> game = LimitHoldem(deck=Deck(3, 2), board=(1,), bets=(2, 4), raises=(2, 2), **ante)
    >>> kuhn = LimitHoldem(deck=Deck(3, 1), board=(), bets=(1,), raises=(1,), **ante)
    >>> game = game.apply(Deal(card("Qc"))).apply(Deal(card("Ad")))
    >>> game.infoset(0).actions()
    (Check(), Bet(quantity=2))
    >>> game = game.apply(Check()).apply(Bet(2)).apply(Call()).apply(Deal(card("Qd")))
    >>> print(game)
    Qc Ad Qd xbc/
    >>> game.apply(Check()).apply(Check()).payoff(0)
    3.0
    """

    stacks: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = ()
    bets: Annotated[tuple[int, ...], UpTo(MOST_STREETS, bits=CHIP_BITS), FIXED] = (2, 2, 4, 4)
    raises: Annotated[tuple[int, ...], UpTo(MOST_STREETS, bits=CHIP_BITS), FIXED] = (4, 4, 4, 4)

    def __post_init__(self) -> None:
        if not self.paid:
            check_stakes(self)
            check_rules(self)
            check_cards(self)
            check_limit(self)
            if not self.stacks:
                object.__setattr__(self, "stacks", (chips_of_all_bets(self),))
        super().__post_init__()

    def limits(self, purse: int) -> tuple[int, int]:
        """Return what a legal raise comes to, twice."""
        to = min(self.level + self.bets[self.street], purse)
        return to, to

    def may_raise(self, seat: int) -> bool:
        """Return whether a seat may bet or raise, if it is to act."""
        if self.street > len(self.board) or self.wagers >= self.raises[self.street]:
            return False
        return super().may_raise(seat)

    @property
    def full(self) -> int:
        """The least bet or raise that lets seats raise again in a casino: half of a whole one."""
        return (self.bets[self.street] + 1) // 2

    def infoset(self, player: int) -> LimitInfoSet:
        """Return what the seat knows."""
        own, purse = self.paid[player], self.purses[player]
        least, most = self.bounds_of(player)
        return LimitInfoSet(player, self.hand(player), own, purse, least, most, self.public)

    def word(self, before: Betting, action: PokerAction) -> str:
        """Return an action as it stands in ``spelled``."""
        return "b" if isinstance(action, Bet) else super().word(before, action)


@dataclass(frozen=True)
class LimitInfoSet(InfoSet):
    """What a seat knows in limit hold'em.

    >>> LimitHoldem(blinds=(1, 2), bets=(2, 2, 4, 4)).infoset(0).actions()
    (Fold(), Call(), Bet(quantity=3))
    """

    public: LimitHoldem

    def actions(self) -> tuple[PokerAction, ...]:
        """Return the legal actions: at most three."""
        cost, (lower, upper) = self.cost, self.bounds()
        return offered(
            (
                (Fold(), cost > 0),
                (Check(), cost == 0),
                (Call(), cost > 0),
                (Bet(lower), upper > cost),
            )
        )
