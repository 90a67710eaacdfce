"""The original's names for abstractions of betting and the walk that plays by them."""

from collections.abc import Callable

from zerosum.abstraction import Algebraic, algebraic
from zerosum.actions import offered
from zerosum.pkr.abstraction.mapping import Nearest, PseudoHarmonic
from zerosum.pkr.abstraction.translation import Translation
from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.infoset import InfoSet

__all__ = ["Nearest", "PseudoHarmonic", "Translation", "capped_bets"]


def capped_bets(better: Callable[[InfoSet], tuple[PokerAction, ...]], cap: int = 3) -> Algebraic:
    """Make an action abstraction that offers certain bets, up to a number on each street.

    Its value is the legal actions that are not bets, followed by those of ``better`` if a bet is
    legal and both players together have made fewer than ``cap`` bets since the last card. Blinds
    don't count.

    Parameters
    ----------
    better
        Returns the bets to offer at an infoset, each within its bounds.
    cap
        The largest number of bets per street.

    Examples
    --------
    >>> from zerosum.pkr import RaisePot, RiverOfBlood
    >>> @algebraic
    ... def pot(infoset):
    ...     return (RaisePot(),)
    >>> capped_bets(pot)(RiverOfBlood().infoset(0))
    (Fold(), Call(), RaisePot())
    """

    @algebraic
    def capped_bets(infoset: InfoSet) -> tuple[PokerAction, ...]:
        cost = infoset.cost
        _, upper = infoset.bounds()
        passive = offered(((Fold(), cost > 0), (Check(), cost == 0), (Call(), cost > 0)))
        if upper > cost and infoset.bets < cap:
            return passive + better(infoset)
        return passive

    return capped_bets
