"""The actions of a poker game, and a card as an outcome of chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

from zerosum.errors import GameError


@dataclass(frozen=True)
class PokerAction:
    """Base class of actions and of outcomes of chance.

    >>> isinstance(Fold(), PokerAction), isinstance(Deal(0), PokerAction)
    (True, True)
    """


@dataclass(frozen=True)
class Fold(PokerAction):
    """Give up the pot.

    >>> Fold(), Fold() == Fold(), label_of(Fold())
    (Fold(), True, 'Fold')
    """


@dataclass(frozen=True)
class Check(PokerAction):
    """Add no chips when none are owed.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> limped = NoLimitHoldem().face_down.apply(Call())
    >>> limped.infoset(1).actions()[0]
    Check()
    """


@dataclass(frozen=True)
class Call(PokerAction):
    """Add the chips that are owed.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> small_blind = NoLimitHoldem().infoset(0)
    >>> small_blind.quantity(Call())
    1
    """


@dataclass(frozen=True)
class Bet(PokerAction):
    """Bet or raise.

    Parameters
    ----------
    quantity
        Chips that the player adds to the pot, including the cost to call.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> hand = NoLimitHoldem().face_down.apply(Bet(5))  # the small blind has 1 in front already
    >>> hand.pips, hand.infoset(1).cost
    ((6, 2), 4)
    """

    quantity: int


@dataclass(frozen=True)
class RaiseHalfPot(PokerAction):
    """Add half the total pot, rounded down.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> NoLimitHoldem(blinds=(10, 20)).infoset(0).quantity(RaiseHalfPot())
    15
    """


@dataclass(frozen=True)
class Raise75Pot(PokerAction):
    """Add three quarters of the total pot, rounded down.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> NoLimitHoldem(blinds=(10, 20)).infoset(0).quantity(Raise75Pot())
    22
    """


@dataclass(frozen=True)
class RaisePot(PokerAction):
    """Add the total pot.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> NoLimitHoldem(blinds=(10, 20)).infoset(0).quantity(RaisePot())
    30
    """


PARTS = 36_036_000
"""The denominator of all shares of the pot, divisible by 1 to 16 and by 1,000."""


@dataclass(frozen=True, repr=False)
class RaiseShare(PokerAction):
    """Add a share of the total pot, rounded down; three shares have classes of their own.

    Parameters
    ----------
    parts
        The numerator of the share; its denominator is ``PARTS``. One number is stored since an
        action then takes one word, and division by a constant is cheap.

    Examples
    --------
    >>> third = RaiseShare.of(1, 3)
    >>> third, third.share, RaiseShare.of(2, 6) == third
    (RaiseShare.of(1, 3), Fraction(1, 3), True)
    """

    parts: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> RaiseShare:
        """Make the action that adds a fraction of the pot.

        Raises
        ------
        GameError
            If the fraction is not positive, or its denominator does not divide ``PARTS``.
        """
        if denominator < 1 or numerator < 1 or PARTS * numerator % denominator:
            raise GameError(
                f"A share of the pot must be above 0, of up to sixteenths or of thousandths; got "
                f"{numerator}/{denominator}: take a fraction near to it.",
                (numerator, denominator),
            )
        return cls(PARTS * numerator // denominator)

    @property
    def share(self) -> Fraction:
        """The share as a fraction."""
        return Fraction(self.parts, PARTS)

    def __repr__(self) -> str:
        return f"RaiseShare.of({self.share.numerator}, {self.share.denominator})"


@dataclass(frozen=True)
class MinRaise(PokerAction):
    """Bet or raise by the least that is legal.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> NoLimitHoldem(blinds=(10, 20)).infoset(0).quantity(MinRaise())
    30
    """


@dataclass(frozen=True, repr=False)
class RaiseTimes(PokerAction):
    """Raise by a multiple of the last bet or raise of the street, rounded down.

    The first bet of a street is a multiple of the smallest bet.

    Parameters
    ----------
    parts
        The numerator of the multiple; its denominator is ``PARTS``.

    Examples
    --------
    >>> RaiseTimes.of(2, 1), RaiseTimes.of(3, 2).times
    (RaiseTimes.of(2, 1), Fraction(3, 2))
    """

    parts: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> RaiseTimes:
        """Make the action that raises by a multiple, which must be above 0."""
        return cls(PARTS * numerator // denominator)

    @property
    def times(self) -> Fraction:
        """The multiple as a fraction."""
        return Fraction(self.parts, PARTS)

    def __repr__(self) -> str:
        return f"RaiseTimes.of({self.times.numerator}, {self.times.denominator})"


@dataclass(frozen=True, repr=False)
class RaiseToBlinds(PokerAction):
    """Bet or raise to a number of smallest bets on this street, rounded down.

    Parameters
    ----------
    parts
        The numerator of the number; its denominator is ``PARTS``.

    Examples
    --------
    >>> RaiseToBlinds.of(5, 2), RaiseToBlinds.of(5, 2).blinds
    (RaiseToBlinds.of(5, 2), Fraction(5, 2))
    """

    parts: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> RaiseToBlinds:
        """Make the action that raises to a number of smallest bets, which must be above 0."""
        return cls(PARTS * numerator // denominator)

    @property
    def blinds(self) -> Fraction:
        """The number as a fraction."""
        return Fraction(self.parts, PARTS)

    def __repr__(self) -> str:
        return f"RaiseToBlinds.of({self.blinds.numerator}, {self.blinds.denominator})"


@dataclass(frozen=True)
class Allin(PokerAction):
    """Add all remaining chips.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> small_blind = NoLimitHoldem(stacks=(20,)).infoset(0)
    >>> small_blind.quantity(Allin()), small_blind.concrete(Allin())
    (19, Bet(quantity=19))
    """


@dataclass(frozen=True)
class Deal(PokerAction):
    """An outcome of chance: one card, face down to a player or face up to the board.

    >>> from zerosum.cards import card
    >>> from zerosum.pkr import NoLimitHoldem
    >>> game = NoLimitHoldem().apply(Deal(card("Kh"))).apply(Deal(card("Ah")))
    >>> game.infoset(0).hand
    Cards(AhKh)
    """

    card: int


NAMED_BETS = (RaiseHalfPot(), Raise75Pot(), RaisePot(), Allin())
"""Bets with names of their own, whatever their chips."""

_LABELS: dict[type[PokerAction], str] = {  # other than its class
    MinRaise: "Min raise",
    RaiseHalfPot: "Half pot",
    Raise75Pot: "75% pot",
    RaisePot: "Pot",
    Allin: "All-in",
}


@dataclass(frozen=True)
class WithBets(Sequence[PokerAction]):
    """Actions and then a bet of each size in a range, which are not written down.

    Parameters
    ----------
    first
        The actions before the bets.
    bets
        The chips that the bets add.

    Examples
    --------
    >>> menu = WithBets((Fold(), Call()), range(200, 20_001))
    >>> len(menu), menu[1], menu[2], menu[-1]
    (19803, Call(), Bet(quantity=200), Bet(quantity=20000))
    """

    first: tuple[PokerAction, ...]
    bets: range

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self.first) + len(self.bets)

    @overload
    def __getitem__(self, place: int) -> PokerAction: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[PokerAction, ...]: ...

    def __getitem__(self, place: int | slice) -> PokerAction | tuple[PokerAction, ...]:
        """Return an action, or a tuple of some."""
        places = range(len(self))[place]
        if isinstance(places, range):
            return tuple([self[each] for each in places])
        if places < len(self.first):
            return self.first[places]
        return Bet(self.bets[places - len(self.first)])

    def __contains__(self, action: object) -> bool:
        """Return whether an action is one of them."""
        return action in self.first or (isinstance(action, Bet) and action.quantity in self.bets)


def label_of(action: PokerAction) -> str:
    """Return the name of a kind of action, as in a legend.

    >>> label_of(RaiseHalfPot()), label_of(RaiseShare.of(1, 3))
    ('Half pot', '1/3 pot')
    """
    if isinstance(action, RaiseShare):
        return f"{action.share} pot"
    if isinstance(action, RaiseTimes):
        return f"{action.times} x raise"
    if isinstance(action, RaiseToBlinds):
        return f"{action.blinds} bb"
    return _LABELS.get(type(action), type(action).__name__)
