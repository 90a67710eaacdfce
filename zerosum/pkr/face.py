"""What all poker games of the library offer beside their rules, under the same names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field
from typing import ClassVar, Protocol, Self

from zerosum.actions import offered
from zerosum.cards import NO_CARDS, Cards, name
from zerosum.errors import GameError
from zerosum.game import aside
from zerosum.pkr.actions import Call, Check, Deal, Fold, PokerAction, WithBets
from zerosum.pkr.hands.deck import Deck
from zerosum.rng import Random


def seats_of(some: int) -> list[int]:
    """Return the seats of a set, in order.

    >>> seats_of(0b101)
    [0, 2]
    """
    return [seat for seat in range(some.bit_length()) if some >> seat & 1]


class PokerInfoset(Protocol):
    """What a seat of any poker game knows, as far as it is asked for under the same names.

    Such infosets are dataclasses, so that ``dataclasses.replace`` takes them.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def player(self) -> int:
        """The seat."""

    @property
    def hand(self) -> Cards:
        """Its cards; none if they are face down."""

    @property
    def community(self) -> Cards:
        """The board."""

    @property
    def street(self) -> int:
        """The number of finished streets."""

    @property
    def cost(self) -> int:
        """The chips that a call adds."""

    @property
    def total(self) -> int:
        """The chips of all pots, including this street."""

    @property
    def pot(self) -> int:
        """The chips of the finished streets."""

    @property
    def pips(self) -> tuple[int, ...]:
        """The chips that each seat has put in on this street."""

    @property
    def behind(self) -> int:
        """The chips that the seat has left."""

    @property
    def effective(self) -> int:
        """The chips that it can still lose after a call, to a seat that has chips."""

    @property
    def bets(self) -> int:
        """The bets and raises of this street, without blinds."""

    def bounds(self) -> tuple[int, int]:
        """Return the smallest and the largest number of chips that a bet may add."""

    def quantity(self, action: PokerAction) -> int:
        """Return the chips that an action adds."""

    def concrete(self, action: PokerAction) -> PokerAction:
        """Return the action of the whole game that an action amounts to."""

    def actions(self) -> tuple[PokerAction, ...]:
        """Return the legal actions."""


@aside
class Poker(ABC):
    """A hand of poker: the base class of River of Blood and hold'em.

    Each game has its own state and rules. What asks about hands of either uses these members; a
    seat is a player's number, and a set of seats an int with one bit a seat.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Call, Check, NoLimitHoldem, RiverOfBlood
    >>> for game in (RiverOfBlood(), NoLimitHoldem()):
    ...     hand = game.face_down.apply(Call()).apply(Check())
    ...     flop = hand.after_board(list(parse("2c3d4h")))
    ...     flop.street, flop.community, flop.holding(parse("AhAd"), NO_CARDS).hand(0)
    (1, Cards(4h3d2c), Cards(AhAd))
    (1, Cards(4h3d2c), Cards(AhAd))
    """

    @property
    @abstractmethod
    def players(self) -> int:
        """The number of seats."""

    @property
    @abstractmethod
    def deck(self) -> Deck:
        """The cards, and the order of hands."""

    @property
    @abstractmethod
    def hole(self) -> int:
        """The cards of a hand."""

    @property
    @abstractmethod
    def board(self) -> tuple[int, ...]:
        """The cards that each street after the first adds; in River of Blood more may follow."""

    @property
    @abstractmethod
    def antes(self) -> tuple[int, ...]:
        """The ante of each seat; may be empty."""

    @property
    @abstractmethod
    def least(self) -> int:
        """The smallest bet."""

    @property
    @abstractmethod
    def button(self) -> int:
        """The seat that acts last after the first street."""

    @property
    @abstractmethod
    def due(self) -> int:
        """The number of cards to deal before a seat acts."""

    @property
    @abstractmethod
    def chance(self) -> bool:
        """Whether a card is dealt next."""

    @property
    @abstractmethod
    def terminal(self) -> bool:
        """Whether the hand is over."""

    @property
    @abstractmethod
    def active(self) -> int:
        """The seat to act."""

    @property
    @abstractmethod
    def live(self) -> int:
        """The set of seats that have not folded."""

    @property
    @abstractmethod
    def pot(self) -> int:
        """The chips of the finished streets."""

    @property
    @abstractmethod
    def pips(self) -> tuple[int, ...]:
        """The chips that each seat has put in on this street."""

    @property
    @abstractmethod
    def owes(self) -> int:
        """The chips that a call of the seat to act adds."""

    @property
    @abstractmethod
    def community(self) -> Cards:
        """The board."""

    @property
    @abstractmethod
    def used(self) -> Cards:
        """The cards that are known to be dealt."""

    @property
    @abstractmethod
    def street(self) -> int:
        """The number of finished streets."""

    @property
    @abstractmethod
    def on_last_street(self) -> bool:
        """Whether no street follows this one."""

    @abstractmethod
    def hand(self, seat: int) -> Cards:
        """Return the cards of a seat; none if they are face down."""

    @abstractmethod
    def hidden(self, seat: int) -> bool:
        """Return whether the cards of a seat are dealt face down."""

    @property
    @abstractmethod
    def start(self) -> Self:
        """The start of the hand."""

    @abstractmethod
    def chances(self) -> Mapping[PokerAction, float]:
        """Return each card that may be dealt next, with its probability."""

    @abstractmethod
    def sample(self, rng: Random | None = None) -> PokerAction:
        """Sample one of these cards."""

    @abstractmethod
    def infoset(self, player: int) -> PokerInfoset:
        """Return what a seat knows."""

    @abstractmethod
    def payoff(self, player: int) -> float:
        """Return the net chips of a seat."""

    @abstractmethod
    def apply(self, action: PokerAction) -> Self:
        """Return the hand after an action or a card."""

    @abstractmethod
    def seated(self, seat: int, cards: Cards) -> Self:
        """Return the hand as one seat sees it: its cards are dealt, all others are face down."""

    @abstractmethod
    def holding(self, *hands: Cards) -> Self:
        """Return the hand in which the seats hold other cards.

        Parameters
        ----------
        hands
            For each seat its cards, none if they are face down. Before the deal is over, they
            complete it.
        """

    @abstractmethod
    def completes(self, card: int) -> bool:
        """Return whether a card that comes next is the last of the board."""

    @property
    def face_down(self) -> Self:
        """The hand in which the cards of all seats are dealt face down."""
        return self.holding(*[NO_CARDS] * self.players)

    def after_card(self, card: int) -> Self:
        """Return the hand after one card, on the board even if the cards of seats are missing.

        Raises
        ------
        GameError
            If no card is due, or the card is not in the deck.
        """
        known = card in range(52)
        if not self.chance or not known or card not in self.deck.cards - self.used:
            raise GameError(
                f"A card must be in the deck, and dealt while one is due; got "
                f"{name(card) if known else repr(card)} with {self.due} due and {self.used} dealt.",
                card,
            )
        return self.apply(Deal(int(card)))

    def after_board(self, cards: Sequence[int]) -> Self:
        """Return the hand after all cards of the board that are due.

        Parameters
        ----------
        cards
            In any order; in River of Blood the colour of the last one decides whether the run goes
            on.

        Raises
        ------
        GameError
            If other cards are due, or one is not left in the deck.
        """
        if len(cards) != self.due:
            raise GameError(
                f"The cards of a street must be {self.due}; got {len(cards)}: give all of them.",
                cards,
            )
        hand = self
        for card in cards:
            hand = hand.after_card(card)
        return hand


@aside
class NoLimit(Poker):
    """A hand of no-limit poker, which may follow a hand with other chips move by move.

    None of these members checks the rules: what is legal was checked in the other, real hand. See
    ``docs/explanation/translation.md``.
    """

    @abstractmethod
    def after_passive(self, action: PokerAction, real: Self) -> Self:
        """Return the hand after a fold, a check or a call, after which the real hand is ``real``.

        A call costs what it costs here; who is all-in after it is all-in in the real hand.
        """

    @abstractmethod
    def after_bet(self, added: int, *, counted: bool = True) -> Self:
        """Return the hand after a bet of so many chips.

        If it is not to be counted, it counts only as the first bet of its street: training never
        met more bets on a street than the menus offer.
        """

    @property
    @abstractmethod
    def after_pass(self) -> Self:
        """The hand after a bet that adds no chips beyond a call and only passes the turn."""

    @abstractmethod
    def room(self, real: Self) -> int:
        """Return the chips that a bet must not reach, to put no seat all-in that keeps chips.

        Parameters
        ----------
        real
            The real hand after a bet: the seats that keep chips if they call keep them there.
        """

    @property
    @abstractmethod
    def smallest(self) -> int:
        """The chips that the smallest bet or raise adds."""


def passive(infoset: PokerInfoset) -> tuple[PokerAction, ...]:
    """Return the one action that checks or calls.

    >>> from zerosum.pkr import NoLimitHoldem, RiverOfBlood
    >>> passive(NoLimitHoldem().infoset(0)), passive(RiverOfBlood().infoset(0))
    ((Call(),), (Call(),))
    """
    return offered(((Check(), infoset.cost == 0), (Call(), infoset.cost > 0)))


def any_bets(infoset: PokerInfoset) -> Sequence[PokerAction]:
    """Return the actions of an infoset where bets of any size are legal, bets as a range.

    >>> from zerosum.pkr import RiverOfBlood
    >>> any_bets(RiverOfBlood().infoset(0))
    WithBets(first=(Fold(), Call()), bets=range(3, 400))
    """
    (lower, upper), cost = infoset.bounds(), infoset.cost
    owed: tuple[PokerAction, ...] = (Fold(), Call()) if cost > 0 else (Check(),)
    return WithBets(owed, range(lower, upper + 1)) if upper > cost else owed
