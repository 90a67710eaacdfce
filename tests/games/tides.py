"""A bet on two tides: hands and tides are correlated, and no outcomes are equally likely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

FOLD, STAY = 0, 1


@dataclass(frozen=True)
class InfoSet:
    hand: int
    tides: tuple[int, int]
    moves: int

    def actions(self) -> tuple[int, ...]:
        return (FOLD, STAY)


@dataclass(frozen=True)
class Tides:
    """Each holds a shell, 0 or 1; before either bet the tide comes in low or high."""

    shells: tuple[int, int] = (-1, -1)
    tides: tuple[int, int] = (-1, -1)
    moves: int = 1  # in binary, after a leading one

    @property
    def chance(self) -> bool:
        if self.shells[1] < 0 or self.tides[0] < 0:
            return True
        return self.moves == 0b111 and self.tides[1] < 0

    terminal = property(lambda self: self.moves & 1 == FOLD or self.moves == 0b11111)
    active = property(lambda self: 1 - self.moves.bit_length() % 2)
    public = property(lambda self: (self.tides, self.moves))

    def private(self, player: int) -> int:
        return self.shells[player]

    def chances(self) -> dict[int, float]:
        high = 0.2 + 0.3 * self.shells[0] + 0.1 * self.shells[1]
        if self.shells[0] < 0:
            high = 0.3
        elif self.shells[1] < 0:
            high = 0.6 if self.shells[0] == 0 else 0.1
        return {0: 1.0 - high, 1: high}

    def infoset(self, player: int) -> InfoSet:
        return InfoSet(self.shells[player], self.tides, self.moves)

    def apply(self, action: int) -> Self:
        if self.shells[0] < 0:
            return replace(self, shells=(action, -1))
        if self.shells[1] < 0:
            return replace(self, shells=(self.shells[0], action))
        if self.tides[0] < 0:
            return replace(self, tides=(action, -1))
        if self.chance:
            return replace(self, tides=(self.tides[0], action))
        return replace(self, moves=2 * self.moves + action)

    def payoff(self, player: int) -> float:
        size = self.moves.bit_length() - 1.0
        if self.moves & 1 == FOLD:
            gain = size if self.moves.bit_length() % 2 else -size
        else:
            mine = 2 * self.shells[0] + self.tides[0]
            gain = size * (mine - self.shells[1] - 2 * self.tides[1])
        return gain if player == 0 else -gain
