"""Hands and boards of River of Blood: dealt, and measured by histograms of their strength.

The board is completed at random to the end of the run, and each time the hand meets random opponent
hands; its *strength* is the share that it beats, ties counting half. The histogram of strengths is
the feature. Its random numbers start from the cards themselves, in the form that
:func:`zerosum.pkr.hands.isomorphism.by_colours` gives them: a hand on a board has one histogram,
and so have all those that differ from it by suits of one colour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import inlined
from zerosum.cards import popcount
from zerosum.pkr.hands.isomorphism import by_colours
from zerosum.pkr.hands.shuffled import (
    Ints,
    card_hash,
    deal_hand,
    list_cards,
    random_card,
    scrambled,
)
from zerosum.pkr.hands.values import evaluate
from zerosum.workshop import workshop

BLACK = sum((1 << 4 * rank) | (1 << 4 * rank + 3) for rank in range(13))
_BLACK = BLACK  # its name in the identities of saved strategies
SHORTEST = 5
"""The board that may be the last: clubs and spades end the run from its last card on."""

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
