"""Kuhn poker for two (H. W. Kuhn, "A simplified two-person poker", 1950).

Three cards, an ante of one chip each, one bet of one chip. The betting is a number in binary, one
digit per move after a leading one: ``0b1`` before the first move, ``0b101`` for pass, bet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

from zerosum.game import Hooks, Player
from zerosum.rng import Random
from zerosum.support.rendering import infoset_page

HIDDEN = -1
"""A card that is not dealt yet."""

PASS_PASS = 0b100
BET_PASS = 0b110
PASS_BET_PASS = 0b1010


class Move(IntEnum):
    """Pass (check or fold) or bet (bet or call).

    >>> Move.BET, [move.name for move in Kuhn().apply(0).apply(1).infoset(0).actions()]
    (<Move.BET: 1>, ['PASS', 'BET'])
    """

    PASS = 0
    BET = 1


@dataclass(frozen=True)
class InfoSet:
    """What the player to act knows: one card and the betting.

    >>> infoset = InfoSet(card=1, history=0b101)
    >>> print(infoset, [action.name for action in infoset.actions()])
    Q pb ['PASS', 'BET']
    """

    card: int
    history: int

    _repr_html_ = infoset_page

    def actions(self) -> tuple[Move, ...]:
        """Return pass and bet, which are legal at every decision."""
        return (Move.PASS, Move.BET)

    def __str__(self) -> str:
        return f"{spell_card(self.card)} {spell_betting(self.history)}".rstrip()


@dataclass(frozen=True)
class Kuhn:
    """A history of Kuhn poker; the first two chance outcomes deal the cards.

    Parameters
    ----------
    cards
        The card of each player: 0 jack, 1 queen, 2 king, -1 not dealt yet.
    history
        The betting, in binary after a leading one.

    Examples
    --------
    >>> game = Kuhn().apply(0).apply(2).apply(Move.PASS).apply(Move.BET)
    >>> print(game)
    J K pb
    >>> game.active, game.infoset(0).actions()
    (0, (<Move.PASS: 0>, <Move.BET: 1>))
    >>> game.apply(Move.BET).payoff(1)
    2.0
    """

    hooks = Hooks(terms="zerosum.kuhn.terminal:KuhnTerms", passive="zerosum.kuhn.game:passive")

    cards: tuple[int, int] = (HIDDEN, HIDDEN)
    history: int = 1

    @property
    def chance(self) -> bool:
        """Whether a card must be dealt."""
        return self.cards[1] < 0

    @property
    def terminal(self) -> bool:
        """Whether both passed, or the bet has been answered."""
        return self.history == PASS_PASS or self.history >= BET_PASS

    @property
    def active(self) -> Player:
        """Player 1 makes the second move, player 0 the others."""
        return 1 if self.history >> 1 == 1 else 0

    @property
    def public(self) -> int:
        """The betting."""
        return self.history

    def private(self, player: Player) -> int:
        """Return the player's card."""
        return self.cards[player]

    def chances(self) -> dict[int, float]:
        """Return each card left in the deck with its probability."""
        left = [card for card in range(3) if card != self.cards[0]]
        return {card: 1 / len(left) for card in left}

    def sample(self, rng: Random | None = None) -> int:
        """Sample a card from the deck."""
        if rng is None:
            rng = Random()
        if self.cards[0] < 0:
            return rng.integer(3)
        card = rng.integer(2)
        return card if card < self.cards[0] else card + 1

    def infoset(self, player: Player) -> InfoSet:
        """Return the player's card and the betting."""
        return InfoSet(self.cards[player], self.history)

    def apply(self, action: int) -> Self:
        """Deal a card, or make a move."""
        if self.cards[0] < 0:
            return replace(self, cards=(action, HIDDEN))
        if self.cards[1] < 0:
            return replace(self, cards=(self.cards[0], action))
        return replace(self, history=2 * self.history + action)

    def payoff(self, player: Player) -> float:
        """Return the chips won: one, or two if a bet was called."""
        gain = 1.0 if self.cards[0] > self.cards[1] else -1.0
        if self.history == BET_PASS:
            gain = 1.0
        elif self.history == PASS_BET_PASS:
            gain = -1.0
        elif self.history != PASS_PASS:
            gain = 2.0 * gain
        return gain if player == 0 else -gain

    def __str__(self) -> str:
        cards = " ".join(spell_card(card) for card in self.cards)
        return f"{cards} {spell_betting(self.history)}".rstrip()


def passive(infoset: InfoSet) -> tuple[Move, ...]:
    """Return the one action that checks or calls.

    >>> passive(InfoSet(card=1, history=0b101))
    (<Move.BET: 1>,)
    """
    return (Move.BET,) if infoset.history > 1 and infoset.history & 1 else (Move.PASS,)


def spell_card(card: int) -> str:
    """Return a card's letter, or a question mark if it is hidden.

    >>> spell_card(2), spell_card(HIDDEN)
    ('K', '?')
    """
    return "JQKA?"[card]


def spell_betting(history: int) -> str:
    """Return the betting as a word of ``p`` and ``b``.

    >>> spell_betting(0b101)
    'pb'
    """
    return f"{history:b}"[1:].translate({ord("0"): "p", ord("1"): "b"})
