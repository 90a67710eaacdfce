"""Kuhn poker for players who cannot distinguish queen and king, written in two ways.

Merging the two cards costs each player 1/6 of a chip: every equilibrium of the merged game has a
NashConv of 1/3 in the whole game.
"""

from dataclasses import dataclass

from zerosum.abstraction import abstract, algebraic
from zerosum.game import Player
from zerosum.kuhn.game import InfoSet, Kuhn

JACK, QUEEN = 0, 1


@dataclass(frozen=True)
class JackOrBetter(Kuhn):
    """Kuhn with one overridden method: the king looks like a queen.

    >>> game = JackOrBetter().apply(2).apply(1)
    >>> game.infoset(0) == game.infoset(1)
    True
    """

    def infoset(self, player: Player) -> InfoSet:
        """Return the lower of the player's card and a queen, and the betting."""
        return InfoSet(min(self.cards[player], QUEEN), self.history)


@algebraic
def is_jack(infoset: InfoSet) -> bool:
    """Whether the card is a jack, which loses to all others."""
    return infoset.card == JACK


@algebraic
def betting(infoset: InfoSet) -> int:
    """Return the moves so far, in binary after a leading one."""
    return infoset.history


@abstract(Kuhn, is_jack * betting)
@dataclass(frozen=True)
class Abstraction(Kuhn):
    """The same game, as an abstraction.

    >>> game = Abstraction().apply(2).apply(1)
    >>> game.infoset(0) == game.infoset(1)
    True
    """
