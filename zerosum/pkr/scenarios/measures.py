"""What is measured of a strategy at a decision: how often it folds, calls or raises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.holdem.infosets import InfoSet


class Measure(Enum):
    """A number for each action, whose mean over a strategy's answer is measured.

    All are probabilities but ``CHIPS``, the chips that an action adds, in big blinds.
    """

    FOLD = "fold"
    CALL = "check or call"
    RAISE = "bet or raise"
    ALL_IN = "go all-in"
    STAY = "not fold"
    CHIPS = "big blinds put in"

    def weight(self, action: PokerAction, infoset: InfoSet) -> float:
        """Return the number of an action at an infoset of the base game."""
        match self:
            case Measure.FOLD:
                return float(isinstance(action, Fold))
            case Measure.CALL:
                return float(isinstance(action, Check | Call))
            case Measure.RAISE:
                return float(is_bet(action))
            case Measure.ALL_IN:
                return float(is_allin(action, infoset))
            case Measure.STAY:
                return float(not isinstance(action, Fold))
        return infoset.quantity(action) / infoset.public.least

    def mean(self, answer: Mapping[PokerAction, float], infoset: InfoSet) -> float:
        """Return the mean over the actions of an answer."""
        pairs = answer.items()
        return sum(float(share) * self.weight(action, infoset) for action, share in pairs)

    def measures(self, menu: Iterable[PokerAction], infoset: InfoSet) -> bool:
        """Return whether an action of a menu has a number above 0."""
        return any(self.weight(action, infoset) > 0 for action in menu)

    def text(self, value: float) -> str:
        """Return a value as text.

        >>> Measure.FOLD.text(0.125), Measure.CHIPS.text(2.5)
        ('12.5%', '2.50')
        """
        return f"{value:.2f}" if self is Measure.CHIPS else f"{100 * value:.1f}%"


def is_allin(action: PokerAction, infoset: InfoSet) -> bool:
    """Return whether an action puts in all chips of its seat."""
    return infoset.quantity(action) == infoset.behind > 0
