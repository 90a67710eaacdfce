"""A game of any length, with thirty times as many histories as infosets.

Each player is dealt a card and stands as high. In turn they climb up to two rungs, which cost a
chip each, paid to the other; after ``length`` moves the higher one wins the prize. A deal
has ``(3 ** (length + 1) - 1) / 2`` histories below it, and there are ``ranks ** 2`` deals. The
climb is a number in base four, one digit a move after a leading one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

HIDDEN = -1


@dataclass(frozen=True)
class Sight:
    card: int
    climb: int

    def actions(self) -> tuple[int, ...]:
        return (0, 1, 2)


@dataclass(frozen=True)
class Ladder:
    length: int = 4
    ranks: int = 10
    cards: tuple[int, int] = (HIDDEN, HIDDEN)
    paid: tuple[int, int] = (0, 0)
    moves: int = 0
    climb: int = 1

    chance = property(lambda self: self.cards[1] < 0)
    terminal = property(lambda self: self.moves == self.length)
    active = property(lambda self: self.moves & 1)

    def chances(self) -> dict[int, float]:
        return dict.fromkeys(range(self.ranks), 1 / self.ranks)

    def infoset(self, player: int) -> Sight:
        return Sight(self.cards[player], self.climb)

    def apply(self, action: int) -> Self:
        if self.cards[0] < 0:
            return replace(self, cards=(action, HIDDEN))
        if self.cards[1] < 0:
            return replace(self, cards=(self.cards[0], action))
        return replace(
            self, paid=self.pay(action), moves=self.moves + 1, climb=4 * self.climb + action
        )

    def pay(self, rungs: int) -> tuple[int, int]:
        if self.active == 0:
            return (self.paid[0] + rungs, self.paid[1])
        return (self.paid[0], self.paid[1] + rungs)

    def payoff(self, player: int) -> float:
        higher = self.cards[0] + self.paid[0] - self.cards[1] - self.paid[1]
        gain = float(self.paid[1] - self.paid[0])
        if higher > 0:
            gain += self.length
        if higher < 0:
            gain -= self.length
        return gain if player == 0 else -gain
