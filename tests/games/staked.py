"""Leduc hold'em with its bets as parameters: fields that are fixed, and a packed tuple."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zerosum.actions import FIXED, UpTo, with_item
from zerosum.leduc.game import FOLD, RAISE, InfoSet, Leduc


@dataclass(frozen=True)
class Stakes:
    """The chips of a raise in each round."""

    bets: Annotated[tuple[int, ...], UpTo(2, bits=8), FIXED] = (2, 4)
    half: Annotated[bool, FIXED] = False

    @property
    def unit(self) -> float:
        """What a chip is worth."""
        return 0.5 if self.half else 1.0

    def bet(self, board: int) -> int:
        """Return the chips of a raise."""
        return self.bets[int(board >= 0)]


@dataclass(frozen=True)
class SeenStakes(InfoSet):
    """An infoset that holds the stakes."""

    stakes: Stakes


@dataclass(frozen=True)
class Staked(Leduc):
    """Leduc hold'em for other stakes."""

    paid: Annotated[tuple[int, ...], UpTo(2, bits=12)] = (1, 1)  # type: ignore[assignment]
    stakes: Annotated[Stakes, FIXED] = Stakes()
    seats: Annotated[int, FIXED] = 2
    prices: Annotated[tuple[float, ...], UpTo(9), FIXED] = (1.0, 0.5)

    def infoset(self, player: int) -> SeenStakes:
        return SeenStakes(self.cards[player], self.board, self.history, self.stakes)

    def pay(self, action: int) -> tuple[int, ...]:  # type: ignore[override]
        if action == FOLD:
            return self.paid
        more = self.stakes.bet(self.board) if action == RAISE else 0
        return with_item(self.paid, self.active, max(self.paid) + more)

    def payoff(self, player: int) -> float:
        return super().payoff(player) * self.prices[0] * self.stakes.unit
