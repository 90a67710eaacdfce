"""Leduc hold'em by ranks: suits never matter, so that nothing is lost by not seeing them."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.abstraction import abstract, algebraic
from zerosum.leduc import game as rules
from zerosum.leduc.game import InfoSet, Leduc


@algebraic
def rank(infoset: InfoSet) -> int:
    """Return the rank of the own card: 0 jack, 1 queen, 2 king."""
    return rules.rank(infoset.card)


@algebraic
def board_rank(infoset: InfoSet) -> int:
    """Return the rank of the card on the board, -1 in the first round."""
    return rules.rank(infoset.board)


@algebraic
def betting(infoset: InfoSet) -> int:
    """Return the moves so far, in base four."""
    return infoset.history


by_rank = rank * board_rank * betting


@abstract(Leduc, by_rank)
@dataclass(frozen=True)
class Abstraction(Leduc):
    """Leduc by ranks: 288 infosets instead of 936, and the same value.

    >>> jack_of_clubs, jack_of_spades = Abstraction().apply(0), Abstraction().apply(1)
    >>> jack_of_clubs.apply(4).infoset(0) == jack_of_spades.apply(4).infoset(0)
    True
    """
