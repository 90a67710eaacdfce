"""Matching pennies with the first penny hidden: without chance, and without its methods.

Two heads pay two, two tails one, and unlike sides cost one: worth 1/5 to player 0, who shows
heads two times in five.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Side(IntEnum):
    HEADS = 0
    TAILS = 1


PAYOFFS = ((2.0, -1.0), (-1.0, 1.0))


@dataclass(frozen=True)
class Player:
    number: int

    def actions(self):
        return Side.HEADS, Side.TAILS


@dataclass(frozen=True)
class Pennies:
    first: Side | None = None
    second: Side | None = None

    @property
    def terminal(self):
        return self.second is not None

    @property
    def chance(self):
        return False

    @property
    def active(self):
        return 0 if self.first is None else 1

    def payoff(self, player):
        gain = PAYOFFS[self.first][self.second]
        return gain if player == 0 else -gain

    def infoset(self, player):
        return Player(player)

    def apply(self, action: Side):
        if self.first is None:
            return Pennies(action)
        return Pennies(self.first, action)
