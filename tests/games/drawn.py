"""Two hidden cards, and a number from a hundred that all see behind every move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

NUMBERS = 100


@dataclass(frozen=True)
class Seen:
    """What a player knows: the own card, the numbers and how many moves there were."""

    card: int
    numbers: tuple[int, ...]
    moves: int

    def actions(self) -> tuple[int, ...]:
        return (0, 1)


@dataclass(frozen=True)
class Drawn:
    """Each player moves twice, in turn; the higher card wins."""

    cards: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    moves: int = 0

    chance = property(lambda self: len(self.cards) < 2 or len(self.numbers) < self.moves)
    terminal = property(lambda self: len(self.numbers) == 4)
    active = property(lambda self: self.moves % 2)
    public = property(lambda self: (self.numbers, self.moves))

    def private(self, player: int) -> int:
        return self.cards[player]

    def chances(self) -> dict[int, float]:
        if len(self.cards) < 2:
            left = [card for card in range(3) if card not in self.cards]
            return {card: 1 / len(left) for card in left}
        return dict.fromkeys(range(NUMBERS), 1 / NUMBERS)

    def infoset(self, player: int) -> Seen:
        return Seen(self.cards[player], self.numbers, self.moves)

    def apply(self, action: int) -> Self:
        if len(self.cards) < 2:
            return replace(self, cards=(*self.cards, action))
        if self.chance:
            return replace(self, numbers=(*self.numbers, action))
        return replace(self, moves=self.moves + 1)

    def payoff(self, player: int) -> float:
        return 1.0 if self.cards[player] > self.cards[1 - player] else -1.0
