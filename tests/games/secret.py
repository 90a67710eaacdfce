"""Kuhn poker and Leduc hold'em that declare wrongly what is public, each in a way of its own."""

from __future__ import annotations

from typing import Any

from zerosum.kuhn import InfoSet, Kuhn
from zerosum.leduc import Leduc


class Undeclared(Kuhn):
    private = None  # type: ignore[assignment]


class Silent(Kuhn):
    """Nothing is public, not even what the players do."""

    @property
    def public(self) -> int:
        return 1


class Peeping(Kuhn):
    """The first card is called public."""

    @property
    def public(self) -> Any:
        return self.history, self.cards[0]


class Telling(Kuhn):
    """A bet with the king is public as such."""

    @property
    def public(self) -> int:
        return self.history + 100 * (self.history == 0b11 and self.cards[0] == 2)


class Blurred(Kuhn):
    """A player's hand does not tell the jack from the queen."""

    def private(self, player: int) -> int:
        return max(self.cards[player], 1)


class Marked(Kuhn):
    """Player 1 sees whether the other holds the king, and it is in no hand."""

    def infoset(self, player: int) -> InfoSet:
        seen = super().infoset(player)
        if player == 1 and self.cards[0] == 2:
            return InfoSet(seen.card + 10, seen.history)
        return seen


class Moody(Kuhn):
    """Who acts after a pass depends on the cards."""

    @property
    def terminal(self) -> bool:
        return super().terminal or (self.history == 0b10 and self.cards[0] == 0)


class Kept(Leduc):
    """The board becomes part of both hands."""

    def private(self, player: int) -> Any:
        return self.cards[player], self.board


class Unseen(Leduc):
    """The board is not public."""

    @property
    def public(self) -> int:
        return self.history


class Generous(Kuhn):
    """Both win the last bet."""

    def payoff(self, player: int) -> float:
        return super().payoff(player) + (self.history == 0b111)
