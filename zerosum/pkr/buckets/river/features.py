"""Histograms of hand strength for a hand on a board, the same in every process.

The board is completed at random to the end of the run, and each time the hand meets random opponent
hands; its *strength* is the share that it beats, ties counting half. The histogram of strengths is
the feature. Its random numbers start from the cards themselves, in the form that
:func:`zerosum.pkr.hands.isomorphism.by_colours` gives them: a hand on a board has one histogram,
and so have all those that differ from it by suits of one colour.
"""

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import inlined
from zerosum.cards import popcount
from zerosum.pkr.hands.shuffled import Ints, card_hash, deal_hand, list_cards, random_card
from zerosum.pkr.hands.values import evaluate

_BLACK = 0x9999999999999

FINAL = 6
"""Times as many opponents if the run is over, as no completions average the error out: 0.02."""
MOST_HANDS = 26
"""The most opponents that one deck has hands for."""
DECK = 53 + MOST_HANDS
"""Words of scratch for a deck and the hands dealt from it."""


def is_over(size: int, last: int) -> bool:
    """Return whether a run ends with a board of this size and last card.

    >>> from zerosum.cards import card
    >>> is_over(5, card("As")), is_over(5, card("Ah")), is_over(4, card("As"))
    (True, False, False)
    """
    return size >= 5 and (_BLACK >> last) & 1 == 1


def completed(board: int, dead: int, state: int) -> tuple[int, int]:
    """Return a board completed to the end of its run, and the next random state.

    At least one card is dealt; the caller must know that the run is not over.
    """
    size = popcount(board)
    while True:
        card, state = random_card(dead, state)
        dead |= 1 << card
        board |= 1 << card
        size += 1
        if is_over(size, card):
            return board, state


def points(hand: int, board: int, opponents: int, state: int, deck: Ints) -> tuple[int, int]:
    """Return points, 2 for each random opponent beaten and 1 for a tie, and the next random state.

    Opponents are dealt from one shuffled deck without replacement until fewer than two cards
    are left: all hands are equally likely, and the variance is lower.

    Parameters
    ----------
    hand, board
        Masks of cards.
    opponents
        How many to meet.
    state
        The random state.
    deck
        Room for ``DECK`` words. Modified in place.
    """
    count = list_cards(hand | board, deck)
    own = evaluate(hand | board)
    won = 0
    while opponents > 0:
        dealt = min(opponents, count // 2)
        met = deck[DECK - MOST_HANDS : DECK - MOST_HANDS + dealt]
        left = count
        for place in range(dealt):
            met[place], state = deal_hand(left, state, deck)
            left -= 2
        won += beat(own, board, met)
        opponents -= dealt
    return won, state


def beat(own: int, board: int, opponents: Ints) -> int:
    """Return points of a hand of some value on a full board; a loop of vector instructions."""
    won = 0
    for place in range(opponents.shape[0]):
        won += duel(own, board | opponents[place])
    return won


@inlined
def duel(own: int, other: int) -> int:
    """Return 2 if a hand of some value beats the best five of other cards, 1 for a tie.

    >>> from zerosum.cards import parse
    >>> aces, kings = parse("AhAd2c3c4d").mask, parse("KhKd2c3c4d").mask
    >>> duel(evaluate(aces), kings), duel(evaluate(kings), aces), duel(evaluate(aces), aces)
    (2, 0, 1)
    """
    value = evaluate(other)
    return int(own > value) + int(own >= value)


def cumulate(
    hand: int,
    board: int,
    over: bool,
    maxiter: int,
    opponents: int,
    counts: Ints,
    deck: Ints,
) -> None:
    """Write the cumulative histogram of hand strength, in completions.

    Parameters
    ----------
    hand, board
        Masks of cards, as ``by_colours`` returns them.
    over
        Whether the run ended with this board: then there is one strength, of ``FINAL`` times as
        many opponents.
    maxiter
        Random completions of the board.
    opponents
        Random opponent hands on each of them.
    counts
        One number a bin: how many of ``maxiter`` completions have a strength in this bin or a
        weaker one. Modified in place.
    deck
        Room for ``DECK`` words. Modified in place.

    Notes
    -----
    Natively about 8 µs with 30 completions and 20 opponents, 1.5 µs if the run is over.
    """
    dimension = counts.size
    for place in range(dimension):
        counts[place] = 0
    state = card_hash(hand, board)
    if over:
        won, state = points(hand, board, FINAL * opponents, state, deck)
        counts[min(dimension - 1, won * dimension // (2 * FINAL * opponents))] = maxiter
    else:
        for _ in range(maxiter):
            full, state = completed(board, hand | board, state)
            won, state = points(hand, full, opponents, state, deck)
            counts[min(dimension - 1, won * dimension // (2 * opponents))] += 1
    for place in range(1, dimension):
        counts[place] += counts[place - 1]


def cumulate_all(
    hands: Ints,
    boards: Ints,
    overs: NDArray[np.bool_],
    maxiter: int,
    opponents: int,
    counts: Ints,
    deck: Ints,
) -> None:
    """Write the cumulative histogram of each hand on its board, as :func:`cumulate` does.

    Modified in place: ``counts``, a row for each, and ``deck``, scratch.
    """
    for row in range(hands.size):
        hand, board, over = int(hands[row]), int(boards[row]), bool(overs[row])
        cumulate(hand, board, over, maxiter, opponents, counts[row], deck)
