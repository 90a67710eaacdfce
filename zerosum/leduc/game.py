"""Leduc hold'em (Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005).

The deck has two suits of jack, queen and king; the ante is one chip. Each player gets a card,
followed by a round of betting with bets of two chips; then a card for both, and a round with bets
of four. At most two raises are allowed per round. A pair with the board wins, otherwise the higher
card.

The betting is a number in base four, one digit per event: fold 0, call 1, raise 2, and 3 for the
deal at the start of each round: ``0b11_01_10`` reads deal, call, raise.
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

FOLD, CALL, RAISE, DEAL = 0, 1, 2, 3
TWO_RAISES = 0b10_10


class Move(IntEnum):
    """Fold; call, or check if there is nothing to call; raise, or bet.

    >>> [move.name for move in Leduc().apply(0).apply(4).infoset(0).actions()]
    ['CALL', 'RAISE']
    """

    FOLD = FOLD
    CALL = CALL
    RAISE = RAISE


def to_move(history: int) -> Player:
    """Return who moves next: player 0 begins each round, then they alternate.

    >>> to_move(0b11), to_move(0b11_10), to_move(0b11_01_01_11)
    (0, 1, 0)
    """
    player = 0
    while history & 3 != DEAL:
        player = 1 - player
        history >>= 2
    return player


def rank(card: int) -> int:
    """Return 0 for a jack, 1 for a queen, 2 for a king, -1 for a card not dealt yet.

    >>> [rank(card) for card in (0, 1, 5, HIDDEN)]
    [0, 0, 2, -1]
    """
    return card >> 1


@dataclass(frozen=True)
class InfoSet:
    """What the player to act knows: the player's card, the board, the betting.

    >>> infoset = InfoSet(card=3, board=-1, history=0b11_01_10)
    >>> print(infoset, [action.name for action in infoset.actions()])
    Qs cr ['FOLD', 'CALL', 'RAISE']
    """

    card: int
    board: int
    history: int

    _repr_html_ = infoset_page

    @property
    def player(self) -> Player:
        """The player to act."""
        return to_move(self.history)

    def actions(self) -> tuple[Move, ...]:
        """Return the legal moves: no fold without a bet, no third raise."""
        if self.history & 15 == TWO_RAISES:
            return (Move.FOLD, Move.CALL)
        if self.history & 3 == RAISE:
            return (Move.FOLD, Move.CALL, Move.RAISE)
        return (Move.CALL, Move.RAISE)

    def __str__(self) -> str:
        cards = (self.card,) if self.board < 0 else (self.card, self.board)
        return spell(cards, self.history)


@dataclass(frozen=True)
class Leduc:
    """A history of Leduc hold'em; chance deals single cards, numbered 2 * rank + suit.

    Parameters
    ----------
    cards
        The card of each player, 0 to 5, or -1 if it is not dealt yet.
    board
        The card on the board, -1 in the first round.
    paid
        The chips that each player has put in.
    history
        The betting and the deals, in base four.

    Examples
    --------
    >>> game = Leduc().apply(0).apply(4)
    >>> for action in (Move.RAISE, Move.CALL, 1, Move.CALL, Move.RAISE):
    ...     game = game.apply(action)
    >>> print(game)
    Jc Kc Js rc/cr
    >>> game.apply(Move.CALL).payoff(0), game.apply(Move.FOLD).payoff(0)
    (7.0, -3.0)
    """

    hooks = Hooks(
        terms="zerosum.leduc.terminal:LeducTerms",
        passive="zerosum.leduc.game:passive",
        ranked="zerosum.leduc.ranked:ranked",
    )

    cards: tuple[int, int] = (HIDDEN, HIDDEN)
    board: int = HIDDEN
    paid: tuple[int, int] = (1, 1)
    history: int = DEAL

    @property
    def closed(self) -> bool:
        """Whether the round of betting is over: a call other than the opening check."""
        return self.history & 3 == CALL and self.history >> 2 & 3 != DEAL

    @property
    def chance(self) -> bool:
        """Whether a card must be dealt."""
        return self.cards[1] < 0 or (self.board < 0 and self.closed)

    @property
    def terminal(self) -> bool:
        """Whether a player has folded or the second round is over."""
        return self.history & 3 == FOLD or (self.board >= 0 and self.closed)

    @property
    def active(self) -> Player:
        """The player to act."""
        return to_move(self.history)

    @property
    def public(self) -> tuple[int, int]:
        """The board and the betting."""
        return self.board, self.history

    def private(self, player: Player) -> int:
        """Return the player's card."""
        return self.cards[player]

    def chances(self) -> dict[int, float]:
        """Return each card left in the deck with its probability."""
        left = [card for card in range(6) if card not in self.cards]
        return {card: 1 / len(left) for card in left}

    def sample(self, rng: Random | None = None) -> int:
        """Sample a card from the deck."""
        if rng is None:
            rng = Random()
        card = rng.integer(6)
        while card == self.cards[0] or card == self.cards[1]:
            card = rng.integer(6)
        return card

    def infoset(self, player: Player) -> InfoSet:
        """Return the player's card, the board and the betting."""
        return InfoSet(self.cards[player], self.board, self.history)

    def apply(self, action: int) -> Self:
        """Deal a card, or make a move."""
        if self.cards[0] < 0:
            return replace(self, cards=(action, HIDDEN))
        if self.cards[1] < 0:
            return replace(self, cards=(self.cards[0], action))
        if self.closed:
            return replace(self, board=action, history=self.history << 2 | DEAL)
        return replace(self, paid=self.pay(action), history=self.history << 2 | action)

    def pay(self, action: int) -> tuple[int, int]:
        """Return the chips that each player has put in after a move."""
        owed = max(self.paid[0], self.paid[1])
        if action == FOLD:
            return self.paid
        if action == RAISE:
            owed += 2 if self.board < 0 else 4
        return (owed, self.paid[1]) if self.active == 0 else (self.paid[0], owed)

    def payoff(self, player: Player) -> float:
        """Return the chips won: what the loser has put in; nothing for equal cards."""
        if self.history & 3 == FOLD:
            winner = 1 - to_move(self.history >> 2)
        else:
            mine, other = self.strength(0), self.strength(1)
            if mine == other:
                return 0.0
            winner = 0 if mine > other else 1
        return float(self.paid[1 - player]) if player == winner else float(-self.paid[player])

    def strength(self, player: Player) -> int:
        """Return the rank of the player's hand; a pair ranks above all single cards."""
        own = rank(self.cards[player])
        return own + 3 if own == rank(self.board) else own

    def __str__(self) -> str:
        cards = self.cards if self.board < 0 else (*self.cards, self.board)
        return spell(cards, self.history)


def passive(infoset: InfoSet) -> tuple[Move, ...]:  # noqa: ARG001
    """Return the one action that checks or calls."""
    return (Move.CALL,)


def spell(cards: tuple[int, ...], history: int) -> str:
    """Return cards and betting as text, with ``?`` for a hidden card and a slash between rounds.

    >>> spell((0, 4, 1), 0b11_10_01_11)
    'Jc Kc Js rc/'
    """
    words = ["?" if card < 0 else "JQK"[card >> 1] + "cs"[card & 1] for card in cards]
    betting = ""
    while history > DEAL:
        betting = "fcr/"[history & 3] + betting
        history >>= 2
    return " ".join([*words, betting]).rstrip()
