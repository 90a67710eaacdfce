"""Leduc whose infosets say their street."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.leduc import Leduc
from zerosum.leduc.game import InfoSet


@dataclass(frozen=True)
class StreetInfoSet(InfoSet):
    """What the player to act knows, and which round it is."""

    street = property(lambda self: int(self.board >= 0))


@dataclass(frozen=True)
class StreetLeduc(Leduc):
    """Leduc with infosets that say their street."""

    def infoset(self, player: int) -> StreetInfoSet:
        return StreetInfoSet(self.cards[player], self.board, self.history)
