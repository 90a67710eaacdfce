"""Menus of poker, which can be added: ``passive + capped(pot_bets(1/2, 1) + allin, 3)``.

They use ``cost``, ``total``, ``bets``, ``community``, ``bounds()`` and ``quantity(action)`` of an
infoset, and work for any game whose infosets have these. Folds, checks and calls come first, then
bets as parts of the pot, then all-in. If an infoset has ``concrete``, only the smaller part of the
pot is kept of two bets that add the same chips.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from zerosum.abstraction import NOTHING, Menu, menu
from zerosum.abstraction.combined import Combined
from zerosum.actions import offered
from zerosum.errors import AbstractionError
from zerosum.pkr.actions import (
    NAMED_BETS,
    PARTS,
    Allin,
    Call,
    Check,
    Fold,
    MinRaise,
    PokerAction,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
)
from zerosum.pkr.infoset import InfoSet

_NAMED = dict(zip((Fraction(1, 2), Fraction(3, 4), Fraction(1)), NAMED_BETS, strict=False))
_FINEST = 1000  # the greatest denominator
_LEAST = 1e-6  # the rank of the least bet: before all others
_LARGEST = 1000  # pots that a bet may be: chips stay far below 63 bits


@dataclass(frozen=True)
class BetOf(Combined):
    """The record behind a bet: the action if it is legal."""

    action: PokerAction

    def __call__(self, infoset: InfoSet) -> tuple[PokerAction, ...]:
        """Return the bet if it adds chips within the bounds, otherwise nothing."""
        lower, upper = infoset.bounds()
        chips = infoset.quantity(self.action)
        return offered(((self.action, upper > infoset.cost and lower <= chips <= upper),))


def _passive(infoset: InfoSet) -> tuple[PokerAction, ...]:
    cost = infoset.cost
    return offered(((Fold(), cost > 0), (Check(), cost == 0), (Call(), cost > 0)))


passive = menu(_passive, rank=0, name="passive")
"""Fold and call if chips are owed, otherwise check."""

min_raise = menu(BetOf(MinRaise()), rank=_LEAST, name="min_raise")
"""The least legal bet or raise; for hold'em of several seats, as :func:`raises`."""

allin = menu(BetOf(Allin()), rank=math.inf, name="allin")
"""All remaining chips, if that is a legal bet."""


def pot_bets(*shares: float) -> Menu:
    """Offer bets that add parts of the total pot, if they are within the bounds.

    Parameters
    ----------
    shares
        Parts of the total pot, above 0 and up to 1,000: ints, floats or fractions, with a
        denominator up to 16 or in thousandths. A half, three quarters and the whole give
        :class:`RaiseHalfPot`, :class:`Raise75Pot` and :class:`RaisePot`, others
        :class:`RaiseShare`.

    Raises
    ------
    AbstractionError
        If there is none, or a part is not such a number.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> bets = pot_bets(1/2, 1, 7/3) + allin
    >>> bets
    pot_bets(1/2) + pot_bets(1) + pot_bets(7/3) + allin
    >>> bets(RiverOfBlood().infoset(0))
    (RaisePot(), RaiseShare.of(7, 3), Allin())
    """
    return _added("pot_bets", shares, lambda share: _bet(_share(share)))


def raises(*times: float) -> Menu:
    """Offer bets and raises by multiples of the last one, if they are within the bounds.

    The first bet of a street is a multiple of the smallest bet. For games whose infosets know the
    last raise, such as hold'em for several seats.

    Parameters
    ----------
    times
        Multiples, with the limits of the parts of :func:`pot_bets`.

    Raises
    ------
    AbstractionError
        If there is none, or a multiple is not such a number.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> game = NoLimitHoldem(players=3, stacks=(200,))
    >>> raises(1, 2.5)(game.infoset(2)), game.infoset(2).quantity(RaiseTimes.of(5, 2))
    ((RaiseTimes.of(1, 1), RaiseTimes.of(5, 2)), 7)
    """
    return _added("raises", times, partial(_sized, RaiseTimes, "raises"))


def bb_sizes(*blinds: float) -> Menu:
    """Offer bets and raises to numbers of smallest bets on the street, if they are legal.

    Before the flop the smallest bet is the big blind: ``bb_sizes(2.5)`` opens to 2.5 big blinds.
    For hold'em of several seats, as :func:`raises`.

    Parameters
    ----------
    blinds
        The numbers, with the limits of the parts of :func:`pot_bets`.

    Raises
    ------
    AbstractionError
        If there is none, or it is not such a number.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> game = NoLimitHoldem(players=3, stacks=(200,))
    >>> bb_sizes(1, 3)(game.infoset(2)), game.infoset(2).quantity(RaiseToBlinds.of(3, 1))
    ((RaiseToBlinds.of(3, 1),), 6)
    """
    return _added("bb_sizes", blinds, partial(_sized, RaiseToBlinds, "bb_sizes"))


def _added(name: str, sizes: tuple[Any, ...], menu_of: Callable[[Any], Menu]) -> Menu:
    """Return the sum of the menus of all sizes."""
    if not sizes:
        raise AbstractionError(
            f"The sizes of {name} must be one number or more; got none: write {name}(1/2, 1).",
            sizes,
        )
    return sum(map(menu_of, sizes), NOTHING)


def _sized(action: type[RaiseTimes | RaiseToBlinds], name: str, given: Any) -> Menu:
    size = _share(given, name)
    sized = action.of(size.numerator, size.denominator)
    return menu(BetOf(sized), rank=float(size), name=f"{name}({size})")


def _bet(share: Fraction) -> Menu:
    action = _NAMED.get(share) or RaiseShare.of(share.numerator, share.denominator)
    return menu(BetOf(action), rank=float(share), name=f"pot_bets({share})")


def _share(share: Any, name: str = "pot_bets") -> Fraction:
    number = isinstance(share, int | float | Fraction) and share is not True
    if number and 0 < share <= _LARGEST:
        found = Fraction(share).limit_denominator(_FINEST)
        if float(found) == float(share) and PARTS % found.denominator == 0:
            return found
    raise AbstractionError(
        f"A {'share of the pot' if name == 'pot_bets' else f'size of {name}'} must be a number "
        f"above 0 and up to {_LARGEST}, of up to sixteenths or of thousandths; got {share!r}: "
        f"write {name}(1/2, 1).",
        share,
    )
