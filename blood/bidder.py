"""A player of Setback by rules of thumb, for trained strategies to beat.

It bids what its best suit promises of high, low, jack and game, and does not outbid its partner. Of
the cards that it may play, it takes the one that promises most: what is in the trick, times the
chance that its team wins it, less what the card may still win later. So it leads high trumps if
its team has bid, saves the jack until little beats it, gives its partner tens, and ducks other
tricks.

It is a menu of one action, so it plays as a strategy that knows nothing:
``StrategyAgent(Strategy.uniform(game), game)`` with ``game = Abstracted(Setback(), None, bidder)``.
"""

from zerosum.abstraction import algebraic
from zerosum.cards import FULL_DECK, popcount
from zerosum.setback import PASS, InfoSet
from zerosum.setback.abstraction import winning
from zerosum.setback.rules import (
    FIVE,
    JACK,
    TEN,
    beats,
    game_points,
    highest,
    jack_of,
    lowest,
    of_suit,
    opening,
)

LEAST = (0, 0, 15, 23, 31)
"""What a bid of 2, 3 and 4 needs, in tenths of points."""

# In game points: the point for the jack, that for the low if it is a two, a lead that draws trumps,
# and a trump that is kept.
_JACK, _LOW, _DRAWN, _KEPT = 20, 16, 30, 20


def promise(hand: int, suit: int) -> int:
    """Return how many points a suit promises as trump, in tenths.

    >>> from zerosum.cards import parse
    >>> [promise(parse(hand).mask, 3) for hand in ("AsKsJs2s 7h3d", "Qs9s4s AhKh7d")]
    [35, 15]
    """
    held = hand & of_suit(suit)
    if held == 0:
        return 0
    top, least, length = highest(held) >> 2, lowest(held) >> 2, popcount(held)
    value = max(0, 3 * top - 26) + max(0, 8 - 2 * least) + 2 * length
    if held & jack_of(suit):
        value += 8 if top > JACK or length > 3 else 4
    return value + game_points(hand) // 5


def best_suit(hand: int) -> int:
    """Return the suit that promises most."""
    best = 0
    for suit in range(1, 4):
        if promise(hand, suit) > promise(hand, best):
            best = suit
    return best


def bid(infoset: InfoSet) -> int:
    """Return the bid of a seat, 0 to pass: the least that wins if it is the last to bid."""
    if infoset.bidder >= 0 and infoset.bidder & 1 == infoset.seat & 1:
        return 0
    worth = promise(infoset.dealt.mask, best_suit(infoset.dealt.mask))
    last = infoset.made == infoset.seats - 1
    best = 0
    for points in range(2, 5):
        if infoset.may_bid(points) and worth >= LEAST[points] and not (last and best):
            best = points
    return best


def stake(infoset: InfoSet, card: int) -> int:
    """Return what a card brings to the team that takes it, in game points."""
    rank = card >> 2
    value = 10 if rank == TEN else max(0, rank - TEN)
    if card & 3 != infoset.trump:
        return value
    low = rank <= FIVE and infoset.counts(rank)
    return _JACK if rank == JACK else _LOW - 2 * rank if low else value


def chance(infoset: InfoSet, card: int) -> int:
    """Return the chance that the own team takes the trick after a card, roughly, in percent."""
    wins = infoset.led < 0 or beats(card, infoset.best, infoset.trump)
    best = card if wins else infoset.best
    rivals = of_suit(best & 3) & -(2 << best) | of_suit(infoset.trump) * (best & 3 != infoset.trump)
    threats = popcount(rivals & (FULL_DECK - infoset.played - infoset.dealt).mask)
    after = infoset.seats - 1 - infoset.place
    if wins or (infoset.place - winning(infoset)) % 2 == 0:
        return max(0, 100 - 20 * threats * ((after + 1) // 2))
    return min(40, 20 * threats) if after > 1 else 0


def merit(infoset: InfoSet, card: int) -> int:
    """Return what a card promises, in hundredths of game points."""
    value = stake(infoset, card)
    trump = card & 3 == infoset.trump
    if trump and infoset.led < 0 and infoset.bidder & 1 == infoset.seat & 1:
        value += _DRAWN
    for index in range(infoset.place):
        value += stake(infoset, infoset.card_at(infoset.count - infoset.place + index))
    return (2 * chance(infoset, card) - 100) * value - 100 * ((card >> 2) + _KEPT * trump)


@algebraic
def bidder(infoset: InfoSet) -> tuple[int, ...]:
    """Return the bid, or the card to play, as a menu of one."""
    if infoset.bidding:
        return (PASS + bid(infoset),)
    if infoset.trump < 0:
        return (opening(infoset.dealt.mask, best_suit(infoset.dealt.mask)),)
    rest = infoset.legal()
    best = lowest(rest)
    while rest:
        if merit(infoset, lowest(rest)) > merit(infoset, best):
            best = lowest(rest)
        rest &= rest - 1
    return (best,)
