"""What the words of a line mean, decision by decision: their rules, and what their errors say."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from zerosum.cards import NO_CARDS, Cards, name
from zerosum.errors import GameError
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.text.legality import (
    check_cards,
    check_decides,
    check_hand,
    illegal,
    short_of,
    when,
)
from zerosum.pkr.text.seats import seat_word, seat_words
from zerosum.pkr.text.spelling import bet_letter, sized_word, words_of
from zerosum.pkr.text.words import Word, read_words

Step: TypeAlias = PokerAction | tuple[int, ...]
"""An action, a bet by the chips that it adds; or cards of the board that are dealt together."""
_USUAL = Fraction(3, 4)  # of the pot after a call: a bet of any size on a menu is the nearest one


class Bets(Enum):
    """Which bets the words of a line name.

    >>> Bets.NEAREST.value, Bets.MENU in Bets
    ('the nearest one of the menu', True)
    """

    LEGAL = "all that the rules allow"
    MENU = "those of the menu"
    NEAREST = "the nearest one of the menu"
    """A bet or raise without a size is the one nearest to three quarters of the pot, and all-in
    only if there is no other."""


class Spot(Protocol):
    """A place in a hand, to which a line has been read."""

    @property
    def hand(self) -> Poker:
        """The hand."""

    @property
    def infoset(self) -> PokerInfoset:
        """What the seat to act knows."""

    @property
    def menu(self) -> Sequence[PokerAction]:
        """The actions on offer."""

    def after(self, step: Step) -> Self:
        """Return the place after a step."""


S = TypeVar("S", bound=Spot)


def follow(
    line: str | Sequence[Step], spot: S, board: Sequence[int] = (), bets: Bets = Bets.LEGAL
) -> tuple[S, dict[int, Cards]]:
    """Return where a line leads, and the hands of seats that it gives.

    Parameters
    ----------
    line
        The line, as text or as steps.
    spot
        Where it begins.
    board
        The cards of the board in turn, unless the line has them.
    bets
        Which bets its words name.

    Raises
    ------
    GameError
        If a word is not of the language or not legal where it stands, or the board does not fit.
    """
    reader = _Reader(spot, tuple(board), bets)
    for step in read_words(line) if isinstance(line, str) else line:
        if isinstance(step, Word):
            reader.read(step)
        else:
            reader.take(step)
    return reader.end(), reader.hands


def action_of(word: Word, spot: Spot, bets: Bets = Bets.LEGAL) -> PokerAction | None:
    """Return the legal action that a word means, a bet by its chips; None if there is none."""
    cost = spot.hand.owes
    owed: PokerAction = Call() if cost > 0 else Check()
    called = word.kind == "a" and cost == spot.infoset.behind > 0
    passive = {"f": Fold(), "x": Check(), "c": owed}.get("c" if called else word.kind)
    if passive is None:
        (lower, upper), chips = spot.infoset.bounds(), _added(word, spot, bets)
        legal = chips is not None and lower <= chips <= upper and upper > cost
        action: PokerAction = Bet(chips or 0)
    else:
        legal, action = isinstance(passive, Check) == (cost == 0), passive
    return action if legal and (bets is Bets.LEGAL or _on_menu(action, spot)) else None


def read_action(text: str, spot: Spot) -> PokerAction:
    """Return the action of a menu that one word means.

    Raises
    ------
    GameError
        If the text is not the word of an action that is legal there.
    """
    words = tuple(read_words(text))
    if len(words) != 1:
        raise GameError(f"The text must be the word of one action; got {text!r}.", text)
    check_decides(spot.hand)
    return _on_menu(_Reader(spot, (), Bets.MENU, start="").meant(words[0]), spot)[0]


def _added(word: Word, spot: Spot, bets: Bets) -> int | None:
    """Return the chips that the bet of a word adds; None if there is no such bet."""
    near = bets is Bets.NEAREST and word.kind not in {"a", "nth"}
    aim = _aim(word, spot)
    if not near and word.kind not in {"nth", "only"}:
        return int(aim) if aim.denominator == 1 else None
    infoset, sizes = spot.infoset, _sizes(spot)
    if word.kind == "nth":
        return dict(enumerate(sizes, 1)).get(int(word.number))
    if word.kind == "only":
        sizes = [chips for chips in sizes if chips < infoset.behind] or sizes
    if not near and len(sizes) > 1:
        listed = words_of([*map(Bet, sizes)], infoset)
        raise GameError(f"The size of {word.text!r} must be written: there are {listed}.", word)
    return min(sizes, key=lambda chips: abs(chips - aim), default=None)


def _sizes(spot: Spot) -> list[int]:
    """Return the chips that the bets of a menu add, in order."""
    actions = map(spot.infoset.concrete, spot.menu)
    return sorted({action.quantity for action in actions if isinstance(action, Bet)})


def _aim(word: Word, spot: Spot) -> Fraction:
    """Return the chips that a word with a size adds."""
    hand, infoset = spot.hand, spot.infoset
    number, cost, pip = word.number, int(infoset.cost), int(infoset.pips[infoset.player])
    match word.kind:
        case "a":
            return Fraction(infoset.behind)
        case "share":
            return _whole(number * infoset.total, spot)
        case "times":
            return _whole(number * _last_raise(hand, cost) + cost, spot)
        case "blinds":
            return _whole(number * hand.least - pip, spot)
        case "min":
            return Fraction(infoset.bounds()[0])
        case "only":
            return cost + _USUAL * int(infoset.total + cost)
    return number - pip


def _whole(chips: Fraction, spot: Spot) -> Fraction:
    """Return chips rounded down; up, if only that is on the menu, which may round so."""
    down, up = chips // 1, -(-chips // 1)
    rounds_up = up > down and up in (sizes := _sizes(spot)) and down not in sizes
    return Fraction(up if rounds_up else down)


def _last_raise(hand: Poker, cost: int) -> int:
    """Return the last bet or raise of the street; the smallest bet before there was one."""
    if isinstance(hand, RiverOfBlood):
        return cost if hand.bets else hand.least
    step: int = getattr(hand, "step", hand.least)
    return step


def _on_menu(action: PokerAction, spot: Spot) -> list[PokerAction]:
    """Return what an action of the game is on a menu; empty if it is not on it."""
    if action in spot.menu:
        return [action]
    return [named for named in spot.menu if spot.infoset.concrete(named) == action]


@dataclass
class _Reader(Generic[S]):
    """Reads a line word by word.

    Parameters
    ----------
    spot
        Where the line has led.
    board
        The cards of the board that are given apart and not dealt yet.
    bets
        Which bets its words name.
    hands
        The hands of seats so far.
    dealt
        Cards of the board that were read, and are not all yet that are due.
    who
        The word that names the seat of the next action.
    before
        The words so far.
    start
        What an error says of the place of the first word.
    """

    spot: S
    board: tuple[int, ...]
    bets: Bets
    hands: dict[int, Cards] = field(default_factory=dict)
    dealt: tuple[int, ...] = ()
    who: Word | None = None
    before: list[str] = field(default_factory=list)
    start: str = " at the start"

    def read(self, word: Word) -> None:
        """Read one word."""
        hand = self.spot.hand
        if hand.terminal and word.kind != "hand":
            raise self._wrong(word)
        if self.who is not None and word.kind in {"hand", "bar", "cards", "seat"}:
            raise self._without_action(self.who)
        match word.kind:
            case "hand":
                self._hold(word)
            case "bar":
                if not hand.chance:
                    raise self._wrong(word)
            case "cards":
                self._deal(word)
            case "seat":
                self.who = word
            case _:
                self._act(word)
        self.before.append(word.text)

    def end(self) -> S:
        """Return where the line leads."""
        if self.who is not None:
            raise self._without_action(self.who)
        if self.dealt or (self.spot.hand.chance and self.board):
            self._deal_rest()
        if self.board:
            raise GameError(
                f"The board must have {len(self.spot.hand.community)} cards "
                f"{when(self.spot.hand)}; got {''.join(map(name, self.board))} beside them.",
                self.board,
            )
        return self.spot

    def _deal_rest(self) -> None:
        """Deal the cards that are due from those given apart."""
        hand = self.spot.hand
        missing = hand.due - len(self.dealt)
        if missing > len(self.board):
            raise short_of(hand, len(self.dealt) + len(self.board))
        cards = (*self.dealt, *self.board[:missing])
        check_cards(cards, hand, self._held)
        self.spot, self.dealt, self.board = self.spot.after(cards), (), self.board[missing:]

    def _deal(self, word: Word) -> None:
        hand, cards = self.spot.hand, (*self.dealt, *word.cards)
        if not hand.chance:
            raise self._wrong(word)
        check_cards(cards, hand, self._held)
        self.dealt = cards
        if len(cards) == hand.due:
            self.spot, self.dealt = self.spot.after(cards), ()

    def _hold(self, word: Word) -> None:
        cards = Cards(sum({1 << card for card in word.cards}))
        check_hand(cards, self.spot.hand, self._held)
        seat = self._seat(word)
        if seat in self.hands:
            raise GameError(f"The seat {word.who} must have one hand; got {word.text} too.", word)
        self.hands[seat] = cards

    @property
    def _held(self) -> Cards:
        """The cards of the hands so far."""
        return reduce(or_, self.hands.values(), NO_CARDS)

    def _seat(self, word: Word) -> int:
        """Return the seat that a word names; of two, the one with the button has two names."""
        hand = self.spot.hand
        known = seat_words(hand.players, hand.button)
        who = "SB" if word.who == "BTN" and hand.players == 2 else word.who
        if who not in known:
            raise GameError(f"A seat must be {', '.join(known)}; got {word.text!r}.", word)
        return known.index(who)

    def take(self, step: Step) -> None:
        """Take a step as it is; cards that are due before it come from those given apart."""
        if self.spot.hand.chance and not isinstance(step, tuple):
            self._deal_rest()
        self.spot = self.spot.after(step)

    def _act(self, word: Word) -> None:
        if self.spot.hand.chance:
            self._deal_rest()
            if self.spot.hand.terminal:
                raise self._wrong(word)
        self.spot, self.who = self.spot.after(self.meant(word)), None

    def meant(self, word: Word) -> PokerAction:
        """Return the action that a word means where a seat is to act."""
        hand, spot = self.spot.hand, self.spot
        if self.who is not None and hand.active != self._seat(self.who):
            turn = seat_word(hand.active, hand.players, hand.button)
            self.before.pop()
            raise self._wrong(self.who, f"be {turn}, who is to act")
        if word.first and bet_letter(spot.infoset) == "r" and self.bets is not Bets.NEAREST:
            raise self._not_the_first(word)
        action = action_of(word, spot, self.bets)
        if action is None:
            raise self._not_on_menu(word) if word.kind == "nth" else self._wrong(word)
        if word.old:
            _warn(word, spot.infoset)
        return action

    def _not_on_menu(self, word: Word) -> GameError:
        spot = self.spot
        actions = map(spot.infoset.concrete, spot.menu)
        sizes = sorted({action.quantity for action in actions if isinstance(action, Bet)})
        if not sizes:
            return self._wrong(word)
        listed = words_of([*map(Bet, sizes)], spot.infoset)
        return self._wrong(word, f"be #1 to #{len(sizes)}, the bets of the menu: {listed}")

    @staticmethod
    def _without_action(who: Word) -> GameError:
        return GameError(f"The seat {who.text} must be followed by its action.", who)

    def _not_the_first(self, word: Word) -> GameError:
        infoset, chips = self.spot.infoset, _aim(word, self.spot)
        own = infoset.pips[infoset.player]
        to, more = (f"{float(number):g}" for number in (chips + own, chips + 2 * own))
        other = f", or r{more} to add {to}" if own else ""
        return self._wrong(
            word, f"be r{to} to raise to {to} chips{other}: b is the first bet of a street"
        )

    def _wrong(self, word: Word, must: str = "") -> GameError:
        place = f" after {' '.join(self.before)!r}" if self.before else self.start
        what, hand = f"The word {word.text!r}{place} must", self.spot.hand
        if must:
            return GameError(f"{what} {must}.", word)
        if hand.terminal or hand.chance:
            return illegal(what, hand, word)
        menu = None if self.bets is Bets.LEGAL else self.spot.menu
        return illegal(what, hand, word, self.spot.infoset, menu)


def _warn(word: Word, infoset: PokerInfoset) -> None:
    new = word.kind
    if word.kind != "a":
        new = sized_word(bet_letter(infoset), word.number, word.kind)
    text = f"{word.text} is now {new} in lines of play; the old word is read until version 0.3."
    warnings.warn(text, DeprecationWarning, stacklevel=5)
