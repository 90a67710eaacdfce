"""The common part of limit and no-limit hold'em: cards, showdowns, and the end of a street."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Annotated, Any, Self

from zerosum.actions import FIXED, UpTo
from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError
from zerosum.game import Hooks, aside
from zerosum.pkr.actions import Bet, Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.face import Poker
from zerosum.pkr.hands.deck import FULL, Deck, above, lowest, ways
from zerosum.pkr.holdem.betting import FOLDED, MOST_SEATS, PASSED, RAISED, UNIT, Betting
from zerosum.pkr.holdem.pots import winnings
from zerosum.rng import Random

MOST_STREETS = 4
MOST_BOARD = 7
FACE_DOWN = 63
"""A card that is not known, in the hand of a seat."""


@dataclass(frozen=True)
class Holdem(Betting, Poker):
    """A hand of hold'em; the base class of :class:`LimitHoldem` and :class:`NoLimitHoldem`.

    Cards are dealt one at a time, seat by seat, and those of a hand or of a street in ascending
    order, so that each set of cards occurs once, and all are equally likely. When no seat can act
    any more, the missing cards of the board are dealt as one set.

    Parameters
    ----------
    deck
        The cards, and the order of hands.
    hole
        The cards of a hand, 1 or 2.
    board
        The cards that each street after the first adds to the board.
    hands
        The cards of the seats, one seat after another, in the order dealt.
    dealt
        The cards of the board, in the order dealt.
    used
        All of these.
    last
        The last card dealt of an incomplete set, otherwise -1.
    """

    hooks = Hooks(
        terms="zerosum.pkr.shows.terminal:PokerTerms",
        passive="zerosum.pkr.face:passive",
        details="zerosum.pkr.holdem.game:details",
        outline="zerosum.pkr.holdem.abstraction.outline:outline",
        again="zerosum.pkr.again:Again",
        explore="zerosum.pkr.ask.explore:explore",
        room="zerosum.pkr.holdem.room:room",
    )

    deck: Annotated[Deck, FIXED] = FULL
    hole: Annotated[int, FIXED] = 2
    board: Annotated[tuple[int, ...], UpTo(MOST_STREETS - 1, bits=6), FIXED] = (3, 1, 1)
    _: KW_ONLY
    hands: Annotated[tuple[int, ...], UpTo(2 * MOST_SEATS, bits=6)] = ()
    dealt: Annotated[tuple[int, ...], UpTo(MOST_BOARD, bits=6)] = ()
    used: Cards = NO_CARDS
    last: int = -1

    @property
    def due(self) -> int:
        """The number of cards of the current set that must still be dealt."""
        missing = self.players * self.hole - len(self.hands)
        if missing > 0:
            return (missing - 1) % self.hole + 1
        return self.shown - len(self.dealt)

    @property
    def shown(self) -> int:
        """The cards of the board that are dealt before a seat acts again."""
        found = 0
        for street in range(len(self.board)):
            if street < self.street or self.owed == 0:
                found += self.board[street]
        return found

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return not self.terminal and self.due > 0

    @property
    def left(self) -> Cards:
        """The cards that may still be dealt in the current set."""
        return above(self.deck.cards - self.used, self.last)

    @property
    def community(self) -> Cards:
        """The board."""
        found = 0
        for card in self.dealt:
            found |= 1 << card
        return Cards(found)

    def hand(self, seat: int) -> Cards:
        """Return the cards of a seat; none if they are face down."""
        found = 0
        for place in range(seat * self.hole, min((seat + 1) * self.hole, len(self.hands))):
            if self.hands[place] != FACE_DOWN:
                found |= 1 << self.hands[place]
        return Cards(found)

    @property
    def public(self) -> Self:
        """The hand without the cards of the seats."""
        return replace(self, hands=(), used=self.community, last=-1)

    def private(self, player: int) -> Cards:
        """Return the cards of the seat dealt so far."""
        return self.hand(player)

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each card that may be dealt next, with its probability."""
        left, then = self.left, self.due - 1
        every, rest = ways(len(left), self.due), len(left)
        found: dict[PokerAction, float] = {}
        for card in left:
            rest -= 1
            if rest >= then:
                found[Deal(card)] = ways(rest, then) / every
        return found

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Sample the next card of the current set."""
        if rng is None:
            rng = Random()
        left, due = self.left, self.due
        return Deal(lowest(left, due, rng.integer(ways(len(left), due))))

    def value(self, seat: int) -> int:
        """Return the value of the best five cards of a seat; higher is better.

        Raises
        ------
        GameError
            If its cards are face down.
        """
        hand = self.hand(seat)
        if len(hand) < self.hole:
            raise GameError("The cards of a seat must be known at a showdown")
        return self.deck.value(hand | self.community)

    def net(self, seat: int) -> int:
        """Return the net chips of a seat at the end, in parts of a chip: see ``UNIT``."""
        return winnings(self, seat) - (self.paid[seat] + self.posted[seat]) * UNIT

    @property
    def won(self) -> tuple[int, ...]:
        """The net chips of all seats at the end, in parts of a chip; they sum to 0."""
        return tuple([self.net(seat) for seat in range(self.players)])

    def payoff(self, player: int) -> float:
        """Return the net chips of a seat."""
        return self.net(player) / UNIT

    def apply(self, action: PokerAction) -> Self:
        """Return the hand after an action or a card.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        if isinstance(action, Deal):
            return self._deal(action.card)
        if self.chance or self.terminal:
            raise GameError("A player may act only while no card is due and the hand goes on")
        return self.act(action)

    @property
    def on_last_street(self) -> bool:
        """Whether no street follows this one."""
        return self.street == len(self.board)

    def _deal(self, card: int) -> Self:
        """Deal a card to the seat that lacks one, else to the board."""
        due = self.due
        if due == 0 or self.terminal:
            raise GameError("A card may be dealt only while one is due; it is a player's turn")
        left = self.left
        if card not in left or len(above(left, card)) < due - 1:
            raise GameError("A card must be in the deck, and a set be dealt in ascending order")
        last = card if due > 1 else -1
        used = self.used.with_card(card)
        if len(self.hands) < self.players * self.hole:
            over = self.owed == 0 and not self.board and len(used) == self.players * self.hole
            return replace(self, hands=(*self.hands, card), used=used, last=last, terminal=over)
        over = self.owed == 0 and due == 1
        return replace(self, dealt=(*self.dealt, card), used=used, last=last, terminal=over)

    def seated(self, seat: int, cards: Cards) -> Self:
        """Return the hand as one seat sees it: its cards are dealt, all others are face down.

        Raises
        ------
        GameError
            If cards are dealt already, or those of the seat are not a hand.
        """
        if self.hands or seat not in range(self.players) or len(cards) != self.hole:
            raise GameError(
                f"A seat must be 0 to {self.players - 1}, and get {self.hole} cards before any are "
                f"dealt; got seat {seat!r} with {len(cards)} cards, and {len(self.hands)} dealt.",
                cards,
            )
        hands = [FACE_DOWN] * (self.players * self.hole)
        hands[seat * self.hole : (seat + 1) * self.hole] = cards
        return replace(self, hands=tuple(hands), used=cards)

    @property
    @aside
    def owes(self) -> int:
        """The chips that a call of the seat to act adds."""
        return self.cost_of(self.active)

    @aside
    def hidden(self, seat: int) -> bool:
        """Return whether the cards of a seat are dealt face down."""
        return FACE_DOWN in self.hands[seat * self.hole : (seat + 1) * self.hole]

    @aside
    def holding(self, *hands: Cards) -> Self:
        """Return the hand in which the seats hold other cards; face down if there are none."""
        held, used = [FACE_DOWN] * (self.players * self.hole), self.community
        for seat in range(self.players):
            place, used = seat * self.hole, used | hands[seat]
            for card in hands[seat]:
                held[place] = card
                place += 1
        last = self.last if len(self.dealt) > 0 else -1
        return replace(self, hands=tuple(held), used=used, last=last)

    @aside
    def completes(self, card: int) -> bool:  # noqa: ARG002
        """Return whether a card that comes next is the last of the board."""
        return len(self.dealt) + 1 == sum(self.board)

    @aside
    def after_board(self, cards: Sequence[int]) -> Self:
        """Return the hand after all cards of the board that are due, in any order."""
        return super().after_board(sorted(cards))

    @property
    def start(self) -> Self:
        """The start of the hand."""
        names = [field.name for field in fields(self) if not field.kw_only]
        return type(self)(**{name: getattr(self, name) for name in names})

    def retraced(self) -> Iterator[tuple[Self, PokerAction]]:
        """Yield each action so far with the hand before it, without cards.

        Whether they were legal is not checked, since abstract hands of a translation may have
        other chips.
        """
        hand, levels = self.start, iter(self.levels)
        for done in self.line:
            seat = hand.active
            added = hand.cost_of(seat) if done == PASSED else 0
            action: PokerAction = Fold() if done == FOLDED else Call() if added > 0 else Check()
            if done == RAISED:
                added = next(levels) - hand.paid[seat]
                action = Bet(added)
            yield hand, action
            hand = hand.advance(done, added)

    @property
    def spelled(self) -> str:
        """The cards of each street and the betting, with a slash between streets.

        The betting is ``f`` for a fold, ``x`` for a check, ``c`` for a call, and ``b4`` for a bet
        or raise to 4 chips on the street; in limit hold'em ``b``.
        """
        betting = [""]
        for hand, action in self.retraced():
            betting += [""] * (hand.street + 1 - len(betting))
            betting[-1] += self.word(hand, action)
        betting += [""] * (min(self.street, len(self.board)) + 1 - len(betting))
        boards, at = [], 0
        for size in self.board:
            boards.append(str(Cards(sum(1 << card for card in self.dealt[at : at + size]))))
            at += size
        return " ".join([*filter(None, boards), "/".join(betting)])

    def word(self, before: Betting, action: PokerAction) -> str:
        """Return an action as it stands in ``spelled``."""
        if isinstance(action, Bet):
            return f"b{before.paid[before.active] + action.quantity - before.base}"
        return {Fold: "f", Check: "x", Call: "c"}[type(action)]

    def __str__(self) -> str:
        hands = [str(self.hand(seat)) or "?" for seat in range(self.players)]
        return " ".join([*hands, self.spelled]).rstrip()


def details(infoset: Any) -> tuple[int, int, int]:
    """Return the chips, which an exploiter tells apart where an abstraction merges them.

    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> details(NoLimitHoldem().infoset(0))
    (3, 1, 1)
    """
    return infoset.total, infoset.own, infoset.cost
