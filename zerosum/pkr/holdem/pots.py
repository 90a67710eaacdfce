"""Who wins which chips: the main pot, the side pots, and how they are split.

For each distinct number of chips that a live seat has put in there is a pot: what all seats put in
up to it, folded ones included, and above the pot before. The live seats that put in as much contest
it, and the best of them share it. What a bet or raise adds to the highest that another seat paid is
no part of any pot: it goes back.

A seat that has mucked gives up all pots that another one contests. So it counts as a live one with
the worst hand, and of several such seats the last one to muck has the best of these hands.

Three seats are all-in for 10, 20 and 30 chips, and the shortest has the best hand:

>>> from zerosum.cards import parse
>>> from zerosum.pkr import Allin, Call, Deal, NoLimitHoldem
>>> hand = NoLimitHoldem(players=3, stacks=(10, 20, 30))
>>> for cards in ("AcAd", "KcKd", "QcQd"):
...     for card in parse(cards):
...         hand = hand.apply(Deal(card))
>>> for action in (Allin(), Call(), Call(), *map(Deal, parse("2h3h4s7s8d"))):
...     hand = hand.apply(action)
>>> pots_of(hand), [winnings(hand, seat) // UNIT for seat in range(3)]
([(30, 7, 1), (20, 6, 2)], [30, 20, 10])
>>> highest, called = two_highest(hand)
>>> highest, called, put_in(hand, called, 2), mucked(hand), rivals(hand, 1)
(30, 20, 20, 0, (1, 2))
>>> next_level(hand, 0b111, called, 10), chips_upto(hand, called, 10)
(20, 30)
>>> bin(contenders(hand, 0b111, called, 20))
'0b110'
"""

from zerosum.cards import popcount
from zerosum.game import History
from zerosum.pkr.holdem.betting import UNIT
from zerosum.pkr.holdem.rules import OddChips


def winnings(hand: History, seat: int) -> int:
    """Return what a seat takes from all pots of a finished hand, in parts of a chip.

    Parameters
    ----------
    hand
        The hand, after its last action; at a showdown all live seats have cards.
    seat
        The seat.
    """
    me, entitled = 1 << seat, hand.live | mucked(hand)
    if entitled & me == 0:
        return 0
    if entitled == me:
        return int(hand.total * UNIT)
    better, equal = rivals(hand, seat)
    highest, called = two_highest(hand)
    taken, below, level = (
        max(0, hand.paid[seat] - called) * UNIT,
        0,
        next_level(hand, entitled, called, -1),
    )
    while level >= 0 and put_in(hand, called, seat) >= level:
        after = next_level(hand, entitled, called, level)
        upto = hand.total - (highest - called)
        if after >= 0:
            upto = chips_upto(hand, called, level)
        sharing = contenders(hand, entitled, called, level)
        if sharing & better == 0:
            taken += share_of(hand, upto - below, sharing & equal, seat)
        below, level = upto, after
    return int(taken)


def pots_of(hand: History) -> list[tuple[int, int, int]]:
    """Return the pots of a showdown, the main pot first.

    Pots of the same seats are one pot. What nobody called is in none.

    Parameters
    ----------
    hand
        The hand, after its last card.

    Returns
    -------
    Of each pot the chips, the seats that contest it, and those of them that share it.
    """
    highest, called = two_highest(hand)
    entitled = hand.live | mucked(hand)
    found, below, level = [], 0, next_level(hand, entitled, called, -1)
    while level >= 0:
        after = next_level(hand, entitled, called, level)
        upto = chips_upto(hand, called, level) if after >= 0 else hand.total - (highest - called)
        sharing, best = contenders(hand, entitled, called, level), 0
        for seat in range(hand.players):
            if sharing >> seat & 1 and rivals(hand, seat)[0] & sharing == 0:
                best |= 1 << seat
        found.append((int(upto - below), sharing, best))
        below, level = upto, after
    return found


def share_of(hand: History, pot: int, winners: int, seat: int) -> int:
    """Return what one of the seats that share a pot gets of it, in parts of a chip.

    >>> from zerosum.pkr.holdem import NoLimitHoldem, OddChips
    >>> for odd in OddChips:
    ...     game = NoLimitHoldem(players=3, whole=True, odd=odd)
    ...     print([share_of(game, 11, 0b111, seat) // UNIT for seat in range(3)])
    [4, 4, 3]
    [5, 3, 3]
    """
    among = popcount(winners)
    if not hand.whole:
        return pot * UNIT // among
    below, after_button = (1 << seat) - 1, -(1 << hand.first)
    ahead = below & after_button if seat >= hand.first else below | after_button
    place, rest = popcount(winners & ahead), pot % among
    extra = int(place < rest)
    if hand.odd == OddChips.FIRST:
        extra = rest if place == 0 else 0
    return (pot // among + extra) * UNIT


def mucked(hand: History) -> int:
    """Return the set of the seats that have mucked."""
    found = 0
    for seat in hand.mucked:
        found |= 1 << seat
    return found


def rivals(hand: History, seat: int) -> tuple[int, int]:
    """Return the seats whose cards are better, and those whose cards are equal, its own too.

    Cost: one evaluation of a hand a live seat, none if only one is live.
    """
    me, better, equal = 1 << seat, 0, 1 << seat
    if hand.live & me == 0:
        for other in hand.mucked:
            better = 0 if other == seat else better | 1 << other
        return hand.live | better, me
    if hand.live == me:
        return 0, me
    own = hand.value(seat)
    for other in range(hand.players):
        if other != seat and hand.live >> other & 1:
            value = hand.value(other)
            if value > own:
                better |= 1 << other
            elif value == own:
                equal |= 1 << other
    return better, equal


def two_highest(hand: History) -> tuple[int, int]:
    """Return the two largest numbers of chips that seats have paid: the second was called."""
    first, second = 0, 0
    for seat in range(hand.players):
        paid = hand.paid[seat]
        second = max(second, min(first, paid))
        first = max(first, paid)
    return first, second


def put_in(hand: History, called: int, seat: int) -> int:
    """Return the chips of a seat that count for the pots' layers."""
    paid = min(hand.paid[seat], called)
    return int(paid + hand.posted[seat] if hand.trim else paid)


def next_level(hand: History, seats: int, called: int, level: int) -> int:
    """Return the least chips above a level that one of some seats put in; -1 if none did."""
    found = -1
    for seat in range(hand.players):
        if seats >> seat & 1:
            chips = put_in(hand, called, seat)
            if chips > level and (found < 0 or chips < found):
                found = chips
    return found


def chips_upto(hand: History, called: int, level: int) -> int:
    """Return the chips of all seats up to a level, with the antes that join the main pot."""
    found = 0
    for seat in range(hand.players):
        found += min(put_in(hand, called, seat), level)
        if not hand.trim:
            found += hand.posted[seat]
    return found


def contenders(hand: History, seats: int, called: int, level: int) -> int:
    """Return those of some seats that put in as many chips as a level."""
    found = 0
    for seat in range(hand.players):
        if seats >> seat & 1 and put_in(hand, called, seat) >= level:
            found |= 1 << seat
    return found
