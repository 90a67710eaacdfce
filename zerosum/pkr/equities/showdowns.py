"""All hands on a board, in the order of their values.

A hand that makes no flush is worth what its two ranks are, and one that makes a flush what its
ranks in the suit of the flush are (seven cards with a flush hold neither four of a kind nor a full
house). So at most 91 + 105 of the 1,081 hands are evaluated, and the others follow by counting.
"""

from __future__ import annotations

import numpy as np

from zerosum.cards import popcount
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.face import Poker
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.hands.masks import LOWEST_BITS
from zerosum.pkr.hands.short import evaluate_short
from zerosum.pkr.hands.values import evaluate
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.workshop import workshop

Hand = tuple[int, int]
"""The lower and the higher card."""
Pair = tuple[Hand, Hand]

MOST_HANDS = 52 * 51 // 2
_MASKS = np.array(HAND_MASKS, np.int64)
_RANKS = 91
_KINDS = _RANKS + 105


def order_hands(board: int, live: int, short: bool, lows: Ints, highs: Ints, starts: Ints) -> int:
    """Write all hands by rising value; return the number of different values.

    Parameters
    ----------
    board
        Five cards, as a mask.
    live
        The cards that hands may hold, without those of the board, as a mask.
    short
        Whether hands are in the order of short-deck hold'em.
    lows, highs
        The lower and the higher card of each hand, weak hands first. Modified in place.
    starts
        The first hand of each value, then the number of hands. Modified in place.

    Notes
    -----
    Natively some 20 microseconds.

    Examples
    --------
    >>> from zerosum.cards import FULL_DECK, Cards, parse
    >>> board = parse("2c3d7h8sKs").mask
    >>> lows, highs, starts = (np.zeros(1_327, np.int64) for _ in range(3))
    >>> groups = order_hands(board, FULL_DECK.mask & ~board, False, lows, highs, starts)
    >>> int(starts[groups]), Cards(1 << int(lows[1080]) | 1 << int(highs[1080]))  # the best hand
    (1081, Cards(KhKd))
    """
    flush, missing = flush_of(board)
    values, kinds = np.full(_KINDS, -1), np.zeros(MOST_HANDS, np.int64)
    counts, firsts = np.zeros(_KINDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    seconds = np.zeros(MOST_HANDS, np.int64)
    size = 0
    for high in range(52):
        if live >> high & 1 == 1:
            for low in range(high):
                if live >> low & 1 == 1:
                    kind = kind_of(low, high, flush, missing)
                    if values[kind] < 0:
                        values[kind] = value_of(board | 1 << low | 1 << high, short)
                    counts[kind] += 1
                    kinds[size], firsts[size], seconds[size] = kind, low, high
                    size += 1
    groups = place_kinds(values, counts, starts)
    for hand in range(size):
        place = counts[kinds[hand]]
        counts[kinds[hand]] += 1
        lows[place], highs[place] = firsts[hand], seconds[hand]
    return groups


def value_of(cards: int, short: bool) -> int:
    """Return the value of the best five of some cards; higher is better."""
    return evaluate_short(cards) if short else evaluate(cards)


def flush_of(board: int) -> tuple[int, int]:
    """Return the suit of which a hand may make a flush, and how many cards are missing; -1, 3."""
    for suit in range(4):
        count = popcount(board >> suit & LOWEST_BITS)
        if count >= 3:
            return suit, max(0, 5 - count)
    return -1, 3


def kind_of(low: int, high: int, flush: int, missing: int) -> int:
    """Return the kind of a hand, on which its value depends, 0 to 195."""
    above, below = high >> 2, low >> 2
    if flush >= 0:
        first = above + 1 if high & 3 == flush else 0
        second = below + 1 if low & 3 == flush else 0
        if int(first > 0) + int(second > 0) >= missing:
            above, below = max(first, second), min(first, second)
            return _RANKS + above * (above + 1) // 2 + below
    return above * (above + 1) // 2 + below


def place_kinds(values: Ints, counts: Ints, starts: Ints) -> int:
    """Sort kinds of hands by value; return the number of different values.

    Parameters
    ----------
    values
        The value of each kind.
    counts
        The number of hands of each kind. Modified in place: the place of its first hand.
    starts
        Modified in place: the place of the first hand of each value, then the number of hands.
    """
    order = np.zeros(_KINDS, np.int64)
    size = 0
    for kind in range(_KINDS):
        if counts[kind] > 0:
            place = size
            while place > 0 and values[order[place - 1]] > values[kind]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = kind
            size += 1
    groups, hands, value = 0, 0, -1
    for place in range(size):
        kind = int(order[place])
        if values[kind] != value:
            value = int(values[kind])
            starts[groups] = hands
            groups += 1
        count = int(counts[kind])
        counts[kind] = hands
        hands += count
    starts[groups] = hands
    return groups


def values_of(hand: Poker) -> Ints:
    """Return the value of each hand of two cards on a board; higher is better.

    Shape (1326,), hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`; -1 for those that the
    board excludes. Takes some 60 microseconds natively.
    """
    values: Ints = values_on(np.array([hand.community.mask]), _MASKS, hand.deck)[0]
    values[_MASKS & ~hand.deck.cards.mask != 0] = -1
    return values


def values_on(boards: Ints, hands: Ints, deck: Deck) -> Ints:
    """Return the value of each hand on each board, -1 if they share a card.

    Shape (boards, hands), of cards given as masks.
    """
    values = np.zeros((boards.size, hands.size), np.int64)
    workshop().compile(write_values)(boards, hands, deck.short, values)
    values[boards[:, None] & hands != 0] = -1
    return values


def write_values(boards: Ints, masks: Ints, short: bool, values: Ints) -> None:
    """Write the value of each hand on each board. Modified in place: ``values``."""
    for row in range(boards.size):
        board = int(boards[row])
        if short:
            for index in range(masks.size):
                values[row, index] = evaluate_short(board | int(masks[index]))
        else:
            write_row(board, masks, values[row])


def write_row(board: int, masks: Ints, values: Ints) -> None:
    """Write the value of each hand on a board; a loop of vector instructions."""
    for index in range(masks.shape[0]):
        values[index] = evaluate(board | masks[index])


def ranked_hands(hand: Poker) -> tuple[Ints, Ints]:
    """Return the hands that a board leaves, by rising strength, and where each strength ends.

    Shapes (hands, 2) and (strengths,).

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import Cards, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> cards, ends = ranked_hands(replace(RiverOfBlood(), community=parse("2c3d7h8sKs")))
    >>> Cards(sum(1 << int(card) for card in cards[-1])), len(cards), int(ends[-1])
    (Cards(KhKd), 1081, 1081)
    """
    values = values_of(hand)
    order = np.argsort(values, kind="stable")[np.count_nonzero(values < 0) :]
    ranked = values[order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]) + 1, order.size)
    highs, lows = np.tril_indices(52, -1)
    return np.stack([lows[order], highs[order]], axis=1), ends


def numbers_of(cards: Ints) -> Ints:
    """Return the numbers of hands, given the lower and the higher card of each; (hands,)."""
    low, high = cards.T
    numbers: Ints = high * (high - 1) // 2 + low
    return numbers


def unequal(cards: Ints, ends: Ints) -> Pair:
    """Return two hands that share no card, the stronger one first; equal ones if all are equal.

    ``cards`` and ``ends`` come from :func:`ranked_hands`.
    """
    hands: list[Hand] = [(low, high) for low, high in cards.tolist()]
    pairs = (
        (strong, weak)
        for first in [*ends[-2::-1].tolist(), 0]
        for strong in hands[first:]
        for weak in hands[: first or None]
        if set(strong).isdisjoint(weak)
    )
    return next(pairs)
