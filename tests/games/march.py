"""A chain of decisions of any length, or without an end, with any number of actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar


@dataclass(frozen=True)
class Look:
    """Where the march is, and the range of what may be done."""

    steps: int
    least: int
    most: int

    max_actions: ClassVar[int] = 40

    def actions(self) -> tuple[int, ...]:
        return tuple(range(self.least, self.most))


@dataclass(frozen=True)
class March:
    """Players move in turn for a number of steps, or chance for ever; the actions are a range."""

    length: int = 2
    most: int = 2
    steps: int = 0
    alone: bool = False
    endless: bool = False
    last: int = 0

    terminal = property(lambda self: self.steps >= self.length)
    chance = property(lambda self: self.endless)

    def sample(self) -> int:
        return 1

    active = property(lambda self: 0 if self.alone else self.steps % 2)

    def infoset(self, player: int) -> Look:
        return Look(self.steps, 0, self.most)

    def apply(self, action: int) -> March:
        return replace(self, steps=self.steps + (not self.endless), last=action)

    def payoff(self, player: int) -> float:
        return float(self.last) if player == 0 else -float(self.last)
