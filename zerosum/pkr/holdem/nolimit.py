"""No-limit hold'em, with all legal bets or a menu of bets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Self

from zerosum.actions import FIXED, UpTo
from zerosum.game import aside
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.face import NoLimit, any_bets
from zerosum.pkr.holdem.betting import FOLDED, PASSED, RAISED
from zerosum.pkr.holdem.checks import (
    MOST_SIZES,
    check_cards,
    check_rules,
    check_sizes,
    check_stakes,
)
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.holdem.opening import after

MOST_BETS = 62


@dataclass(frozen=True)
class NoLimitHoldem(Holdem, NoLimit):
    """No-limit hold'em; by default for two, with 200 chips and blinds of 1 and 2.

    Parameters
    ----------
    sizes
        The bets of the menu, in per cent of the total pot and ascending: ``(50, 100)`` adds half
        the pot or the pot, rounded down, as ``RaiseHalfPot`` and ``RaisePot`` do. Those below the
        least bet are left out, and all-in is always offered. Empty for every whole chip.

    Raises
    ------
    GameError
        If the deck is too small, or a parameter is out of range.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Call, Check, Deal, RaisePot
    >>> game = NoLimitHoldem(stacks=(10,), sizes=(50, 100))
    >>> for card in (*parse("QcQd"), *parse("AcKc")):
    ...     game = game.apply(Deal(card))
    >>> game.infoset(0).actions()
    (Fold(), Call(), Bet(quantity=3), Bet(quantity=9))
    >>> game = game.apply(RaisePot()).apply(Call())
    >>> for card in parse("2d3d4d"):
    ...     game = game.apply(Deal(card))
    >>> print(game.apply(Check()))
    QdQc AcKc 4d3d2d b4c/x
    """

    hooks = replace(
        Holdem.hooks,
        choices="zerosum.pkr.holdem.nolimit:choices",
        walk="zerosum.pkr.abstraction.translation:needed",
    )

    sizes: Annotated[tuple[int, ...], UpTo(MOST_SIZES, bits=17), FIXED] = ()

    def __post_init__(self) -> None:
        if not self.paid:
            check_stakes(self)
            check_rules(self)
            check_cards(self)
            check_sizes(self)
        super().__post_init__()

    def infoset(self, player: int) -> NoLimitInfoSet:
        """Return what the seat knows."""
        own, purse = self.paid[player], self.purses[player]
        least, most = self.bounds_of(player)
        return NoLimitInfoSet(player, self.hand(player), own, purse, least, most, self.public)

    @aside
    def after_passive(self, action: PokerAction, real: Self) -> Self:
        """Return the hand after a fold, a check or a call; all-in if it is in the real hand."""
        if isinstance(action, Fold):
            return self.advance(FOLDED, 0)
        me = 1 << self.active
        able = self.able if real.able & me else self.able & ~me  # if need be for fewer chips
        return replace(self, able=able).advance(PASSED, self.cost_of(self.active))

    @aside
    def after_bet(self, added: int, *, counted: bool = True) -> Self:
        """Return the hand after a bet of so many chips, counted or not."""
        found = self.advance(RAISED, added)
        if counted:
            return found
        if self.wagers == 0:
            return replace(found, sized=self.sized)
        line = *self.line, PASSED
        return replace(found, sized=self.sized, wagers=self.wagers, line=line, levels=self.levels)

    @property
    @aside
    def after_pass(self) -> Self:
        """The hand after a bet that adds no chips beyond a call and only passes the turn.

        The bettor calls, and the other seats that have chips and owe none now owe as many as the
        bettor did. If all call, the pot is what it would have been after a call.
        """
        seat = self.active
        own, paid = self.paid[seat], list(self.paid)
        for other in range(self.players):
            if self.able >> other & 1:
                if other == seat:
                    paid[other] = self.level
                elif paid[other] == self.level:
                    paid[other] = own
        owed = self.able & ~(1 << seat)
        first = self.wagers == 0
        return replace(
            self,
            paid=tuple(paid),
            total=self.total + sum(paid) - sum(self.paid),
            owed=owed,
            active=after(owed, seat),
            wagers=max(1, self.wagers),
            line=(*self.line, RAISED if first else PASSED),
            levels=(*self.levels, self.level) if first else self.levels,
        )

    @aside
    def room(self, real: Self) -> int:
        """Return the chips with which the smallest purse of those that keep chips is all-in."""
        deeper = [
            purse
            for seat, purse in enumerate(real.purses)
            if real.able >> seat & 1 and purse > real.level
        ]
        return min(deeper) - self.paid[self.active]

    @property
    @aside
    def smallest(self) -> int:
        """The chips that the smallest bet or raise adds, even if none is legal here."""
        return self.limits(self.purses[self.active])[0] - self.paid[self.active]


@dataclass(frozen=True)
class NoLimitInfoSet(InfoSet):
    """What a seat knows in no-limit hold'em.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> seat = NoLimitHoldem(blinds=(1, 2), stacks=(100,), sizes=(50, 100)).infoset(0)
    >>> seat.actions(), seat.cost, seat.total, seat.effective, seat.bounds()
    ((Fold(), Call(), Bet(quantity=3), Bet(quantity=99)), 1, 3, 98, (3, 99))
    """

    public: NoLimitHoldem

    def actions(self) -> Annotated[tuple[PokerAction, ...], UpTo(MOST_BETS + 2)]:
        """Return the actions of the menu, bets from the smallest to the largest.

        Natively a menu has at most 62 bets; give ``sizes``, or an abstraction with actions.
        """
        cost = self.cost
        menu: list[PokerAction] = []
        if cost > 0:
            menu.append(Fold())
            menu.append(Call())
        else:
            menu.append(Check())
        lower, upper = self.bounds()
        if upper <= cost:
            return tuple(menu)
        sizes = self.public.sizes
        if len(sizes) == 0:
            for quantity in range(lower, upper):
                menu.append(Bet(quantity))
        for percent in sizes:
            quantity = self.total * percent // 100
            if lower <= quantity < upper:
                menu.append(Bet(quantity))
                lower = quantity + 1
        menu.append(Bet(upper))
        return tuple(menu)


def choices(infoset: NoLimitInfoSet) -> Sequence[PokerAction]:
    """Return the actions of an infoset, with bets of every size as a range.

    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> infoset = NoLimitHoldem(stacks=(20_000,)).infoset(0)
    >>> len(choices(infoset)), choices(infoset)[-1]
    (19999, Bet(quantity=19999))
    """
    return infoset.actions() if infoset.public.sizes else any_bets(infoset)
