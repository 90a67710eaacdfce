"""Games that are written in unusual ways."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.games.pennies import Pennies
from zerosum.game import Player
from zerosum.kuhn import InfoSet, Kuhn


@dataclass(frozen=True)
class Doubled(Pennies):
    """Pennies for twice the stakes, which are never paid: ``apply`` leads to plain Pennies."""

    def payoff(self, player: Player) -> float:
        return 2 * super().payoff(player)


@dataclass(frozen=True)
class Staked:
    """A move of player 0 decides who pays a stake that does not make games different."""

    stake: float = field(default=1.0, compare=False)
    move: int = -1

    terminal = property(lambda self: self.move >= 0)
    chance = property(lambda self: False)
    active = property(lambda self: 0)

    def infoset(self, player: Player) -> Choice:
        return Choice(self.move)

    def apply(self, action: int) -> Staked:
        return replace(self, move=action)

    def payoff(self, player: Player) -> float:
        return self.stake if self.move == player else -self.stake


@dataclass(frozen=True)
class Choice:
    """Nothing is hidden."""

    move: int

    def actions(self) -> tuple[int, ...]:
        return (0, 1)


class Undealt(Staked):
    """Chance is to move, and nobody says how."""

    chance = property(lambda self: self.move < 0)


class ShortSighted(Kuhn):
    """Kuhn poker for players who cannot distinguish jack and queen."""

    def infoset(self, player: int) -> InfoSet:
        seen = super().infoset(player)
        if seen.card == 1:
            return replace(seen, card=0)
        return seen
