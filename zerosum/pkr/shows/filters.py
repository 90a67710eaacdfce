"""Which hands a reader wants to see: by what they make with the board, by draw, by suit."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import SUITS, popcount
from zerosum.errors import GameError
from zerosum.pkr.hands.masks import LOWEST_BITS, longest_suit, rank_mask, straights
from zerosum.pkr.hands.values import STRAIGHT, Category, kind
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.places.rows import free_of
from zerosum.pkr.ranges.classes import HAND_MASKS

MADE = tuple(each.name.lower().replace("_", " ") for each in Category)
"""What five cards can make, the weakest first."""
DRAWS = ("flush", "straight")

_FIVE = 5  # cards of which a hand is made
_LAST = 5  # cards of a board after which nothing is drawn to
_DECK = 52  # whose ranks make these straights


def kept(place: Place, made: str = "", draw: str = "", suit: str = "") -> NDArray[np.bool_]:
    """Return which of the 1,326 hands a filter keeps.

    Parameters
    ----------
    place
        A place in a hand.
    made
        What hands make with the board, one of ``MADE``; empty for anything.
    draw
        What they draw to with a card of their own, one of ``DRAWS``: four cards of a suit, or one
        of two ranks or more that complete a straight; empty for anything.
    suit
        The suit of both cards; empty for any.

    Raises
    ------
    GameError
        If there is no such filter here.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> from zerosum.pkr.places.follower import Follower
    >>> even = lambda infoset: dict.fromkeys(infoset.actions(), 1 / len(infoset.actions()))
    >>> flop = Follower(even, NoLimitHoldem()).follow("c x | AhKh2c")[0]
    >>> int(kept(flop, draw="flush").sum()), int(kept(flop, made="two pair").sum())
    (55, 27)
    """
    board, keep = place.real.community.mask, np.ones(len(MASKS), np.bool_)
    if made:
        known = made_on(place)
        if made not in known:
            which = f"one of {', '.join(known)}" if known else "left out before the flop"
            raise GameError(f"The filter made must be {which}; got {made!r}.", made)
        keep &= _made(board) == MADE.index(made)
    if draw:
        if draw not in DRAWS:
            raise GameError(f"The filter draw must be {' or '.join(DRAWS)}; got {draw!r}.", draw)
        keep &= _draws(board)[DRAWS.index(draw)]
    if suit:
        if suit not in SUITS:
            raise GameError(
                f"The filter suit must be one of {', '.join(SUITS)}; got {suit!r}.", suit
            )
        keep &= (MASKS & ~(LOWEST_BITS << SUITS.index(suit))) == 0
    return keep


def made_on(place: Place) -> list[str]:
    """Return what hands make with the board, the best first; nothing before the flop.

    Nothing with a short deck either, whose straights and flushes are others.
    """
    board = place.real.community
    if len(board) + 2 < _FIVE or len(place.real.deck.cards) < _DECK:
        return []
    found = sorted(set(_made(board.mask)[free_of(place.real)].tolist()), reverse=True)
    return [MADE[category] for category in found]


@lru_cache(maxsize=64)
def _made(board: int) -> NDArray[np.int64]:
    """Return the category of each hand on a board; -1 for hands that the board excludes."""
    return np.array([-1 if mask & board else kind(mask | board) for mask in HAND_MASKS])


@lru_cache(maxsize=64)
def _draws(board: int) -> NDArray[np.bool_]:
    """Return which hands draw to a flush and to a straight; shape (2, 1326)."""
    found = np.zeros((len(DRAWS), len(HAND_MASKS)), np.bool_)
    if popcount(board) >= _LAST:
        return found
    made, before = _made(board), _completing(board)
    for number, mask in enumerate(HAND_MASKS):
        if mask & board or made[number] >= STRAIGHT:
            continue
        ranks = _completing(mask | board)
        found[0, number] = longest_suit(mask | board) == 4 > longest_suit(board)
        found[1, number] = ranks > max(before, 1)
    return found


def _completing(mask: int) -> int:
    """Return how many ranks complete a straight."""
    ranks = rank_mask(mask)
    return sum(straights(ranks | 1 << 4 * rank) != 0 for rank in range(13))
