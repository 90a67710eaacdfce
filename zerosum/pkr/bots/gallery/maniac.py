"""A player who never folds, and raises most of the time."""

from typing import final

from zerosum.pkr.bots.gallery.player import Choice, Player, bet, raised, stay
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.strategy.policy import summed


@final
class Maniac(Player):
    """Bets the pot half of the time and all chips a tenth of it; otherwise checks or calls.

    It does not look at its cards.

    >>> from zerosum.pkr import RiverOfBlood
    >>> game = RiverOfBlood()
    >>> Maniac().choose(game, game.infoset(0))
    {Bet(quantity=5): 0.5, Bet(quantity=399): 0.1, Call(): 0.4}
    """

    name = "maniac"

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:  # noqa: ARG002
        """Return the same odds with every hand."""
        actions = raised(infoset, 1.0), bet(infoset, infoset.behind), stay(infoset)
        return summed(actions, [0.5, 0.1, 0.4])
