"""The hands of Leduc hold'em by rank, for solvers on vectors of hands."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np

from zerosum.leduc.game import DEAL, InfoSet, Leduc, Move, spell
from zerosum.ranked import Ints, Ranked


def ranked(game: Leduc) -> Ranked:
    """Return what matters of the hands of Leduc hold'em: single cards, and one that is drawn."""
    hands, weights = 1 << np.arange(6), np.ones(6)
    swaps = product(*[((0, 1), (1, 0))] * 3)
    moves = tuple(tuple(2 * r + s for r, two in enumerate(swap) for s in two) for swap in swaps)
    return Ranked(
        deck=0b111111,
        board=0,
        hands=(hands, hands),
        weights=(weights, weights),
        drawn=(1,),
        values=_values,
        dealt=lambda one, other: game.apply(one.bit_length() - 1).apply(other.bit_length() - 1),
        seen=_seen,
        moved=_moved,
        spell=lambda card: spell((card.bit_length() - 1,), DEAL),
        symmetries=moves,
    )


def _seen(infoset: InfoSet) -> tuple[tuple[Move, ...], tuple[int, ...], int]:
    """Return the moves of both rounds, the card on the board, and the one in the hand."""
    digits = [infoset.history >> place & 3 for place in range(0, infoset.history.bit_length(), 2)]
    moves = tuple(Move(digit) for digit in reversed(digits) if digit != DEAL)
    board = () if infoset.board < 0 else (1 << infoset.board,)
    return moves, board, 1 << infoset.card


def _moved(infoset: InfoSet, cards: tuple[int, ...], hands: Iterable[int]) -> list[InfoSet]:
    """Return infosets with other hands and another board."""
    board = cards[0].bit_length() - 1 if cards else -1
    return [replace(infoset, card=hand.bit_length() - 1, board=board) for hand in hands]


def _values(boards: Ints, hands: Ints) -> Ints:
    """Return the rank of each hand, above which are pairs with the board."""
    (board, hand), one = np.meshgrid(boards, hands, indexing="ij"), 0b11
    ranks = sum(rank * ((one << 2 * rank & hand) > 0) for rank in range(3))
    boards_of = sum(rank * ((one << 2 * rank & board) > 0) for rank in range(3))
    found = ranks + 1 + 3 * (ranks == boards_of)
    return np.where(board & hand, -1, found)
