"""Wins and ties on the last street, against every hand that an opponent may hold.

On a board all hands are put in order of value. Going up, the hands below one that share no card
with it are all below, without those that hold its first or its second card:

    wins(a, b) = below - below[a] - below[b]

and after the hands of equal value are counted in, the same sum is wins + ties, but for the hand
itself, which holds both of its cards: it is counted once and taken away twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.equities.showdowns import MOST_HANDS, order_hands
from zerosum.pkr.features.streets import Streets, in_blocks
from zerosum.pkr.situations.numbering import SHAPES, Ints, place_of
from zerosum.workshop import workshop


@dataclass(frozen=True, eq=False)
class Showdowns:
    """Wins and ties of all situations of the last street.

    Parameters
    ----------
    wins, ties
        Of the opponents' hands, which are ``opponents`` many; shape (situations,).
    opponents
        The hands that an opponent may hold.
    kinds
        How many hands on boards have each pair of wins and ties; shape (opponents + 1,
        opponents + 1).

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> found = showdowns(Streets(TWENTY))
    >>> found.opponents, int(found.points.max()), float(found.equities[-1])
    (78, 156, 1.0)
    """

    wins: NDArray[np.uint16]
    ties: NDArray[np.uint16]
    opponents: int
    kinds: Ints

    @property
    def points(self) -> NDArray[np.uint16]:
        """Two for each hand beaten and one for each tie; shape (situations,)."""
        found = self.wins << np.uint16(1)
        found += self.ties
        return found

    @property
    def equities(self) -> NDArray[np.float32]:
        """The share of the pot for each number of points."""
        most = 2 * self.opponents
        return (np.arange(most + 1) / most).astype(np.float32)


def showdowns(streets: Streets) -> Showdowns:
    """Return wins and ties of all situations of the last street.

    Notes
    -----
    All 123 million rivers of 52 cards take some eight seconds of one core and 500 MB.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> found = showdowns(Streets(TWENTY))
    >>> equities = found.equities[found.points]
    >>> round(float(np.average(equities, weights=Streets(TWENTY)[3].hold())), 6)
    0.5
    """
    last, deck, opponents = streets[streets.last], streets.deck, streets.opponents
    wins, ties = np.zeros(len(last), np.uint16), np.zeros(len(last), np.uint16)
    kinds, lock = np.zeros((opponents + 1, opponents + 1), np.int64), Lock()
    compiled, boards = workshop().compile(write_showdowns), last.boards
    arrays = boards.heads, boards.masks, boards.blocks.blocks, boards.blocks.boards

    def work(first: int, end: int) -> None:
        part = np.zeros_like(kinds)
        cards = deck.cards.mask, last.shift, deck.short
        compiled(first, end, *arrays, *cards, wins, ties, part)
        with lock:  # whole numbers, whose sums do not depend on the order
            np.add(kinds, part, out=kinds)

    in_blocks(last, work, "Showing down all hands")
    return Showdowns(wins, ties, opponents, kinds)


def write_showdowns(
    first: int,
    end: int,
    heads: Ints,
    masks: Ints,
    blocks: Ints,
    boards: Ints,
    cards: int,
    shift: int,
    short: bool,
    wins: NDArray[np.uint16],
    ties: NDArray[np.uint16],
    kinds: Ints,
) -> None:
    """Write wins and ties of the situations of some boards.

    Parameters
    ----------
    first, end
        The first board, and the first that is left out.
    heads, masks, blocks, boards
        See :class:`zerosum.pkr.situations.boards.Boards`.
    cards, shift, short
        The deck as a mask, the bits below it, and its order of hands.
    wins, ties
        By situation. Modified in place.
    kinds
        Hands by wins and ties. Modified in place.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    starts, below = np.zeros(MOST_HANDS + 1, np.int64), np.zeros(52, np.int64)
    won = np.zeros(MOST_HANDS, np.int64)
    for board in range(first, end):
        mask, head = int(masks[board]), int(heads[board])
        start, shape = head >> SHAPES, head & (1 << SHAPES) - 1
        full, times = mask << shift, int(boards[shape])
        groups = order_hands(full, cards & ~full, short, lows, highs, starts)
        below[:] = 0
        for group in range(groups):
            weaker, upto = int(starts[group]), int(starts[group + 1])
            for hand in range(weaker, upto):
                won[hand] = weaker - below[lows[hand]] - below[highs[hand]]
            for hand in range(weaker, upto):
                below[lows[hand]] += 1
                below[highs[hand]] += 1
            for hand in range(weaker, upto):
                low, high = int(lows[hand]), int(highs[hand])
                tied = upto - below[low] - below[high] + 1 - won[hand]
                place = start + place_of(low - shift, high - shift, mask, 0, shape, blocks)
                wins[place] = won[hand]
                ties[place] = tied
                kinds[won[hand], tied] += times
