"""The actions of a poker game with the words for them, and a card as an outcome of chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import overload

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
class MinRaise(PokerAction):
    """Bet or raise by the least that is legal."""


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
    MinRaise: ("m", "min"),
    Allin: ("a", "all-in"),
}
_LABELS = {  # other than its class
    "m": "Min raise",
    "h": "Half pot",
    "t": "75% pot",
    "p": "Pot",
    "a": "All-in",
}
_MOST_LISTED_BETS = 4  # bets that a sentence lists


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
    if isinstance(action, RaiseTimes):
        return f"{action.times} x raise"
    if isinstance(action, RaiseToBlinds):
        return f"{action.blinds} bb"
    return _LABELS.get(word_of(action), type(action).__name__)


def words_of(action: PokerAction) -> tuple[str, ...]:
    """Return every word for an action, the shortest first.

    >>> words_of(Check()), words_of(RaiseShare.of(1, 3))
    (('k', 'x', 'check'), ('p1of3', 'pot1of3'))
    >>> words_of(RaiseTimes.of(2, 1)), words_of(RaiseToBlinds.of(5, 2))
    (('2r',), ('5of2bb',))
    """
    if isinstance(action, RaiseShare):
        share = f"{action.share.numerator}of{action.share.denominator}"
        return (f"p{share}", f"pot{share}")
    if isinstance(action, RaiseTimes):
        return (f"{_spelled(action.times)}r",)
    if isinstance(action, RaiseToBlinds):
        return (f"{_spelled(action.blinds)}bb",)
    named = "".join(map(str, (type(action).__name__, *astuple(action)))).lower()
    if isinstance(action, Bet):
        return (f"b{action.quantity}", named)
    return (*_SHORT.get(type(action), ()), named)


def _spelled(number: Fraction) -> str:
    """Return a number without a slash: ``3``, ``5of2``."""
    whole = number.denominator == 1
    return str(number) if whole else f"{number.numerator}of{number.denominator}"


def legal(menu: Iterable[PokerAction]) -> str:
    """Return the words for a menu; of many bets, the first and the last.

    >>> legal((Fold(), Call(), *map(Bet, range(3, 400))))
    'f, c, b3 to b399'
    """
    words = [word_of(action) for action in menu if not isinstance(action, Bet)]
    bets = [word_of(action) for action in menu if isinstance(action, Bet)]
    if len(bets) > _MOST_LISTED_BETS:
        bets = [f"{bets[0]} to {bets[-1]}"]
    return ", ".join([*words, *bets])
