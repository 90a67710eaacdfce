"""Hands and boards of a street, drawn as the game deals them, to fit buckets to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.river.features import is_over
from zerosum.pkr.hands.isomorphism import by_colours
from zerosum.pkr.hands.shuffled import Ints, random_card, scrambled
from zerosum.workshop import workshop

BLACK = sum((1 << 4 * rank) | (1 << 4 * rank + 3) for rank in range(13))
SHORTEST = 5
"""The board that may be the last: clubs and spades end the run from its last card on."""


@dataclass(frozen=True, eq=False)
class Deals:
    """Hands on boards, as :func:`zerosum.pkr.hands.isomorphism.by_colours` gives them.

    Parameters
    ----------
    hands, boards
        Masks of cards.
    overs
        Whether the run ended with the board.
    """

    hands: NDArray[np.int64]
    boards: NDArray[np.int64]
    overs: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.hands)


def dealer(first: int, last: int) -> Callable[[int, int], Deals]:
    """Return a function that deals hands and boards of a range of streets; it is thread-safe.

    It takes the seed of the first hand, which the seeds of the others follow, and their number.

    >>> deals = dealer(3, 3)(7, 2)
    >>> len(deals), [int(board).bit_count() for board in deals.boards], deals.overs.tolist()
    (2, [3, 3], [False, False])
    """
    compiled = workshop().compile(deal_all)

    def deal(seed: int, number: int) -> Deals:
        hands, boards = np.zeros(number, np.int64), np.zeros(number, np.int64)
        deals = Deals(hands, boards, np.zeros(number, np.bool_))
        compiled(seed, first, last, deals.hands, deals.boards, deals.overs)
        return deals

    return deal


def deal_all(
    seed: int,
    first: int,
    last: int,
    hands: Ints,
    boards: Ints,
    overs: NDArray[np.bool_],
) -> None:
    """Write random hands and boards, numbered from ``seed``. Modified in place: the last three."""
    for row in range(hands.size):
        hand, board, overs[row] = deal_street(seed + row, first, last)
        hands[row], boards[row] = by_colours(hand, board)


def deal_street(seed: int, first: int, last: int) -> tuple[int, int, bool]:
    """Return a random hand, its board on a street of a range, and whether the run ends there.

    The deal is conditioned on reaching the first street: cards that could have ended the run
    before it are red. They are dealt first, then the hand and the rest from the remaining deck.
    If the range has more streets, the run goes on and one of its boards is taken, each with the
    same probability.

    Parameters
    ----------
    seed
        Equal seeds deal equal cards.
    first, last
        Board sizes: the range of streets.
    """
    state = scrambled(seed)
    hand, board, size, over = 0, 0, 0, False
    while size < first - SHORTEST:
        card, state = random_card(board | BLACK, state)
        board |= 1 << card
        size += 1
    dead = board
    for _ in range(2):
        card, state = random_card(dead, state)
        hand |= 1 << card
        dead |= 1 << card
    while size < first:
        card, state = random_card(dead, state)
        board |= 1 << card
        dead |= 1 << card
        size += 1
        over = is_over(size, card)
    taken, ending, seen = board, over, 1
    while size < last and not over:
        for _ in range(3 if size == 0 else 1):
            card, state = random_card(dead, state)
            board |= 1 << card
            dead |= 1 << card
            size += 1
            over = is_over(size, card)
        seen += 1
        state = scrambled(state)
        if state % seen == 0 and size <= last:
            taken, ending = board, over
    return hand, taken, ending
