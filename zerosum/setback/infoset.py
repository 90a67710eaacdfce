"""What the seat to act knows, its legal actions, and the card that each abstract action plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from zerosum.cards import NO_CARDS, SUITS, Cards, name
from zerosum.setback import actions as act
from zerosum.setback.rules import (
    FIVE,
    TEN,
    beats,
    candidates,
    highest,
    legal,
    lowest,
    lowest_rank,
    of_suit,
    opening,
)
from zerosum.support.rendering import infoset_page

FIRST_ABSTRACT = act.FIRST_SUIT
NO_CARD = -1
_KINDS = act.DUCK + 1 - FIRST_ABSTRACT


@dataclass(frozen=True)
class InfoSet:
    """What one seat knows: the cards dealt to it, the bids, and the cards played, in order.

    A team is one player of the game, and its seats do not see each other's cards.

    Parameters
    ----------
    seat
        0 is the dealer's left; even seats are player 0.
    dealt
        The cards dealt to the seat.
    bids
        The bids from the first seat on, an octal digit each: 1 is a pass, otherwise the bid plus 1.
    plays
        The cards played so far, plus 1, six bits each and eight to a word.
    scores
        Of the own team and of the other, in a match before this deal.
    seats
        The number of seats at the table.

    played, high, bidder, made, trump, led, best, count, voids
        As in :class:`zerosum.setback.Setback`. These and the next two follow from the fields
        before, and are not compared.
    own, other
        The cards in the tricks of the own team and of the other.

    Examples
    --------
    >>> from zerosum.cards import card, parse
    >>> dealt = parse("Th9h KsQs 4d3c")
    >>> seat = InfoSet(1, dealt, 0, (0, 0, 0), trump=2, led=card("Jh"), bidder=0)
    >>> seat.player, seat.hand == dealt, Cards(seat.legal())  # to follow suit, or to trump
    (1, True, Cards(Th9h))
    """

    max_actions: ClassVar[int] = 16

    _repr_html_ = infoset_page

    seat: int
    dealt: Cards
    bids: int
    plays: tuple[int, int, int]
    scores: tuple[int, int] = (0, 0)
    seats: int = field(default=4, compare=False)
    played: Cards = field(default=NO_CARDS, compare=False)
    high: int = field(default=0, compare=False)
    bidder: int = field(default=-1, compare=False)
    made: int = field(default=0, compare=False)
    trump: int = field(default=-1, compare=False)
    led: int = field(default=NO_CARD, compare=False)
    best: int = field(default=NO_CARD, compare=False)
    count: int = field(default=0, compare=False)
    own: Cards = field(default=NO_CARDS, compare=False)
    other: Cards = field(default=NO_CARDS, compare=False)
    voids: int = field(default=0, compare=False)

    @property
    def player(self) -> int:
        """The team of the seat."""
        return self.seat & 1

    @property
    def hand(self) -> Cards:
        """The cards that the seat still holds."""
        return self.dealt - self.played

    @property
    def bidding(self) -> bool:
        """Whether the auction goes on."""
        return self.made < self.seats

    @property
    def trick(self) -> int:
        """The number of the trick, 0 for the first."""
        return self.count // self.seats

    @property
    def place(self) -> int:
        """The number of cards in the trick so far."""
        return self.count % self.seats

    def card_at(self, number: int) -> int:
        """Return a card that has been played, by its number in the order of play."""
        return (self.plays[number >> 3] >> 6 * (number & 7) & 63) - 1

    @property
    def lowest_dealt(self) -> int:
        """The rank of the lowest trump dealt to the seat, 13 if none was."""
        return lowest_rank(self.dealt.mask & of_suit(self.trump))

    @property
    def lowest_taken(self) -> int:
        """The rank of the lowest trump in the tricks of both teams, 13 if there is none."""
        return lowest_rank((self.own.mask | self.other.mask) & of_suit(self.trump))

    def counts(self, rank: int) -> bool:
        """Return whether a trump of a rank counts: for the game, or perhaps as the low.

        Ten and higher count for the game. Five and lower may be the low if no trump taken so far
        is lower and the seat was dealt no lower one.
        """
        return rank >= TEN or (
            rank <= FIVE and rank < self.lowest_taken and rank <= self.lowest_dealt
        )

    def legal(self) -> int:
        """Return the cards that may be played, as a mask."""
        return legal(self.hand.mask, self.led, self.trump)

    def may_bid(self, bid: int) -> bool:
        """Return whether a bid of 2, 3 or 4 exceeds the highest, or the dealer takes over a 4."""
        return bid > self.high or (bid == 4 and self.seat == self.seats - 1)

    def actions(self) -> tuple[int, ...]:
        """Return the pass and the legal bids, or the legal cards from the lowest."""
        menu: list[int] = []
        if self.bidding:
            menu.append(act.PASS)
            for bid in range(2, 5):
                if self.may_bid(bid):
                    menu.append(act.PASS + bid)
            return tuple(menu)
        rest = self.legal()
        while rest:
            menu.append(lowest(rest))
            rest &= rest - 1
        return tuple(menu)

    def kind(self, card: int) -> int:
        """Return the abstract action that a legal card belongs to, once trump is established.

        >>> from zerosum.cards import card
        >>> from zerosum.setback import spell
        >>> infoset = InfoSet(1, NO_CARDS, 0, (0, 0, 0), trump=3, led=card("9h"), best=card("Jh"))
        >>> [spell(infoset.kind(card(name))) for name in ("Th", "Kh", "2s", "6s", "Qd")]
        ['lose with T', 'win with K', 'trump 2', 'win with trump x', 'discard a game card']
        """
        suit, rank = card & 3, card >> 2
        if suit == self.trump:
            if self.counts(rank):
                return act.TRUMP + rank
            if self.led < 0:
                return act.LEAD_TRUMP
            return act.TRUMP_WINS if beats(card, self.best, self.trump) else act.TRUMP_LOSES
        if self.led < 0:
            return act.LEAD_STRONG if rank > TEN else act.LEAD_WEAK
        if suit == self.led & 3:
            wins = beats(card, self.best, self.trump)
            return (act.SUIT_WINS if wins else act.SUIT_LOSES) + max(0, rank - TEN + 1)
        if rank == TEN:
            return act.DISCARD_TEN
        return act.DISCARD_GAME if rank > TEN else act.DUCK

    def kinds(self) -> int:
        """Return the abstract actions of the playout as a mask, the lowest bit for the first."""
        if self.trump < 0:
            return 1 if candidates(self.dealt.mask)[1] < 0 else 3
        found = 0
        rest = self.legal()
        while rest:
            found |= 1 << self.kind(lowest(rest)) - FIRST_ABSTRACT
            rest &= rest - 1
        return found

    def concrete(self, action: int) -> int:
        """Return the action of the full game that an action amounts to; -1 if there is none.

        An abstract action plays the lowest card of its kind if it leads a weak card, loses or
        ducks, and the highest of all others; of equal ranks, clubs are lowest and spades highest.
        """
        if action < FIRST_ABSTRACT:
            return action
        if self.trump < 0:
            if action > act.SECOND_SUIT:
                return NO_CARD
            suit = candidates(self.dealt.mask)[action - act.FIRST_SUIT]
            return opening(self.dealt.mask, suit) if suit >= 0 else NO_CARD
        fitting = 0
        rest = self.legal()
        while rest:
            if self.kind(lowest(rest)) == action:
                fitting |= rest & -rest
            rest &= rest - 1
        if fitting == 0:
            return NO_CARD
        return lowest(fitting) if plays_lowest(action) else highest(fitting)

    def __str__(self) -> str:
        bids = "".join(" -?234"[self.bids >> 3 * seat & 7] for seat in range(self.made))
        trump = SUITS[self.trump] if self.trump >= 0 else ""
        plays = [name(self.card_at(number)) for number in range(self.count)]
        return " ".join(part for part in (f"{self.seat}: {self.hand}", bids, trump, *plays) if part)


def plays_lowest(action: int) -> bool:
    """Return whether an abstract action plays the lowest card of its kind."""
    loses = act.SUIT_LOSES <= action < act.DISCARD_TEN
    return loses or action in (act.LEAD_WEAK, act.TRUMP_LOSES, act.DUCK)
