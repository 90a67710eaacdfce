"""The actions of a poker game, and the one outcome of its chance: a card."""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True, repr=False)
class RaiseShare(PokerAction):
    """Add a share of the total pot, rounded down; a half, three quarters and all have own names.

    Parameters
    ----------
    share
        In lowest terms, 10,000 times the numerator and the denominator in one number: natively
        an action takes one word, and there may be hundreds of them in a menu.

    Examples
    --------
    >>> third = RaiseShare.of(1, 3)
    >>> third, third.numerator, third.denominator
    (RaiseShare.of(1, 3), 1, 3)
    """

    share: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> RaiseShare:
        """Return the action that adds a fraction of the pot."""
        return cls(10_000 * numerator + denominator)

    @property
    def numerator(self) -> int:
        """The upper number of the fraction."""
        return self.share // 10_000

    @property
    def denominator(self) -> int:
        """The lower number of the fraction."""
        return self.share % 10_000

    def __repr__(self) -> str:
        return f"RaiseShare.of({self.numerator}, {self.denominator})"


@dataclass(frozen=True)
class Allin(PokerAction):
    """Add all that remains."""


@dataclass(frozen=True)
class Deal(PokerAction):
    """An outcome of chance: one card, face down to a player or face up to the board."""

    card: int
