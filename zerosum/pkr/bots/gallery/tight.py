"""A tight-aggressive player: a chart before the flop, its strength afterwards."""

from typing import final

from zerosum.pkr.actions import PokerAction
from zerosum.pkr.bots.gallery.player import Choice, Player, always, call_for, leave, raised, stay
from zerosum.pkr.bots.gallery.strength import strength
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.ranges import parse_range

RAISED = parse_range("TT+, AQs+, AKo")
"""Hands that raise again."""
CALLED = parse_range("55+, ATs+, KJs+, QJs, JTs, AJo+, KQo")
"""Hands that call a raise, unless it costs most of what they have."""
OPENED = {
    2: parse_range("22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, A5o+, K9o+, QTo+, JTo"),
    6: parse_range("55+, A8s+, KTs+, QTs+, JTs, T9s, ATo+, KJo+"),
}
"""Hands that raise first: against one opponent, and against more."""


@final
class Tight(Player):
    """Plays few hands, and bets them.

    Before the flop its first raise is by the pot, with the hands of a chart; against a raise it
    raises ``RAISED`` and calls with ``CALLED``, and otherwise folds. Afterwards it bets two thirds
    of the pot with a strength of .65, raises the pot with .85, and calls with .1 more than the
    price.

    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> aces, trash = (RiverOfBlood().holding(parse(hand), NO_CARDS) for hand in ("AhAd", "7h2d"))
    >>> Tight().choose(aces, aces.infoset(0)), Tight().choose(trash, trash.infoset(0))
    ({Bet(quantity=5): 1.0}, {Fold(): 1.0})
    """

    name = "tight"

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:
        """Return the action of the chart, or of the strength."""
        if infoset.street == 0:
            return always(self._before_the_flop(game, infoset))
        power = strength(game, infoset)
        if power >= 0.85:
            return always(raised(infoset, 1.0))
        if power >= 0.65 and infoset.cost == 0:
            return always(raised(infoset, 2 / 3))
        return always(call_for(infoset, power - 0.1))

    def _before_the_flop(self, game: Poker, infoset: PokerInfoset) -> PokerAction:
        hand = infoset.hand
        if infoset.bets == 0:
            opened = OPENED[2 if game.players == 2 else 6]
            return raised(infoset, 1.0) if opened.weight(hand) else leave(infoset)
        if RAISED.weight(hand):
            return raised(infoset, 1.0)
        cheap = infoset.cost <= infoset.behind / 3
        return stay(infoset) if CALLED.weight(hand) and cheap else leave(infoset)
