"""Kuhn poker and Leduc hold'em with different incorrect declarations of ``public``."""

from __future__ import annotations

from typing import Any

from zerosum.kuhn import InfoSet, Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc


class Undeclared(Kuhn):
    private = None  # type: ignore[assignment]


class Silent(Kuhn):
    """Nothing is public, not even what the players do."""

    public = property(lambda self: 1)


class Peeping(Kuhn):
    """The first card is called public."""

    public = property(lambda self: (self.history, self.cards[0]))


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

    public = property(lambda self: self.history)


class Ranked(Leduc):
    """Two boards of a rank look alike."""

    public = property(lambda self: (self.board >> 1, self.history))


class Crowded(Kuhn):
    """The player to act is none of the two."""

    active = property(lambda self: 50)


class Dealt(Kuhn):
    """The game ends with the deal."""

    terminal = property(lambda self: self.cards[1] >= 0)

    def payoff(self, player: int) -> float:
        return 0.0


class Loaded(Kuhn):
    """The first card comes more often than it can."""

    def chances(self) -> dict[int, float]:
        return {0: 1.5, 1: -0.5} if self.cards[0] < 0 else super().chances()


class Sinking(Leduc):
    """A board is less than impossible."""

    def chances(self) -> dict[int, float]:
        found = super().chances()
        if self.cards[1] < 0:
            return found
        return {card: chance - 0.5 for card, chance in found.items()}


class Listed(Kuhn):
    """A hand is a list."""

    def private(self, player: int) -> Any:
        return [self.cards[player]]


class Endless(Kuhn):
    """The deal never ends."""

    chance = property(lambda self: True)

    def apply(self, action: int) -> Any:
        return self


class Generous(Kuhn):
    """Both win the last bet."""

    def payoff(self, player: int) -> float:
        return super().payoff(player) + (self.history == 0b111)


class OpenThree(KuhnThree):
    """Rightly declared, but three players decide."""

    public = property(lambda self: self.history)

    def private(self, player: int) -> int:
        return self.cards[player]
