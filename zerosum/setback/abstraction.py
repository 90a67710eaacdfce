"""The abstraction of the original *Setback*, as factors.

In the auction, and when trump is established, a seat sees the highest bid and the shape of one or
two suits. In the playout it sees what the points depend on, the trick so far, and its abstract
actions; of its own hand it sees only these, and nothing of who bid what. That is
``absent_minded``, where one path can meet an infoset twice; ``states`` adds the number of the
trick, or of the bid.

The factors are functions of :class:`zerosum.setback.InfoSet`.

A seat in the auction, and one in the playout:

>>> from zerosum.cards import card, parse
>>> from zerosum.setback import BID_THREE, PASS, Setback, spell
>>> game = Setback()
>>> for hand in ("AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd", "7s6s5s 9c8c7c"):
...     game = game.apply(parse(hand).mask)
>>> bidder = game.infoset(0)
>>> [spell(action) for action in actions(bidder)], may_bid(bidder, 4)
(['pass', 'bid 2', 'bid 3', 'bid 4'], True)
>>> len(actions_with_fours(bidder)), team(bidder), highest_bid(bidder), turn(bidder)
(4, 0, 0, 0)
>>> bin(first_suit(bidder)), second_suit(bidder), playing(bidder)
('0b110100001001', -1, False)
>>> for action in (BID_THREE, PASS, PASS, PASS, card("As")):
...     game = game.apply(action)
>>> seat = game.infoset(1)
>>> playing(seat), turn(seat), cards_in_trick(seat), winning(seat), void_after(seat)
(True, 0, 29, 0, 0)
>>> low_taken(seat), jack_taken(seat), behind(seat), opened_high(seat)
(13, False, False, None)
"""

from zerosum.abstraction import algebraic, given, unless
from zerosum.cards import popcount
from zerosum.setback.actions import BID_FOUR, FIRST_SUIT, PASS
from zerosum.setback.infoset import InfoSet
from zerosum.setback.rules import (
    FIVE,
    JACK,
    NO_RANK,
    TEN,
    candidates,
    game_points,
    jack_of,
    lowest,
    of_suit,
)

LOW = 4
"""The class of a rank below ten that does not count, printed as x."""

_LOW_CARDS = (1 << 4 * TEN) - 1


def shape(hand: int, suit: int) -> int:
    """Return the shape of a suit: its ranks from ten to ace, and its lowest card; -1 if empty.

    Other ranks are only counted. The low four bits are the lowest rank, the next three the number
    of other cards below ten, and then there is a bit for each of ten to ace.

    >>> from zerosum.cards import parse
    >>> bin(shape(parse("AsTs8s7s3s").mask, 3)), shape(0, 3)
    ('0b100010100001', -1)
    """
    held = hand & of_suit(suit)
    if held == 0:
        return -1
    least = lowest(held)
    found = popcount(held & _LOW_CARDS & ~(1 << least)) << 4 | least >> 2
    for rank in range(TEN, NO_RANK):
        found |= (held >> 4 * rank + suit & 1) << 7 + rank - TEN
    return found


@algebraic
def team(infoset: InfoSet) -> int:
    """Return the team of the seat: 0 if it bids first."""
    return infoset.seat & 1


@algebraic
def playing(infoset: InfoSet) -> bool:
    """Return whether trump has been established."""
    return infoset.trump >= 0


@algebraic
def highest_bid(infoset: InfoSet) -> int:
    """Return the highest bid, 0 if there is none; the own one if trump is to be established."""
    return infoset.high


@algebraic
def first_suit(infoset: InfoSet) -> int:
    """Return the shape of the suit that is the first candidate for trump."""
    return shape(infoset.dealt.mask, candidates(infoset.dealt.mask)[0])


@algebraic
def second_suit(infoset: InfoSet) -> int:
    """Return the shape of the suit that is the second candidate for trump, -1 if there is none."""
    suit = candidates(infoset.dealt.mask)[1]
    return shape(infoset.dealt.mask, suit) if suit >= 0 else -1


@algebraic
def opened_high(infoset: InfoSet) -> bool | None:
    """Return whether the first card led was a jack or higher; None in the first trick."""
    return infoset.card_at(0) >> 2 >= JACK if infoset.trick > 0 else None


@algebraic
def low_taken(infoset: InfoSet) -> int:
    """Return the lowest trump in the tricks so far: its rank, 13 if there is none.

    It is ``LOW`` if it is above five, or the seat was dealt a lower one.
    """
    rank = infoset.lowest_taken
    if rank == NO_RANK:
        return NO_RANK
    return LOW if rank > FIVE or infoset.lowest_dealt < rank else rank


@algebraic
def jack_taken(infoset: InfoSet) -> bool:
    """Return whether the jack of trump is in one of the tricks so far."""
    return (infoset.own.mask | infoset.other.mask) & jack_of(infoset.trump) > 0


@algebraic
def behind(infoset: InfoSet) -> bool:
    """Return whether the own team has fewer game points in its tricks than the other."""
    return game_points(infoset.own.mask) < game_points(infoset.other.mask)


@algebraic
def void_after(infoset: InfoSet) -> int:
    """Return which later players of the trick are known to have no trump; the next is bit 0."""
    found = 0
    for after in range(1, infoset.seats - infoset.place):
        found |= (infoset.voids >> (infoset.seat + after) % infoset.seats & 1) << after - 1
    return found


@algebraic
def cards_in_trick(infoset: InfoSet) -> int:
    """Return the classes of up to three cards of the trick, five bits each, the first card lowest.

    A class is 1 plus the rank, and 16 more for a trump. Ranks below ten are ``LOW``, except those
    of trumps that count (:meth:`zerosum.setback.InfoSet.counts`).
    """
    found = 0
    for place in range(infoset.place):
        card = infoset.card_at(infoset.count - infoset.place + place)
        trump = card & 3 == infoset.trump
        shown = card >> 2 >= TEN or (trump and infoset.counts(card >> 2))
        found |= 1 + (card >> 2 if shown else LOW) + 16 * trump << 5 * place
    return found


@algebraic
def winning(infoset: InfoSet) -> int:
    """Return which card of the trick wins it so far, 0 for the first; -1 to lead."""
    for place in range(infoset.place):
        if infoset.card_at(infoset.count - infoset.place + place) == infoset.best:
            return place
    return -1


@algebraic
def turn(infoset: InfoSet) -> int:
    """Return the number of the trick, 0 for the first; before the playout, the number of bids."""
    return infoset.trick if infoset.trump >= 0 else infoset.made


def may_bid(infoset: InfoSet, bid: int) -> bool:
    """Return whether the original bids so: 4 only with a jack in a suit that may become trump."""
    if not infoset.may_bid(bid):
        return False
    hand = infoset.dealt.mask
    first, second = candidates(hand)
    return bid < 4 or hand & jack_of(first) > 0 or (second >= 0 and hand & jack_of(second) > 0)


@algebraic
def actions(infoset: InfoSet) -> tuple[int, ...]:
    """Return the bids that the original considers, or the abstract actions of the playout."""
    menu: list[int] = []
    if infoset.bidding:
        menu.append(PASS)
        for bid in range(2, 5):
            if may_bid(infoset, bid):
                menu.append(PASS + bid)
        return tuple(menu)
    rest = infoset.kinds()
    while rest:
        menu.append(FIRST_SUIT + lowest(rest))
        rest &= rest - 1
    return tuple(menu)


@algebraic
def actions_with_fours(infoset: InfoSet) -> tuple[int, ...]:
    """Return the same, and a bid of 4 wherever it is legal."""
    menu: tuple[int, ...] = actions(infoset)
    if infoset.bidding and infoset.may_bid(4) and not may_bid(infoset, 4):
        return (*menu, BID_FOUR)
    return menu


auction = highest_bid * first_suit * second_suit
playout = opened_high * low_taken * jack_taken * behind * void_after * cards_in_trick * winning
absent_minded = team * unless(playing, auction) * given(playing, playout) * actions
states = absent_minded * turn
