"""A player who bets, calls and folds by its strength."""

from typing import final

from zerosum.errors import ZeroSumError, check_count
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.bots.gallery.player import Choice, Player, always, bet, call_for, raised
from zerosum.pkr.bots.gallery.strength import COMPLETIONS, strength
from zerosum.pkr.face import Poker, PokerInfoset

VALUE_BET = 0.6
"""The least equity for a bet of the pot."""
ALL_IN = 0.85
"""The least equity for an all-in."""


@final
class Rollout(Player):
    """Bets, calls and folds by its :func:`~zerosum.pkr.bots.gallery.strength.strength`.

    Above ``ALL_IN`` it bets all chips, above ``VALUE_BET`` the pot, within the bounds. Otherwise it
    checks, or calls if the equity is at least the cost divided by the pot after the call, or folds.
    It has no memory and learns nothing from the opponent's bets.

    Parameters
    ----------
    completions
        Random boards to estimate an equity from.

    Raises
    ------
    ZeroSumError
        If that is not a whole number, or less than 1.

    Examples
    --------
    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> aces = RiverOfBlood().holding(parse("AhAd"), NO_CARDS)
    >>> Rollout(completions=50).choose(aces, aces.infoset(0))
    {Bet(quantity=5): 1.0}
    """

    name = "rollout"

    def __init__(self, completions: int = COMPLETIONS) -> None:
        advice = f"leave them out for {COMPLETIONS}"
        check_count("The completions of rollout", completions, 1, advice, ZeroSumError)
        self.completions = int(completions)

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:
        """Return the action for the equity of the player to act."""
        return always(by_equity(infoset, strength(game, infoset, self.completions)))


def by_equity(infoset: PokerInfoset, equity: float) -> PokerAction:
    """Return the action of :class:`Rollout` for an equity.

    >>> from zerosum.pkr import RiverOfBlood
    >>> start = RiverOfBlood().infoset(0)
    >>> by_equity(start, 0.9), by_equity(start, 0.7), by_equity(start, 0.5), by_equity(start, 0.2)
    (Bet(quantity=399), Bet(quantity=5), Call(), Fold())
    """
    if equity > ALL_IN:
        return bet(infoset, infoset.behind)
    return raised(infoset, 1.0) if equity > VALUE_BET else call_for(infoset, equity)
