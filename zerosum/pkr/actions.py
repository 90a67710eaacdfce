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


@dataclass(frozen=True)
class RaiseShare(PokerAction):
    """Add a share of the total pot, rounded down; a half, three quarters and all have own names.

    Parameters
    ----------
    numerator, denominator
        The share, in lowest terms.
    """

    numerator: int
    denominator: int


@dataclass(frozen=True)
class Allin(PokerAction):
    """Add all that remains."""


@dataclass(frozen=True)
class Deal(PokerAction):
    """An outcome of chance: one card, face down to a player or face up to the board."""

    card: int
