"""The strength of a hand against each of several clusters of opponents, in whole numbers.

The board is completed at random to the end of the run, as for histograms, and each time the hand
meets random opponents; its points are counted for each opponent's cluster separately. If the run is
over, it meets all remaining hands instead. The random numbers are seeded by the cards, as in
:mod:`zerosum.pkr.buckets.river.features`.
"""

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.river.features import completed, duel
from zerosum.pkr.hands.isomorphism import hand_index
from zerosum.pkr.hands.shuffled import Ints, card_hash, deal_hand, list_cards
from zerosum.pkr.hands.values import evaluate

WHOLE = 250
"""The strength of a hand that beats all others; sampled strengths are off by several points."""


def face(
    hand: int,
    board: int,
    over: bool,
    maxiter: int,
    opponents: int,
    villains: Ints,
    strengths: Ints,
    tallies: Ints,
    deck: Ints,
) -> None:
    """Write the strengths of a hand, one for each cluster of opponents, 0 to ``WHOLE``.

    A cluster without any opponent met gets the strength against all opponents.

    Parameters
    ----------
    hand, board
        Masks of cards, as ``by_colours`` returns them.
    over
        Whether the run ended with this board.
    maxiter
        Random completions of the board, if it did not.
    opponents
        Random opponent hands on each of them.
    villains
        The cluster of each hand, by :func:`zerosum.pkr.hands.isomorphism.hand_index`.
    strengths
        One number a cluster. Modified in place.
    tallies
        Room for two numbers a cluster. Modified in place.
    deck
        Room for ``DECK`` words. Modified in place.
    """
    for villain in range(strengths.size):
        tallies[0, villain] = 0
        tallies[1, villain] = 0
    if over:
        meet_all(hand, board, villains, tallies, deck)
    else:
        state = card_hash(hand, board)
        for _ in range(maxiter):
            full, state = completed(board, hand | board, state)
            state = meet(hand, full, opponents, state, villains, tallies, deck)
    won = 0
    met = 0
    for villain in range(strengths.size):
        won += tallies[0, villain]
        met += tallies[1, villain]
    for villain in range(strengths.size):
        if tallies[1, villain] > 0:
            strengths[villain] = share(tallies[0, villain], tallies[1, villain])
        else:
            strengths[villain] = share(won, met)


def share(won: int, met: int) -> int:
    """Return points won, two for each hand beaten, as a strength.

    >>> share(3, 2), share(0, 5), share(10, 5)
    (188, 0, 250)
    """
    return (WHOLE * won + met) // (2 * met)


def meet(
    hand: int,
    board: int,
    opponents: int,
    state: int,
    villains: Ints,
    tallies: Ints,
    deck: Ints,
) -> int:
    """Count the points of a hand against random opponents, dealt as for histograms.

    Parameters
    ----------
    tallies
        Points won, and opponents met, of each cluster. Modified in place, as is ``deck``.

    Returns
    -------
    The random state after them.
    """
    count = list_cards(hand | board, deck)
    own = evaluate(hand | board)
    left = count
    for _ in range(opponents):
        if left < 2:
            left = count
        opponent, state = deal_hand(left, state, deck)
        left -= 2
        villain = villains[hand_index(opponent)]
        tallies[0, villain] += duel(own, board | opponent)
        tallies[1, villain] += 1
    return state


def meet_all(
    hand: int,
    board: int,
    villains: Ints,
    tallies: Ints,
    deck: Ints,
) -> None:
    """Count the points of a hand against all remaining opponents, 990 on a board of five cards.

    Modified in place: ``tallies``, as in :func:`meet`, and ``deck``, scratch.
    """
    count = list_cards(hand | board, deck)
    own = evaluate(hand | board)
    for high in range(count):
        for low in range(high):
            opponent = deck[high] | deck[low]
            villain = villains[hand_index(opponent)]
            tallies[0, villain] += duel(own, board | opponent)
            tallies[1, villain] += 1


def face_all(
    hands: Ints,
    boards: Ints,
    overs: NDArray[np.bool_],
    maxiter: int,
    opponents: int,
    villains: Ints,
    strengths: Ints,
    tallies: Ints,
    deck: Ints,
) -> None:
    """Write the strengths of each hand on its board, as :func:`face` does.

    Modified in place: ``strengths``, a row for each, and ``tallies`` and ``deck``, scratch.
    """
    for row in range(hands.size):
        hand, board, over = int(hands[row]), int(boards[row]), bool(overs[row])
        face(hand, board, over, maxiter, opponents, villains, strengths[row], tallies, deck)
