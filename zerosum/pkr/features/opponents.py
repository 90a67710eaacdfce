"""The chance to win against each of several kinds of opponents: opponent cluster hand strength.

The hands that an opponent may hold are put into clusters, and a hand's feature is its equity
against each of them (Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions
in extensive-form games", AAMAS 2013, section 3.3). The sweep of
:mod:`zerosum.pkr.features.showdowns` counts each cluster apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.equities.showdowns import MOST_HANDS, order_hands
from zerosum.pkr.features.streets import Streets, in_blocks
from zerosum.pkr.situations.numbering import SHAPES, Ints, place_of
from zerosum.workshop import workshop

WHOLE = 254
"""The feature of a hand that beats all opponents; even, so that one half is exact."""


def against_clusters(streets: Streets, clusters: Ints, kinds: int) -> NDArray[np.uint8]:
    """Return the equity of all situations of the last street against clusters of opponents.

    Equities are in steps of 1 / ``WHOLE``, shape (situations, kinds), and one half where no hand of
    a cluster is left.

    Parameters
    ----------
    clusters
        The cluster of each hand, by its number before the flop; shape (classes,).
    kinds
        The number of clusters.

    Notes
    -----
    With eight clusters, all rivers of 52 cards take some fifteen seconds of one core and 1 GB.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> streets = Streets(TWENTY)
    >>> against_clusters(streets, np.arange(25) % 2, 2).shape
    (73550, 2)
    """
    last, deck, hole = streets[streets.last], streets.deck, streets[0].boards.blocks.blocks
    found, boards = np.zeros((len(last), kinds), np.uint8), last.boards
    arrays = boards.heads, boards.masks, boards.blocks.blocks, hole, clusters
    compiled = workshop().compile(write_equities)
    cards = deck.cards.mask, last.shift, deck.short
    in_blocks(
        last,
        lambda first, end: compiled(first, end, *arrays, *cards, found),
        f"Showing down all hands against {kinds} clusters",
    )
    return found


def write_equities(
    first: int,
    end: int,
    heads: Ints,
    masks: Ints,
    blocks: Ints,
    hole: Ints,
    clusters: Ints,
    cards: int,
    shift: int,
    short: bool,
    found: NDArray[np.uint8],
) -> None:
    """Write the equities of the situations of some boards.

    Parameters
    ----------
    first, end
        The first board, and the first that is left out.
    heads, masks, blocks
        See :class:`zerosum.pkr.situations.boards.Boards`.
    hole, clusters
        The blocks of the empty board, and the cluster of each hand by its number there.
    cards, shift, short
        The deck as a mask, the bits below it, and its order of hands.
    found
        By situation. Modified in place.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    starts, kinds = np.zeros(MOST_HANDS + 1, np.int64), found.shape[1]
    every, below = np.zeros((53, kinds), np.int64), np.zeros((53, kinds), np.int64)
    won, kind = np.zeros((MOST_HANDS, kinds), np.int64), np.zeros(MOST_HANDS, np.int64)
    for board in range(first, end):
        mask, head = int(masks[board]), int(heads[board])
        start, shape = head >> SHAPES, head & (1 << SHAPES) - 1
        full = mask << shift
        groups = order_hands(full, cards & ~full, short, lows, highs, starts)
        every[:] = 0
        below[:] = 0
        for hand in range(starts[groups]):
            low, high = int(lows[hand]), int(highs[hand])
            own = int(clusters[place_of(low - shift, high - shift, 0, 0, 0, hole)])
            kind[hand] = own
            every[52, own] += 1
            every[low, own] += 1
            every[high, own] += 1
        for group in range(groups):
            for hand in range(starts[group], starts[group + 1]):
                low, high = lows[hand], highs[hand]
                for each in range(kinds):
                    won[hand, each] = below[52, each] - below[low, each] - below[high, each]
            for hand in range(starts[group], starts[group + 1]):
                low, high, own = lows[hand], highs[hand], kind[hand]
                below[52, own] += 1
                below[low, own] += 1
                below[high, own] += 1
            for hand in range(starts[group], starts[group + 1]):
                low, high = int(lows[hand]), int(highs[hand])
                place = start + place_of(low - shift, high - shift, mask, 0, shape, blocks)
                for each in range(kinds):
                    # The hand itself is counted once and taken away with each of its cards.
                    own = 1 if each == kind[hand] else 0
                    upto = below[52, each] - below[low, each] - below[high, each] + own
                    count = every[52, each] - every[low, each] - every[high, each] + own
                    points = won[hand, each] + upto
                    if count > 0:
                        found[place, each] = (points * WHOLE + count) // (2 * count)
                    else:
                        found[place, each] = WHOLE // 2
