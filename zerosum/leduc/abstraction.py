"""Leduc hold'em by ranks, which loses nothing, and coarser factors.

>>> from zerosum.leduc import Leduc, Move
>>> game = Leduc().apply(5).apply(2)
>>> for move in (Move.RAISE, Move.CALL, 4):
...     game = game.apply(move)
>>> king = game.infoset(0)  # with a king on the board
>>> rank(king), is_king(king), board_rank(king), pairs(king), bin(betting(king))
(2, True, 2, True, '0b11100111')
"""

from dataclasses import dataclass

from zerosum.abstraction import abstract, algebraic
from zerosum.leduc import game as rules
from zerosum.leduc.game import DEAL, InfoSet, Leduc

KING = 2


@algebraic
def rank(infoset: InfoSet) -> int:
    """Return the rank of the player's card: 0 jack, 1 queen, 2 king."""
    return rules.rank(infoset.card)


@algebraic
def board_rank(infoset: InfoSet) -> int:
    """Return the rank of the card on the board, -1 in the first round."""
    return rules.rank(infoset.board)


@algebraic
def betting(infoset: InfoSet) -> int:
    """Return the moves so far, in base four."""
    return infoset.history


@algebraic
def is_king(infoset: InfoSet) -> bool:
    """Whether the player's card is a king, which only a pair beats."""
    return rules.rank(infoset.card) == KING


@algebraic
def pairs(infoset: InfoSet) -> bool:
    """Whether the player's card pairs the board; False in the first round."""
    return infoset.board >= 0 and rules.rank(infoset.card) == rules.rank(infoset.board)


@algebraic
def round_betting(infoset: InfoSet) -> int:
    """Return the moves of the current round only, in base four after the deal.

    >>> bin(round_betting(InfoSet(card=0, board=4, history=0b11_10_01_11_01)))
    '0b1101'
    """
    history, moves, place = infoset.history, 0, 0
    while history & 3 != DEAL:
        moves |= (history & 3) << place
        history >>= 2
        place += 2
    return DEAL << place | moves


by_rank = rank * board_rank * betting


@abstract(Leduc, by_rank)
@dataclass(frozen=True)
class Abstraction(Leduc):
    """Leduc by ranks: 288 infosets instead of 936, and the same value.

    >>> jack_of_clubs, jack_of_spades = Abstraction().apply(0), Abstraction().apply(1)
    >>> jack_of_clubs.apply(4).infoset(0) == jack_of_spades.apply(4).infoset(0)
    True
    """
