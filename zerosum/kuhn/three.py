"""Kuhn poker for three: four cards, and each player answers the one bet.

The rules of OpenSpiel's ``kuhn_poker(players=3)``, after Szafron, Gibson & Sturtevant, "A
parameterized family of equilibrium profiles for three-player Kuhn poker", AAMAS 2013.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.game import Hooks, Player
from zerosum.kuhn.game import HIDDEN, InfoSet, Move, spell_betting, spell_card
from zerosum.rng import Random

EVERYONE = 0b111


@dataclass(frozen=True)
class KuhnThree:
    """A history of three-player Kuhn poker; the first three chance outcomes deal the cards.

    Parameters
    ----------
    cards
        The card of each player: 0 jack, 1 queen, 2 king, 3 ace, -1 not dealt yet.
    history
        The betting, in binary after a leading one.
    turn
        The number of moves so far.
    last
        The turn after which the betting ends: 3, or 3 after the turn of the bet.
    bettors
        The players who have bet or called, one bit each.

    Examples
    --------
    >>> game = KuhnThree().apply(0).apply(3).apply(1)
    >>> game = game.apply(0).apply(1).apply(0).apply(1)
    >>> print(game)
    J A Q pbpb
    >>> [game.payoff(player) for player in range(3)]
    [-2.0, 3.0, -1.0]
    """

    players: ClassVar[int] = 3
    hooks = Hooks(passive="zerosum.kuhn.three:passive")

    cards: tuple[int, int, int] = (HIDDEN, HIDDEN, HIDDEN)
    history: int = 1
    turn: int = 0
    last: int = 3
    bettors: int = 0

    @property
    def chance(self) -> bool:
        """Whether a card must be dealt."""
        return self.cards[2] < 0

    @property
    def terminal(self) -> bool:
        """Whether all passed, or all others have answered the bet."""
        return self.turn == self.last

    @property
    def active(self) -> Player:
        """The players move in turn."""
        return self.turn % 3

    def chances(self) -> dict[int, float]:
        """Return each card left in the deck with its probability."""
        left = [card for card in range(4) if card not in self.cards]
        return {card: 1 / len(left) for card in left}

    def sample(self, rng: Random | None = None) -> int:
        """Sample a card from the deck."""
        if rng is None:
            rng = Random()
        card = rng.integer(4)
        while card == self.cards[0] or card == self.cards[1]:
            card = rng.integer(4)
        return card

    def infoset(self, player: Player) -> InfoSet:
        """Return the player's card and the betting."""
        return InfoSet(self.cards[player], self.history)

    def apply(self, action: int) -> Self:
        """Deal a card, or make a move."""
        first, second, third = self.cards
        if first < 0:
            return replace(self, cards=(action, second, third))
        if second < 0:
            return replace(self, cards=(first, action, third))
        if third < 0:
            return replace(self, cards=(first, second, action))
        opens = action == 1 and self.bettors == 0
        return replace(
            self,
            history=2 * self.history + action,
            turn=self.turn + 1,
            last=self.turn + 3 if opens else self.last,
            bettors=self.bettors | action << self.active,
        )

    def payoff(self, player: Player) -> float:
        """Return the chips won: the best card among the bettors, or among all, takes the pot."""
        contenders = self.bettors if self.bettors else EVERYONE
        pot = 0
        winner = HIDDEN
        best = HIDDEN
        for other in range(3):
            pot += 1 + (self.bettors >> other & 1)
            if contenders >> other & 1 and self.cards[other] > best:
                best = self.cards[other]
                winner = other
        paid = 1 + (self.bettors >> player & 1)
        return float(pot - paid) if player == winner else float(-paid)

    def __str__(self) -> str:
        cards = " ".join(spell_card(card) for card in self.cards)
        return f"{cards} {spell_betting(self.history)}".rstrip()


def passive(infoset: InfoSet) -> tuple[Move, ...]:
    """Return the one action that checks or calls.

    >>> passive(InfoSet(card=1, history=0b1010))
    (<Move.BET: 1>,)
    """
    has_bet = infoset.history & (infoset.history - 1) != 0  # a one behind the leading one
    return (Move.BET,) if infoset.history > 1 and has_bet else (Move.PASS,)
