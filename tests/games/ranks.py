"""Leduc hold'em with a deck of ranks: chance deals ranks in proportion to the cards left."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.leduc import Leduc
from zerosum.leduc.game import rank
from zerosum.rng import Random


@dataclass(frozen=True)
class LeducRanks(Leduc):
    """Cards are 0, 2 and 4: the first of each rank stands for both."""

    def chances(self) -> dict[int, float]:
        copies = {2 * kind: self.copies(kind) for kind in range(3)}
        total = sum(copies.values())
        return {card: count / total for card, count in copies.items() if count}

    def copies(self, kind: int) -> int:
        first, second = self.cards
        return 2 - (1 if rank(first) == kind else 0) - (1 if rank(second) == kind else 0)

    def sample(self, rng: Random | None = None) -> int:
        if rng is None:
            rng = Random()
        pick = rng.integer(self.copies(0) + self.copies(1) + self.copies(2))
        for kind in range(2):
            if pick < self.copies(kind):
                return 2 * kind
            pick -= self.copies(kind)
        return 4
