"""One deal of Setback, as a zero-sum game of two teams.

The rules are those of Auction Pitch as Brian Berns' *Setback* plays it: bids of 2, 3 and 4, which
the dealer may take over at 4; no bid is forced, and nobody has to hold the jack.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, draw, popcount
from zerosum.errors import GameError
from zerosum.game import Hooks
from zerosum.rng import Random
from zerosum.setback.actions import BID_FOUR, PASS
from zerosum.setback.infoset import FIRST_ABSTRACT, InfoSet
from zerosum.setback.rules import beats, game_points, highest, jack_of, lowest, of_suit
from zerosum.setback.words import spell

MOST_LISTED = 12
"""The most cards left of which all hands are listed."""


@dataclass(frozen=True)
class Setback:
    """A deal of Setback; without arguments, the start of one.

    Hands are dealt from the dealer's left, which is seat 0. Player 0 is the team of the even seats,
    so it bids first; player 1 is the team of the dealer. ``active`` is the team, ``seat`` the seat.

    Actions are numbers: 0 to 51 play a card, ``PASS``, ``BID_TWO``, ``BID_THREE`` and ``BID_FOUR``
    bid, and those of :mod:`zerosum.setback.actions` play a card of a kind. An outcome of chance is
    a hand, as the mask of :class:`zerosum.cards.Cards`.

    Parameters
    ----------
    deck
        The cards to deal from.
    size
        Cards a hand, at most 6.
    seats
        4; or 2, where a team is a single seat.
    scores
        Of the players, in a match before this deal. They change no payoff here.
    dealt
        The hands, as they were dealt.
    due
        The number of hands to deal; -1 for all.
    seat
        The seat to act.
    bids, made, high, bidder
        The bids as :class:`InfoSet` has them, how many there are, the highest, 0 if none, and the
        seat that made it, or -1.
    trump
        The suit, -1 until the first card is led.
    plays, count, played
        The cards played in order, as :class:`InfoSet` has them, their number, and their set.
    led, best, winner
        The card led to the trick, the one that wins it so far, and the seat that played that.
    taken
        The cards in the tricks of each team.
    voids
        The seats that did not follow a lead of trump, one bit each.
    terminal
        Whether all passed, or all points are decided.

    Raises
    ------
    GameError
        If the deck is too small for the hands, or their number or size is out of range.

    Examples
    --------
    >>> from zerosum.cards import card, parse
    >>> from zerosum.setback import BID_THREE, spell
    >>> game = Setback()
    >>> for hand in ("AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd", "7s6s5s 9c8c7c"):
    ...     game = game.apply(parse(hand).mask)
    >>> game = game.apply(BID_THREE).apply(PASS).apply(PASS).apply(PASS).apply(card("As"))
    >>> [spell(action) for action in game.infoset(1).actions()]
    ['2s', '9s', 'Qs']
    """

    players: ClassVar[int] = 2
    hooks = Hooks(
        terms="zerosum.setback.terminal:SetbackTerms", series="zerosum.setback.match:Match"
    )

    deck: Cards = FULL_DECK
    size: int = 6
    seats: int = 4
    scores: tuple[int, int] = (0, 0)
    dealt: tuple[Cards, Cards, Cards, Cards] = (NO_CARDS, NO_CARDS, NO_CARDS, NO_CARDS)
    due: int = -1
    seat: int = 0
    bids: int = 0
    made: int = 0
    high: int = 0
    bidder: int = -1
    trump: int = -1
    plays: tuple[int, int, int] = (0, 0, 0)
    count: int = 0
    played: Cards = NO_CARDS
    led: int = -1
    best: int = -1
    winner: int = -1
    taken: tuple[Cards, Cards] = (NO_CARDS, NO_CARDS)
    voids: int = 0
    terminal: bool = False

    def __post_init__(self) -> None:
        if self.seats not in (2, 4) or not 1 <= self.size <= 6:
            raise GameError(
                f"A table of Setback must have 2 or 4 seats and hands of 1 to 6 cards; got "
                f"{self.seats!r} and {self.size!r}: leave them out for the usual 4 and 6.",
                (self.seats, self.size),
            )
        if len(self.deck) < self.seats * self.size:
            raise GameError(
                f"The deck of Setback must have {self.seats * self.size} cards or more for "
                f"{self.seats} hands of {self.size}; got {len(self.deck)}: deal fewer cards.",
                self.deck,
            )

    @property
    def origin(self) -> Setback:
        """The start of a deal without scores."""
        return Setback(deck=self.deck, size=self.size, seats=self.seats)

    @property
    def chance(self) -> bool:
        """Whether a hand is dealt next."""
        return self.due != 0

    @property
    def active(self) -> int:
        """The team of the seat to act."""
        return self.seat & 1

    @property
    def everything(self) -> Cards:
        """The cards of all hands, as dealt."""
        return self.hands_of(0) | self.hands_of(1)

    def hands_of(self, player: int) -> Cards:
        """Return the cards dealt to a team."""
        return self.dealt[player] | self.dealt[player + 2]

    def chances(self) -> dict[int, float]:
        """Return each hand that may be dealt, with its probability, if few cards are left."""
        left = (self.deck - self.everything).mask
        if popcount(left) > MOST_LISTED:
            raise NotImplementedError("the hands of a large deck are too many to list")
        hands: list[int] = []
        hand = left
        while hand:
            if popcount(hand) == self.size:
                hands.append(hand)
            hand = (hand - 1) & left
        return {hand: 1 / len(hands) for hand in hands}

    def sample(self, rng: Random | None = None) -> int:
        """Deal a hand of the cards that are left."""
        if rng is None:
            rng = Random()
        used = FULL_DECK - (self.deck - self.everything)
        hand = 0
        for _ in range(self.size):
            card = draw(used, rng)
            used = used.with_card(card)
            hand |= 1 << card
        return hand

    def infoset(self, player: int) -> InfoSet:
        """Return what the seat to act knows; for the other team, the seat that follows it."""
        seat = self.seat if self.active == player else (self.seat + 1) % self.seats
        return InfoSet(
            seat=seat,
            dealt=self.dealt[seat],
            bids=self.bids,
            plays=self.plays,
            scores=self.scores if player == 0 else (self.scores[1], self.scores[0]),
            seats=self.seats,
            played=self.played,
            high=self.high,
            bidder=self.bidder,
            made=self.made,
            trump=self.trump,
            led=self.led,
            best=self.best,
            count=self.count,
            own=self.taken[player],
            other=self.taken[1 - player],
            voids=self.voids,
        )

    def points(self, player: int) -> int:
        """Return the points that a team has made, at the end: high, low, jack and game."""
        if self.trump < 0:
            return 0
        trumps = self.everything.mask & of_suit(self.trump)
        own, other = self.taken[player], self.taken[1 - player]
        made = int(highest(trumps) in self.hands_of(player))
        made += int(lowest(trumps) in own)
        made += int(own.mask & jack_of(self.trump) > 0)
        return made + int(game_points(own.mask) > game_points(other.mask))

    def score(self, player: int) -> int:
        """Return what a team scores, at the end: its points, or minus its bid if it is set back."""
        made = self.points(player)
        if self.bidder >= 0 and self.bidder & 1 == player and made < self.high:
            return -self.high
        return made

    def payoff(self, player: int) -> float:
        """Return the score of a team less that of the other."""
        return float(self.score(player) - self.score(1 - player))

    def apply(self, action: int) -> Self:
        """Deal a hand, bid, or play a card.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        if self.due != 0:
            return self._deal(action)
        if self.terminal:
            raise GameError(f"The deal must go on for a move; got {spell(action)} after its end.")
        if self.made < self.seats:
            return self._bid(action)
        return self._play(action)

    def _deal(self, hand: int) -> Self:
        due = self.seats if self.due < 0 else self.due
        if hand <= 0 or popcount(hand) != self.size or hand & ~(self.deck - self.everything).mask:
            raise GameError(
                f"A hand must be {self.size} cards that are left in the deck; got the number "
                f"{hand}: deal the mask of a set, as parse('AhKd').mask."
            )
        seat, new = self.seats - due, Cards(hand)
        first, second, third, fourth = self.dealt
        dealt = (
            new if seat == 0 else first,
            new if seat == 1 else second,
            new if seat == 2 else third,
            new if seat == 3 else fourth,
        )
        return replace(self, dealt=dealt, due=due - 1)

    def _bid(self, action: int) -> Self:
        bid = action - PASS
        if bid != 0 and not (PASS + 2 <= action <= BID_FOUR):
            raise GameError(f"A seat must bid or pass in the auction; got {spell(action)}.")
        if bid > 0 and not self.infoset(self.active).may_bid(bid):
            raise GameError(
                f"A bid must exceed the highest, {self.high}, unless the dealer takes over a 4; "
                f"got {bid} from seat {self.seat}: pass, or bid more."
            )
        made = self.made + 1
        high = max(self.high, bid)
        bidder = self.seat if bid > 0 else self.bidder
        return replace(
            self,
            bids=self.bids | (bid + 1) << 3 * self.made,
            made=made,
            high=high,
            bidder=bidder,
            seat=made if made < self.seats else max(bidder, 0),
            terminal=made == self.seats and high == 0,
        )

    def _play(self, action: int) -> Self:
        infoset = self.infoset(self.active)
        if PASS <= action < FIRST_ABSTRACT:
            raise GameError(
                f"A bid must be made in the auction; got {spell(action)} later: play a card."
            )
        card = infoset.concrete(action)
        if card < 0 or card not in infoset.hand:
            raise GameError(
                f"A card must be in the hand that plays it; got {spell(action)} from seat "
                f"{self.seat}, which holds {infoset.hand}."
            )
        if infoset.legal() >> card & 1 == 0:
            raise GameError(
                f"A seat that holds the suit led must follow suit or play trump; got "
                f"{spell(card)} from seat {self.seat}, which holds {infoset.hand}."
            )
        trump = card & 3 if self.trump < 0 else self.trump
        wins = self.led < 0 or beats(card, self.best, trump)
        voids = self.voids
        if self.led >= 0 and self.led & 3 == trump and card & 3 != trump:
            voids |= 1 << self.seat
        word, code = self.count >> 3, (card + 1) << 6 * (self.count & 7)
        first, second, third = self.plays
        after = replace(
            self,
            seat=(self.seat + 1) % self.seats,
            trump=trump,
            plays=(
                first | code if word == 0 else first,
                second | code if word == 1 else second,
                third | code if word == 2 else third,
            ),
            count=self.count + 1,
            played=self.played.with_card(card),
            led=card if self.led < 0 else self.led,
            best=card if wins else self.best,
            winner=self.seat if wins else self.winner,
            voids=voids,
        )
        return after._take() if after.count % self.seats == 0 else after

    def _take(self) -> Self:
        """Give the trick to its winner, who leads next; end the deal if all is decided."""
        first, second = self.taken
        trick = self.played - first - second
        taken = (first | trick, second) if self.winner & 1 == 0 else (first, second | trick)
        return replace(
            self,
            taken=taken,
            seat=self.winner,
            led=-1,
            best=-1,
            terminal=self._decided(taken[0].mask, taken[1].mask),
        )

    def _decided(self, first: int, second: int) -> bool:
        """Return whether nobody can win or lose a point any more."""
        left = (self.everything - self.played).mask
        low = lowest(self.everything.mask & of_suit(self.trump))
        if left >> low & 1 or left & jack_of(self.trump):
            return False
        rest = game_points(left)
        lead = abs(game_points(first) - game_points(second))
        return rest == 0 or lead > rest
