"""The actions of a poker game with the words for them, and a card as an outcome of chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from fractions import Fraction

from zerosum.errors import GameError


@dataclass(frozen=True)
class PokerAction:
    """Base class of actions and of outcomes of chance."""


@dataclass(frozen=True)
class Fold(PokerAction):
    """Give up the pot."""


@dataclass(frozen=True)
class Check(PokerAction):
    """Add no chips when none are owed."""


@dataclass(frozen=True)
class Call(PokerAction):
    """Add the chips that are owed."""


@dataclass(frozen=True)
class Bet(PokerAction):
    """Bet or raise.

    Parameters
    ----------
    quantity
        Chips that the player adds to the pot, including the cost to call.
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
class Allin(PokerAction):
    """Add all remaining chips."""


@dataclass(frozen=True)
class Deal(PokerAction):
    """An outcome of chance: one card, face down to a player or face up to the board."""

    card: int


NAMED_BETS = (RaiseHalfPot(), Raise75Pot(), RaisePot(), Allin())
"""Bets with words of their own, whatever their chips."""

_SHORT: dict[type[PokerAction], tuple[str, ...]] = {
    Fold: ("f",),
    Check: ("k", "x"),
    Call: ("c",),
    RaiseHalfPot: ("h", "halfpot"),
    Raise75Pot: ("t", "75pot"),
    RaisePot: ("p", "pot"),
    Allin: ("a", "all-in"),
}
_LABELS = {"h": "Half pot", "t": "75% pot", "p": "Pot", "a": "All-in"}  # other than its class
_FEW = 4  # bets that a sentence lists


def word_of(action: PokerAction) -> str:
    """Return the shortest word for an action.

    >>> word_of(RaisePot()), word_of(Bet(12))
    ('p', 'b12')
    """
    return words_of(action)[0]


def label_of(action: PokerAction) -> str:
    """Return the name of a kind of action, as in a legend.

    >>> label_of(RaiseHalfPot()), label_of(RaiseShare.of(1, 3))
    ('Half pot', '1/3 pot')
    """
    if isinstance(action, RaiseShare):
        return f"{action.share} pot"
    return _LABELS.get(word_of(action), type(action).__name__)


def words_of(action: PokerAction) -> tuple[str, ...]:
    """Return every word for an action, the shortest first.

    >>> words_of(Check()), words_of(RaiseShare.of(1, 3))
    (('k', 'x', 'check'), ('p1of3', 'pot1of3'))
    """
    if isinstance(action, RaiseShare):
        share = f"{action.share.numerator}of{action.share.denominator}"
        return (f"p{share}", f"pot{share}")
    named = "".join(map(str, (type(action).__name__, *astuple(action)))).lower()
    if isinstance(action, Bet):
        return (f"b{action.quantity}", named)
    return (*_SHORT.get(type(action), ()), named)


def legal(menu: Iterable[PokerAction]) -> str:
    """Return the words for a menu; of many bets, the first and the last.

    >>> legal((Fold(), Call(), *map(Bet, range(3, 400))))
    'f, c, b3 to b399'
    """
    words = [word_of(action) for action in menu if not isinstance(action, Bet)]
    bets = [word_of(action) for action in menu if isinstance(action, Bet)]
    if len(bets) > _FEW:
        bets = [f"{bets[0]} to {bets[-1]}"]
    return ", ".join([*words, *bets])
