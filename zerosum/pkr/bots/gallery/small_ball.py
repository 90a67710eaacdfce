"""A player who keeps pots small."""

from typing import final

from zerosum.pkr.bots.gallery.player import Choice, Player, always, bet, leave, price, raised, stay
from zerosum.pkr.bots.gallery.strength import strength
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.strategy.policy import summed


@final
class SmallBall(Player):
    """Bets a third of the pot, often without a hand; raises as little as it can; hates large pots.

    It bets seven times in ten with an average hand or better, and three times in ten with less.
    Against a bet of more than half the pot it needs a strength of .8, and otherwise .05 more than
    the price.

    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> trash = RiverOfBlood().holding(parse("7h2d"), NO_CARDS)
    >>> SmallBall().choose(trash, trash.infoset(0))
    {Call(): 1.0}
    """

    name = "small-ball"

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:
        """Return the odds of a small bet; a small raise, a call or a fold if chips are owed."""
        power = strength(game, infoset)
        if infoset.cost == 0:
            often = 0.7 if power >= 0.5 else 0.3
            return summed((raised(infoset, 1 / 3), stay(infoset)), [often, 1 - often])
        if power >= 0.85:
            return always(bet(infoset, 0))
        large = price(infoset) > 1 / 4  # more than half of the pot before the bet
        goes_on = power >= 0.8 if large else power >= price(infoset) + 0.05
        return always(stay(infoset) if goes_on else leave(infoset))
