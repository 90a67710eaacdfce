"""The actions of a poker game, and the one outcome of its chance: a card."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zerosum.errors import GameError


@dataclass(frozen=True)
class PokerAction:
    """Base of the family: what a player may do, or chance may deal."""


@dataclass(frozen=True)
class Fold(PokerAction):
    """Give up the pot."""


@dataclass(frozen=True)
class Check(PokerAction):
    """Add nothing where nothing is owed."""


@dataclass(frozen=True)
class Call(PokerAction):
    """Add what is owed."""


@dataclass(frozen=True)
class Bet(PokerAction):
    """Bet or raise.

    Parameters
    ----------
    quantity
        Chips that the actor adds to the pot, the cost to call included.
    """

    quantity: int


@dataclass(frozen=True)
class RaiseHalfPot(PokerAction):
    """Add half the total pot, rounded down."""


@dataclass(frozen=True)
class Raise75Pot(PokerAction):
    """Add three quarters of the total pot, rounded down."""


@dataclass(frozen=True)
class RaisePot(PokerAction):
    """Add the total pot."""


PARTS = 36_036_000
"""Parts of the pot that shares are counted in: whole for sixteenths and less, and thousandths."""


@dataclass(frozen=True, repr=False)
class RaiseShare(PokerAction):
    """Add a share of the total pot, rounded down; a half, three quarters and all have own names.

    Parameters
    ----------
    parts
        How many of the ``PARTS`` parts of the pot: one number, since natively an action takes a
        word and menus may hold hundreds, and a fixed divisor, which costs no division.

    Examples
    --------
    >>> third = RaiseShare.of(1, 3)
    >>> third, third.share, RaiseShare.of(2, 6) == third
    (RaiseShare.of(1, 3), Fraction(1, 3), True)
    """

    parts: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> RaiseShare:
        """Return the action that adds a fraction of the pot.

        Raises
        ------
        GameError
            Where the fraction is not above 0, or not of whole parts.
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
        """Which fraction of the pot."""
        return Fraction(self.parts, PARTS)

    def __repr__(self) -> str:
        return f"RaiseShare.of({self.share.numerator}, {self.share.denominator})"


@dataclass(frozen=True)
class Allin(PokerAction):
    """Add all that remains."""


@dataclass(frozen=True)
class Deal(PokerAction):
    """An outcome of chance: one card, face down to a player or face up to the board."""

    card: int
