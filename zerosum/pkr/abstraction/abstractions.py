"""Abstractions of betting, and the walk that plays by them."""

from __future__ import annotations

from collections.abc import Callable

from zerosum.abstraction import Algebraic, algebraic
from zerosum.actions import offered
from zerosum.pkr.abstraction.mapping import Nearest, PseudoHarmonic
from zerosum.pkr.abstraction.translation import Translation
from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.infoset import InfoSet

__all__ = ["Nearest", "PseudoHarmonic", "Translation", "capped_bets"]


def capped_bets(better: Callable[[InfoSet], tuple[PokerAction, ...]], cap: int = 3) -> Algebraic:
    """Make the action abstraction that offers certain bets, up to a number a street.

    Its value is the legal actions that are not bets, then those of ``better`` where a bet is
    legal and fewer than ``cap`` bets have been made since the last card, by both players;
    blinds don't count.

    Parameters
    ----------
    better
        The bets to choose from, each within the bounds of the infoset.
    cap
        Bets a street.

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
