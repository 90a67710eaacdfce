"""Goofspiel: both players bid a card for each prize, unseen; whoever wins more prizes wins 1.

Prizes fall from the highest to the lowest, and equal bids win nothing. A draw is worth a half to
each player, so payoffs sum to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

CARDS = 3


@dataclass(frozen=True)
class InfoSet:
    player: int
    hand: int
    seen: int

    def actions(self) -> tuple[int, ...]:
        menu = []
        for card in range(CARDS):
            if self.hand >> card & 1:
                menu.append(card)
        return tuple(menu)


@dataclass(frozen=True)
class Goofspiel:
    """``bid`` is the card on the table, ``seen`` the results of earlier prizes and the bids."""

    hands: tuple[int, int] = ((1 << CARDS) - 1, (1 << CARDS) - 1)
    bid: int = -1
    seen: int = 1
    lead: int = 0

    chance = property(lambda self: False)
    terminal = property(lambda self: self.hands[1] == 0)
    active = property(lambda self: 0 if self.bid < 0 else 1)

    def infoset(self, player: int) -> InfoSet:
        return InfoSet(player, self.hands[player], self.seen)

    def payoff(self, player: int) -> float:
        if self.lead == 0:
            return 0.5
        return 1.0 if (self.lead > 0) == (player == 0) else 0.0

    def apply(self, action: int) -> Goofspiel:
        if self.bid < 0:
            hands = (self.hands[0] & ~(1 << action), self.hands[1])
            return replace(self, hands=hands, bid=action)
        prize = 0
        for card in range(CARDS):
            if self.hands[1] >> card & 1:
                prize += 1
        won = prize if self.bid > action else -prize if self.bid < action else 0
        hands = (self.hands[0], self.hands[1] & ~(1 << action))
        seen = (self.seen * CARDS + self.bid) * CARDS + action
        return replace(self, hands=hands, bid=-1, seen=seen, lead=self.lead + won)
