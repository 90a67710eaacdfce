"""Kuhn poker with a card burnt after the deal: no player sees it, or both see its parity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.game import Hooks
from zerosum.kuhn.game import BET_PASS, PASS_BET_PASS, PASS_PASS, Move


@dataclass(frozen=True)
class BurntInfoSet:
    card: int
    history: int
    seen: int

    def actions(self) -> tuple[Move, ...]:
        return (Move.PASS, Move.BET)


@dataclass(frozen=True)
class Burnt:
    """Three cards, the last burnt face down."""

    hooks = Hooks(passive="tests.games.burnt:passive")

    first: int = -1
    second: int = -1
    burnt: int = -1
    history: int = 1

    DECK: ClassVar[int] = 3
    SEEN: ClassVar[int] = 1  # the burnt card is seen but for multiples of this

    chance = property(lambda self: self.burnt < 0)
    terminal = property(lambda self: self.history == PASS_PASS or self.history >= BET_PASS)
    active = property(lambda self: 1 if self.history >> 1 == 1 else 0)

    def chances(self) -> dict[int, float]:
        left = [card for card in range(self.DECK) if card not in (self.first, self.second)]
        return {card: 1 / len(left) for card in left}

    def infoset(self, player: int) -> BurntInfoSet:
        card = self.first if player == 0 else self.second
        return BurntInfoSet(card, self.history, self.burnt % self.SEEN if self.burnt >= 0 else -1)

    def apply(self, action: int) -> Self:
        if self.first < 0:
            return replace(self, first=action)
        if self.second < 0:
            return replace(self, second=action)
        if self.burnt < 0:
            return replace(self, burnt=action)
        return replace(self, history=2 * self.history + action)

    def payoff(self, player: int) -> float:
        gain = 1.0 if self.first > self.second else -1.0
        if self.history == BET_PASS:
            gain = 1.0
        elif self.history == PASS_BET_PASS:
            gain = -1.0
        elif self.history != PASS_PASS:
            gain = 2.0 * gain
        return gain if player == 0 else -gain


class Parity(Burnt):
    """Four cards, of the last of which both see whether it is odd."""

    DECK: ClassVar[int] = 4
    SEEN: ClassVar[int] = 2


def passive(infoset: BurntInfoSet) -> tuple[Move, ...]:
    return (Move.BET,) if infoset.history > 1 and infoset.history & 1 else (Move.PASS,)
