"""The situations of a game's streets, and work on them in blocks of boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from zerosum.abstraction.fitting import announce
from zerosum.errors import AbstractionError
from zerosum.pkr.hands.deck import FULL, Deck, ways
from zerosum.pkr.situations import Situations, situations
from zerosum.support.cores import share_out

_MOST_BOARD = 5
_BLOCKS = 64
"""Pieces that a street is cut into; what is added up does not depend on who does which."""


@dataclass(frozen=True)
class Streets:
    """The streets of a game of hold'em with hands of two cards; the order of boards is forgotten.

    Parameters
    ----------
    deck
        The cards and the order of hands.
    board
        The cards that each street after the first adds.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> streets = Streets(TWENTY)
    >>> [len(streets[street]) for street in range(4)]
    [25, 7760, 27290, 73550]
    >>> streets.opponents, streets.completions(2)
    (78, 14)
    """

    deck: Deck = FULL
    board: tuple[int, ...] = (3, 1, 1)

    def __post_init__(self) -> None:
        """Check that the deck has cards for the board, and an opponent."""
        shape = self.board and all(size == 1 for size in self.board[1:])
        most = min(_MOST_BOARD, len(self.deck.cards) - 4)
        if not shape or self.board[0] < 1 or sum(self.board) > most:
            raise AbstractionError(
                f"The board of {self.deck} must have a first set of cards and one card on each "
                f"street after it, {most} in all at most; got {self.board}: write (3, 1, 1), or "
                f"(1,) for a game of two streets.",
                self.board,
            )

    @property
    def last(self) -> int:
        """The number of the last street."""
        return len(self.board)

    @property
    def cards(self) -> int:
        """The cards as a mask that counts from the lowest of the deck, as situations do."""
        return self.deck.cards.mask >> self[0].shift

    @property
    def opponents(self) -> int:
        """The hands that a hand may meet on the last street."""
        return ways(len(self.deck.cards) - 2 - sum(self.board), 2)

    def size(self, street: int) -> int:
        """Return the cards of the board on a street."""
        return sum(self.board[:street])

    def completions(self, street: int) -> int:
        """Return how many sets of cards lead from a situation of a street to the next one."""
        left = len(self.deck.cards) - 2 - self.size(street)
        return ways(left, self.board[street])

    def __getitem__(self, street: int) -> Situations:
        """Return the situations of a street.

        Raises
        ------
        AbstractionError
            If there is no such street.
        """
        if not 0 <= street <= self.last:
            raise AbstractionError(
                f"The street must be 0 to {self.last} on boards of {list(self.board)}; got "
                f"{street}: 0 is before the first board card.",
                street,
            )
        return situations(self.size(street), deck=self.deck)


def in_blocks(street: Situations, work: Callable[[int, int], None], task: str) -> None:
    """Do work on all boards of a street, on all cores.

    Parameters
    ----------
    work
        Takes the first canonical board of a block, and the first of the next block. Several
        blocks are worked on at a time, in threads; each has about as many boards.
    task
        What is announced to listeners.
    """
    bounds = np.linspace(0, len(street.boards.masks), _BLOCKS + 1).astype(int)

    def block(place: int) -> None:
        work(int(bounds[place]), int(bounds[place + 1]))

    announce(task, 0.0)
    share_out(block, range(_BLOCKS), partial(announce, task))
