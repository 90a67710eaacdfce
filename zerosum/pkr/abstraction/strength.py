"""The strength of a hand on its current board, from tables."""

from zerosum.abstraction import Algebraic, algebraic
from zerosum.pkr.abstraction.equities import HOLE_EQUITIES, MADE_EQUITIES
from zerosum.pkr.hands.classes import hole_class, made_class
from zerosum.pkr.infoset import InfoSet


def strength(acc: int) -> Algebraic:
    """Make a factor with ``acc`` equal steps of a hand's strength.

    Strength is the mean equity of all hands of the same class against one random hand, to the end
    of the run. Classes are the 169 of :func:`hole_class` before the flop and those of
    :func:`made_class` after it. A call takes about 15 ns natively.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> start = RiverOfBlood().infoset(0)
    >>> aces, trash = replace(start, hand=parse("AhAd")), replace(start, hand=parse("7h2d"))
    >>> strength(20)(aces), strength(20)(trash)
    (16, 7)
    """

    @algebraic
    def strength(infoset: InfoSet) -> int:
        hand = infoset.hand.mask
        if len(infoset.community) < 3:
            return int(HOLE_EQUITIES[hole_class(hand)]) * acc // 1000
        made = made_class(hand, infoset.community.mask, infoset.last)
        return int(MADE_EQUITIES[made]) * acc // 1000

    return strength
