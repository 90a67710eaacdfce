"""What a game declares whose hands are ranked: cards, deals, and who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ranked:
    """A game of two from a public state on, of which hands matter only by their rank.

    Sets of cards are masks. Both players hold a hand of one or two cards; then chance adds cards to
    the board, street by street, all sets of cards that are left being equally likely. A line of
    actions ends by a fold, or by a showdown in which the stronger hand wins, and equal hands split
    the pot. What players may do does not depend on cards.

    Parameters
    ----------
    deck
        All cards.
    board
        Those that lie on the board.
    hands
        The hands that each player may hold; two arrays of masks.
    weights
        How likely each is dealt to its player, in any proportion, before cards that both hold are
        excluded; two arrays of the same shapes.
    drawn
        How many cards each street that follows adds to the board.
    values
        ``values(boards, hands)`` returns the value of each hand on each complete board, more being
        better, and -1 where they share a card; shape (boards, hands).
    dealt
        ``dealt(first, second)`` returns the state in which the players hold these hands.
    seen
        ``seen(infoset)`` returns the actions from the state on, the cards that each street added
        since, as masks, and the hand.
    moved
        ``moved(infoset, cards, hands)`` returns the infosets of other hands after the same actions,
        each street having added other cards.
    spell
        ``spell(cards)`` returns cards in words.
    symmetries
        Permutations of the cards that leave the order of hands as it is, a group: each card of the
        deck is ``permutation[card]`` after it.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.ranked import ranked
    >>> leduc = ranked(Leduc())
    >>> leduc.hands[0].tolist(), leduc.drawn, leduc.values(np.array([1]), leduc.hands[1]).tolist()
    ([1, 2, 4, 8, 16, 32], (1,), [[-1, 4, 2, 2, 3, 3]])
    """

    deck: int
    board: int
    hands: tuple[Ints, Ints]
    weights: tuple[Floats, Floats]
    drawn: tuple[int, ...]
    values: Callable[[Ints, Ints], Ints]
    dealt: Callable[[int, int], Any]
    seen: Callable[[Any], tuple[tuple[Any, ...], tuple[int, ...], int]]
    moved: Callable[[Any, tuple[int, ...], Iterable[int]], list[Any]]
    spell: Callable[[int], str] = bin
    symmetries: tuple[tuple[int, ...], ...] = ()
