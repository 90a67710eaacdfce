"""What a situation may become on the next street: means of features, and features in order.

A mean over the next street, taken street by street, is the mean over all boards: from the equity of
each river follow the expected hand strength (EHS) of turns and flops, and from its square EHS².
Features in order are a histogram without loss: of two rows x and y of n sorted numbers, the earth
mover's distance on a line is the mean distance of x_i and y_i.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.equities.showdowns import MOST_HANDS
from zerosum.pkr.features.hands import list_hands
from zerosum.pkr.features.streets import Streets, in_blocks
from zerosum.pkr.situations.boards import Boards
from zerosum.pkr.situations.numbering import SHAPES, Ints, Words, base_of, place_of
from zerosum.support.store import Array
from zerosum.workshop import workshop

_CARDS = 52
Own: TypeAlias = tuple[Ints, Ints, Ints, Ints, Ints]
"""Heads, masks, blocks, sizes and holds of the boards of a street."""
After: TypeAlias = tuple[Words, Ints, Ints]
"""Words, heads and blocks of the boards of the next street."""


def own_of(boards: Boards) -> Own:
    """Return what the kernels here take of the boards of a street."""
    return boards.heads, boards.masks, *boards.blocks[:3]


def after_of(boards: Boards) -> After:
    """Return what the kernels here take of the boards of the next street."""
    return boards.words, boards.heads, boards.blocks.blocks


def averages(
    streets: Streets, street: int, later: NDArray[Any], table: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """Return the mean of features over the next street, shape (situations, features).

    Parameters
    ----------
    street
        The street, not the last one.
    later
        The features of each situation of the next street; shape (situations, features).
    table
        If given, ``later`` has one column, and a situation the features of that row of the table;
        shape (rows, features).

    Notes
    -----
    With two features some four seconds of one core for all turns, and half a second for all flops.

    Examples
    --------
    >>> from zerosum.pkr.features.showdowns import showdowns
    >>> from zerosum.pkr.holdem import TWENTY
    >>> streets = Streets(TWENTY)
    >>> shown = showdowns(streets)
    >>> strength = averages(streets, 2, shown.points[:, None], shown.equities[:, None])
    >>> for street in (1, 0):
    ...     strength = averages(streets, street, strength)
    >>> round(float(strength.max()), 4)  # aces before the flop
    0.6982
    """
    table = np.zeros((0, 0), np.float32) if table is None else table
    features = table.shape[1] or later.shape[1]
    found = np.zeros((len(streets[street]), features), np.float32)
    if street == 0:
        return _before_the_flop(streets, table[later[:, 0]] if table.size else later, found)
    own, after = own_of(streets[street].boards), after_of(streets[street + 1].boards)
    compiled, cards = workshop().trust(write_averages), streets.cards
    in_blocks(
        streets[street],
        lambda first, end: compiled(first, end, cards, own, after, later, table, found),
        f"Averaging over the street after {street}",
    )
    return found


def _before_the_flop(
    streets: Streets, later: NDArray[Any], found: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Fill in the means over all flops, which stand for hands with flops."""
    classes, holds = classes_of(streets), streets[1].hold()
    mass = np.bincount(classes, holds, len(found))
    for feature in range(later.shape[1]):
        sums = np.bincount(classes, holds * later[:, feature].astype(np.float64), len(found))
        found[:, feature] = sums / mass
    return found


def classes_of(streets: Streets) -> Ints:
    """Return the number before the flop of the hand of each situation of the flop."""
    classes = np.zeros(len(streets[1]), np.int64)
    empty = streets[0].boards.blocks.blocks
    workshop().compile(write_classes)(own_of(streets[1].boards), empty, classes)
    return classes


def sorted_nexts(streets: Streets, street: int, later: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the features of all situations that may come next, in ascending order.

    The shape is (situations, completions), with 46 completions of a turn and 47 of a flop of 52
    cards.

    Parameters
    ----------
    street
        The street, neither the first nor the last one.
    later
        The feature of each situation of the next street.

    Notes
    -----
    All turns take some ten seconds of one core, and 1.3 GB.

    Examples
    --------
    >>> from zerosum.pkr.features.showdowns import showdowns
    >>> from zerosum.pkr.holdem import TWENTY
    >>> streets = Streets(TWENTY)
    >>> sorted_nexts(streets, 2, showdowns(streets).points).shape
    (27290, 14)
    """
    found = np.zeros((len(streets[street]), streets.completions(street)), np.uint16)
    own, after = own_of(streets[street].boards), after_of(streets[street + 1].boards)
    compiled, cards = workshop().trust(write_nexts), streets.cards

    def work(first: int, end: int) -> None:
        compiled(first, end, cards, own, after, later, found)
        rows = slice(int(own[0][first] >> SHAPES), int(own[0][end] >> SHAPES))
        found[rows].sort(axis=1)

    in_blocks(streets[street], work, f"Listing what comes after street {street}")
    return found


def list_board(row: int, own: Own, lows: Ints, highs: Ints, counts: Ints) -> tuple[int, int, int]:
    """Write the hands of a board; return its mask, its first situation, and how many there are."""
    heads, masks, blocks, sizes, holds = own
    board, head = int(masks[row]), int(heads[row])
    shape = head & (1 << SHAPES) - 1
    hands = list_hands(board, shape, blocks, sizes, holds, lows, highs, counts)
    return board, head >> SHAPES, hands


def list_next(
    board: int,
    card: int,
    hands: int,
    lows: Ints,
    highs: Ints,
    after: After,
    found: Ints,
) -> None:
    """Write the situations that hands on a board become with one more card.

    Parameters
    ----------
    board, hands, lows, highs
        The board as a mask, and the cards of the hands.
    card
        The next card, which is not on the board.
    after
        The boards of the next street.
    found
        Their numbers, -1 for a hand that holds the card. Modified in place.
    """
    (words, heads, blocks), full = after, board | 1 << card
    start, shape, renaming = base_of(full, words, heads)
    for hand in range(hands):
        low, high = int(lows[hand]), int(highs[hand])
        if card in (low, high):
            found[hand] = -1
        else:
            found[hand] = start + place_of(low, high, full, renaming, shape, blocks)


def write_averages(
    first: int,
    end: int,
    cards: int,
    own: Own,
    after: After,
    later: Array,
    table: NDArray[np.float32],
    found: NDArray[np.float32],
) -> None:
    """Write the means of the situations of some boards; see :func:`averages`.

    Parameters
    ----------
    first, end
        The first board, and the first that is left out.
    cards
        The deck as a mask.
    own, after
        The boards of the street, and of the next one.
    found
        By situation. Modified in place.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    counts, nexts = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    sums = np.zeros((MOST_HANDS, found.shape[1]))
    for row in range(first, end):
        board, start, hands = list_board(row, own, lows, highs, counts)
        sums[:hands] = 0.0
        seen = 0
        for card in range(_CARDS):
            if (cards & ~board) >> card & 1 == 1:
                seen += 1
                list_next(board, card, hands, lows, highs, after, nexts)
                for hand in range(hands):
                    place = nexts[hand]
                    if place >= 0 and table.size > 0:
                        value = int(later[place, 0])
                        for feature in range(found.shape[1]):
                            sums[hand, feature] += float(table[value, feature])
                    elif place >= 0:
                        for feature in range(found.shape[1]):
                            sums[hand, feature] += float(later[place, feature])
        for hand in range(hands):
            for feature in range(found.shape[1]):
                found[start + hand, feature] = sums[hand, feature] / (seen - 2)


def write_nexts(
    first: int,
    end: int,
    cards: int,
    own: Own,
    after: After,
    later: NDArray[np.uint16],
    found: NDArray[np.uint16],
) -> None:
    """Write the next features of the situations of some boards; see :func:`write_averages`."""
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    counts, nexts = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    places = np.zeros(MOST_HANDS, np.int64)
    for row in range(first, end):
        board, start, hands = list_board(row, own, lows, highs, counts)
        places[:hands] = 0
        for card in range(_CARDS):
            if (cards & ~board) >> card & 1 == 1:
                list_next(board, card, hands, lows, highs, after, nexts)
                for hand in range(hands):
                    if nexts[hand] >= 0:
                        found[start + hand, places[hand]] = later[nexts[hand]]
                        places[hand] += 1


def write_classes(own: Own, empty: Ints, found: Ints) -> None:
    """Write the number that the hand of each situation has before the flop.

    Parameters
    ----------
    own
        The boards of the flop.
    empty
        The blocks of the empty board.
    found
        By situation. Modified in place.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    counts = np.zeros(MOST_HANDS, np.int64)
    for row in range(own[1].size):
        _, start, hands = list_board(row, own, lows, highs, counts)
        for hand in range(hands):
            found[start + hand] = place_of(int(lows[hand]), int(highs[hand]), 0, 0, 0, empty)
