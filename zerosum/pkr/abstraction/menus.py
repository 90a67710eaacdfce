"""Menus of poker, which add: ``passive + capped(pot_bets(1/2, 1) + allin, 3)``.

They ask an infoset for ``cost``, ``total``, ``bets``, ``community``, ``bounds()`` and
``quantity(action)``, and so fit any game whose infosets have these. Folds, checks and calls come
first, then bets as parts of the pot, then all-in. Where an infoset has ``concrete``, two bets
that come to the same chips are one: the smaller part of the pot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zerosum.abstraction import NOTHING, Menu, menu
from zerosum.abstraction.combined import Combined
from zerosum.actions import offered
from zerosum.errors import AbstractionError
from zerosum.pkr.actions import NAMED_BETS, PARTS, Allin, Call, Check, Fold, PokerAction, RaiseShare
from zerosum.pkr.infoset import InfoSet

_NAMED = dict(zip((Fraction(1, 2), Fraction(3, 4), Fraction(1)), NAMED_BETS, strict=False))
_FINEST = 1000  # the greatest denominator
_LARGEST = 1000  # pots that a bet may be: chips stay far below 63 bits


@dataclass(frozen=True)
class BetOf(Combined):
    """The record behind a bet: the action, where it is legal."""

    action: PokerAction

    def __call__(self, infoset: InfoSet) -> tuple[PokerAction, ...]:
        """Return the bet where it adds chips within the bounds, else nothing."""
        lower, upper = infoset.bounds()
        chips = infoset.quantity(self.action)
        return offered(((self.action, upper > infoset.cost and lower <= chips <= upper),))


def _passive(infoset: InfoSet) -> tuple[PokerAction, ...]:
    cost = infoset.cost
    return offered(((Fold(), cost > 0), (Check(), cost == 0), (Call(), cost > 0)))


passive = menu(_passive, rank=0, name="passive")
"""Fold and call where something is owed, else check."""

allin = menu(BetOf(Allin()), rank=math.inf, name="allin")
"""All that remains, where it is a legal bet."""


def pot_bets(*shares: float) -> Menu:
    """Offer bets that add parts of the total pot, where they are within the bounds.

    Parameters
    ----------
    shares
        Parts of the total pot, above 0 and up to 1,000: ints, floats or fractions, of up to
        sixteenths or of thousandths.
        A half, three quarters and the whole are :class:`RaiseHalfPot`, :class:`Raise75Pot` and
        :class:`RaisePot`, any other a :class:`RaiseShare`.

    Raises
    ------
    AbstractionError
        If a part is no such number.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> bets = pot_bets(1/2, 1, 7/3) + allin
    >>> bets
    pot_bets(1/2) + pot_bets(1) + pot_bets(7/3) + allin
    >>> bets(RiverOfBlood().infoset(0))
    (RaisePot(), RaiseShare.of(7, 3), Allin())
    """
    return sum([_bet(_share(share)) for share in shares], NOTHING)


def _bet(share: Fraction) -> Menu:
    action = _NAMED.get(share) or RaiseShare.of(share.numerator, share.denominator)
    return menu(BetOf(action), rank=float(share), name=f"pot_bets({share})")


def _share(share: Any) -> Fraction:
    if isinstance(share, int | float | Fraction) and 0 < share <= _LARGEST:
        found = Fraction(share).limit_denominator(_FINEST)
        if float(found) == float(share) and PARTS % found.denominator == 0:
            return found
    raise AbstractionError(
        f"A share of the pot must be a number above 0 and up to {_LARGEST}, of up to sixteenths or "
        f"of thousandths; got {share!r}: write pot_bets(1/2, 1).",
        share,
    )
