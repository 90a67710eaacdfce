"""A tight player whose bets are larger than those of most menus."""

from typing import final

from zerosum.pkr.bots.gallery.player import Choice, Player, always, bet, call_for, leave
from zerosum.pkr.bots.gallery.strength import strength
from zerosum.pkr.face import Poker, PokerInfoset

BETS = 0.9
"""The least strength for a bet: half of what the rules allow, often many pots."""
PLAYS = 0.55
"""The least strength for a call."""


@final
class Overbettor(Player):
    """Bets half of what is allowed with a strength of .9, and otherwise calls or folds.

    Against a strategy whose menu ends with the pot, such a bet has to be taken for another one, and
    says more about the hand than that one.

    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> aces = RiverOfBlood().holding(parse("AhAd"), NO_CARDS)
    >>> Overbettor().choose(aces, aces.infoset(0))
    {Call(): 1.0}
    """

    name = "overbettor"

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:
        """Return half of the most chips with a very strong hand; else a call or a fold."""
        power = strength(game, infoset)
        if power >= BETS:
            return always(bet(infoset, infoset.bounds()[1] // 2))
        return always(call_for(infoset, power) if power >= PLAYS else leave(infoset))
