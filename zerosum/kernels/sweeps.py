r"""What hands win against a range at eight leaves at once, in a time that grows with their number.

Hands are numbered by rising strength. A hand :math:`h` of cards :math:`a, b` meets those of the
opponent that hold neither card, so what it meets is a sum over all of them, less those over the
hands with each of its cards. Hands of the same two cards are subtracted twice, and added again;
in a comparison they are equal, and count nothing.

    sums(h) = Σ_o s(o) π(o) - Σ_{o ∋ a} s(o) π(o) - Σ_{o ∋ b} s(o) π(o)

with s(o) = 1 for hands that are weaker than those of the strength at hand, 0 for equal ones, and -1
for stronger ones. Each step from a strength to the next changes s for the hands of two strengths.

Johanson, Waugh, Bowling & Zinkevich, "Accelerating best response calculation in large extensive
games", IJCAI 2011, section 4.2.
"""

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.lanes import WIDTH, lanes, put_lanes, sum_of
from zerosum.kernels.names import Numbers

ONE = np.float32(1.0)


@inlined
def clear_sums(sums: Numbers, cards: int) -> None:
    """Set the sums of all cards, and that of all hands, to zero. Modified in place: ``sums``."""
    for place in range((cards + 1) * WIDTH):
        sums[place] = np.float32(0.0)


@inlined
def add_hands(
    sums: Numbers,
    cards: int,
    reach: Numbers,
    lows: Numbers,
    highs: Numbers,
    first: int,
    last: int,
    times: np.float32,
) -> None:
    """Add the reaches of some hands to the sums of their cards. Modified in place: ``sums``.

    Parameters
    ----------
    sums, cards
        Eight numbers for each card, and behind those of so many cards eight for all hands.
    reach
        Eight reaches for each hand.
    lows, highs
        The cards of each hand.
    first, last
        From which hand to which, the last not included.
    times
        How many times.
    """
    total = lanes(sums, cards * WIDTH)
    for hand in range(first, last):
        low, high = WIDTH * lows[hand], WIDTH * highs[hand]
        found = lanes(reach, WIDTH * hand) * times
        put_lanes(sums, low, lanes(sums, low) + found)
        put_lanes(sums, high, lanes(sums, high) + found)
        total = total + found
    put_lanes(sums, cards * WIDTH, total)


@inlined
def take_sums(
    sums: Numbers,
    cards: int,
    values: Numbers,
    lows: Numbers,
    highs: Numbers,
    first: int,
    last: int,
    pays: Numbers,
) -> None:
    """Write the sums of what some hands meet, times what it pays. Modified in place: ``values``."""
    total, paid = lanes(sums, cards * WIDTH), lanes(pays, 0)
    for hand in range(first, last):
        low, high = WIDTH * lows[hand], WIDTH * highs[hand]
        found = total - lanes(sums, low) - lanes(sums, high)
        put_lanes(values, WIDTH * hand, found * paid)


@kernel
def compare(
    sums: Numbers,
    cards: int,
    reach: Numbers,
    values: Numbers,
    lows: Numbers,
    highs: Numbers,
    ends: Numbers,
    own_lows: Numbers,
    own_highs: Numbers,
    own_ends: Numbers,
    strengths: int,
    pays: Numbers,
) -> None:
    """Write what hands win from weaker ones, less what they lose to stronger ones.

    Modified in place: ``sums``, ``values``.

    Parameters
    ----------
    sums, cards, reach, values, pays
        As above; ``values`` are of the player's hands.
    lows, highs, ends
        The opponent's hands, and where those of each strength end.
    own_lows, own_highs, own_ends
        The player's.
    strengths
        How many there are.
    """
    clear_sums(sums, cards)
    add_hands(sums, cards, reach, lows, highs, 0, ends[strengths - 1], -ONE)
    first = own_first = 0
    for strength in range(strengths):
        last, own_last = int(ends[strength]), int(own_ends[strength])
        if own_last > own_first:
            add_hands(sums, cards, reach, lows, highs, first, last, ONE)
            take_sums(sums, cards, values, own_lows, own_highs, own_first, own_last, pays)
            add_hands(sums, cards, reach, lows, highs, first, last, ONE)
        else:
            add_hands(sums, cards, reach, lows, highs, first, last, ONE + ONE)
        first, own_first = last, own_last


@kernel
def meet(
    sums: Numbers,
    cards: int,
    reach: Numbers,
    values: Numbers,
    lows: Numbers,
    highs: Numbers,
    hands: int,
    own_lows: Numbers,
    own_highs: Numbers,
    same: Numbers,
    own: int,
    pays: Numbers,
) -> None:
    """Write what hands are paid by all that they can meet. Modified in place: ``sums``, ``values``.

    Parameters
    ----------
    sums, cards, reach, values, lows, highs, own_lows, own_highs, pays
        As for :func:`compare`.
    hands, own
        How many the opponent and the player have.
    same
        The opponent's hand of the same cards as each of the player's, -1 if there is none.
    """
    clear_sums(sums, cards)
    add_hands(sums, cards, reach, lows, highs, 0, hands, ONE)
    take_sums(sums, cards, values, own_lows, own_highs, 0, own, pays)
    paid = lanes(pays, 0)
    for hand in range(own):
        twin = same[hand]
        if twin >= 0:
            found = lanes(values, WIDTH * hand) + lanes(reach, WIDTH * twin) * paid
            put_lanes(values, WIDTH * hand, found)


@kernel
def equities(
    table: Numbers,
    player: int,
    first: int,
    second: int,
    reach: Numbers,
    pay: np.float32,
    values: Numbers,
    low: int,
    high: int,
) -> None:
    """Add what hands win on average over the cards to come. Modified in place: ``values``.

    Parameters
    ----------
    table
        For each hand of player 0 and each of player 1, how many boards the first wins, less those
        that it loses.
    player
        Whose hands.
    first, second
        How many hands player 0 and player 1 have.
    reach
        The opponent's.
    pay
        What a board is worth.
    values
        The player's.
    low, high
        From which of the player's hands to which, the last not included. What a hand wins has the
        same bits whichever others are asked for.
    """
    if player == 1:
        for hand in range(first):
            won, row = -pay * reach[hand], table[hand * second :]
            for other in range(low, high):
                values[other] += won * np.float32(row[other])
        return
    step = 4 * WIDTH
    whole = second // step * step
    for hand in range(low, high):
        row = table[hand * second :]
        a = b = c = d = lanes(reach, 0) * np.float32(0.0)
        for other in range(0, whole, step):
            a = a + lanes(row, other) * lanes(reach, other)
            b = b + lanes(row, other + WIDTH) * lanes(reach, other + WIDTH)
            c = c + lanes(row, other + 2 * WIDTH) * lanes(reach, other + 2 * WIDTH)
            d = d + lanes(row, other + 3 * WIDTH) * lanes(reach, other + 3 * WIDTH)
        found = sum_of((a + b) + (c + d))
        for other in range(whole, second):
            found += np.float32(row[other]) * reach[other]
        values[hand] += pay * found
