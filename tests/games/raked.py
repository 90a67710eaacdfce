"""Kuhn poker at the table of a house, which is player 0, never acts, and takes a rake."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.kuhn.game import BET_PASS, HIDDEN, PASS_BET_PASS, PASS_PASS, InfoSet

CARDS = 4
RAKE = 0.1


@dataclass(frozen=True)
class Raked:
    """Players 1 and 2 bet as in Kuhn poker, with four cards.

    The house holds a card that nobody sees. Behind the betting it draws high or low in public; from
    what the winner wins it takes a tenth, twice that if it draws high, and nothing if it holds the
    ace.
    """

    players: ClassVar[int] = 3

    cards: tuple[int, int, int] = (HIDDEN, HIDDEN, HIDDEN)
    history: int = 1
    drawn: int = -1

    @property
    def ended(self) -> bool:
        """Whether nobody bets any more."""
        return self.history == PASS_PASS or self.history >= BET_PASS

    chance = property(lambda self: self.cards[2] < 0 or (self.ended and self.drawn < 0))
    terminal = property(lambda self: self.ended and self.drawn >= 0)
    active = property(lambda self: 2 if self.history >> 1 == 1 else 1)
    public = property(lambda self: (self.history, self.drawn))

    def private(self, player: int) -> int:
        return self.cards[player]

    def chances(self) -> dict[int, float]:
        if self.ended:
            return {0: 0.7, 1: 0.3}
        left = [c for c in range(CARDS) if c != self.cards[0] and c != self.cards[1]]
        return {card: 1 / len(left) for card in left}

    def infoset(self, player: int) -> InfoSet:
        return InfoSet(self.cards[player], self.history)

    def apply(self, action: int) -> Self:
        if self.cards[0] < 0:
            return replace(self, cards=(action, HIDDEN, HIDDEN))
        if self.cards[1] < 0:
            return replace(self, cards=(self.cards[0], action, HIDDEN))
        if self.cards[2] < 0:
            return replace(self, cards=(self.cards[0], self.cards[1], action))
        if self.ended:
            return replace(self, drawn=action)
        return replace(self, history=2 * self.history + action)

    def payoff(self, player: int) -> float:
        first = self.cards[1] > self.cards[2]
        if self.history in (BET_PASS, PASS_BET_PASS):
            first = self.history == BET_PASS
        won = 2.0 if self.history & 1 and self.history != PASS_BET_PASS else 1.0
        rake = 0.0 if self.cards[0] == CARDS - 1 else RAKE * won * (1 + self.drawn)
        if player == 0:
            return rake
        return won - rake if first == (player == 1) else -won


class Turned(Raked):
    """The winner takes 1 or 2 chips, by the house's card and by the betting."""

    def payoff(self, player: int) -> float:
        highest = 2 * self.cards[0] > CARDS * (CARDS - 1) // 2 - self.cards[1] - self.cards[2]
        stake = 2.0 if highest == (self.history % 2 == 0) else 1.0
        return (0.0, stake, -stake)[player]
