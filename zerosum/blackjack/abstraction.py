"""What a player sees of the cards, as factors.

``orderless`` forgets in which order cards were drawn, which says something about the card down: who
hits again after a 3 may hold other cards than who hits again after a 9.

Player 0 has 6 up and an ace down; player 1 has 6 up:

>>> from zerosum.blackjack import Blackjack
>>> seat = Blackjack().apply(1).apply(9).infoset(0)
>>> player(seat), down(seat), total(seat), shown(seat), hits(seat), other(seat)
(0, 1, (17, True), (6, 6), 0, (6, 6, 0, False))
"""

from zerosum.abstraction import algebraic
from zerosum.blackjack.game import InfoSet, Move, hits_of, tally


@algebraic
def player(infoset: InfoSet) -> int:
    """Return the player to act."""
    return infoset.player


@algebraic
def down(infoset: InfoSet) -> int:
    """Return the player's card down."""
    return infoset.down


@algebraic
def total(infoset: InfoSet) -> tuple[int, bool]:
    """Return the player's total, and whether it counts an ace as 11."""
    hard, best = tally(infoset.up[infoset.player] << 4 | infoset.down)
    return best, best > hard


@algebraic
def shown(infoset: InfoSet) -> tuple[int, int]:
    """Return the sum of the player's cards up, with aces as 1 and with one as 11."""
    return tally(infoset.up[infoset.player])


@algebraic
def hits(infoset: InfoSet) -> int:
    """Return how often the player has hit."""
    return hits_of(infoset.up[infoset.player])


@algebraic
def other(infoset: InfoSet) -> tuple[int, int, int, bool]:
    """Return the other player's cards up, as ``shown``, hits, and whether they stood."""
    hand = infoset.up[1 - infoset.player]
    return *tally(hand), hits_of(hand), hand & 15 == Move.STAND


orderless = player * down * shown * hits * other
by_total = player * total * hits * other
