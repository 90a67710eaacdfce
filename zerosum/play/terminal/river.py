"""River of Blood at a terminal: cards in colours, bets in chips, hands by their classes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.abstraction import split
from zerosum.cards import is_black, name
from zerosum.errors import GameError
from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
)
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.grid import hand_grid
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.line import Line
from zerosum.pkr.show import table
from zerosum.pkr.words import PLAYERS, label_of, legal, word_of, words_of
from zerosum.play.answers import seen_of
from zerosum.play.terminal.hands import best_five
from zerosum.play.terminal.terms import Ask, Choice, Moment, Watch, joined

_HOLE_CARDS = 4
_SIZES = (RaiseHalfPot(), Raise75Pot(), RaisePot(), Allin())
_STREETS = {3: "The flop", 4: "The turn", 5: "The river"}
_TO = re.compile(r"(?:r|to|raise|raiseto)(\d{1,9})")
_PASSIVE = {Fold: "fold", Check: "check", Call: "call"}


@dataclass(frozen=True)
class River:
    """River of Blood in the words of poker players; those of :mod:`zerosum.pkr.line`.

    Where all bets are legal, the named ones that are within the bounds are too, and ``r24`` or
    ``to 24`` names a bet by the chips of this street that it comes to.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> moment = Moment(RiverOfBlood())
    >>> for card in (50, 45, 0, 1):
    ...     moment = moment.apply(Deal(card))
    >>> River().read(moment, "p"), River().read(moment, "to 10"), River().told(moment, Bet(9))
    (Bet(quantity=3), Bet(quantity=9), ('raise', ' to 10'))
    """

    def seat(self, player: int) -> str:
        """Return the name of the blind."""
        return f"the {PLAYERS[player]}"

    def hand(self, moment: Moment, player: int) -> Text:
        """Return the hole cards, the higher first."""
        return _cards(sorted(moment.base.hands[player], reverse=True))

    def board(self, moment: Moment) -> Text:
        """Return the board as it was dealt."""
        cards = _board(moment)
        flop, later = cards[:3], cards[3:]
        return Text(" ").join([_cards(flop), *(_cards([one]) for one in later)])

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return the street and its board; from the fifth card on, whether it is the last."""
        cards = _board(after)
        if len(cards) == len(_board(before)):
            return Text()
        street = _STREETS.get(len(cards), f"Card {len(cards)}")
        told = Text.assemble(f"{street}: ", self.board(after))
        if len(cards) >= 5:
            black = is_black(cards[-1])
            told.append(" (black: the last street)" if black else " (red: the run goes on)")
        return told

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, the cost to call and what is left to the player."""
        infoset = moment.base.infoset(player)
        left = infoset.stacks[player] - infoset.pips[player]
        owed = f", {infoset.cost} to call" if infoset.cost > 0 else ""
        return f"pot {infoset.total}{owed}, {left} left"

    def told(self, moment: Moment, action: PokerAction) -> tuple[str, str]:
        """Return the verb, and of a bet the chips that it comes to."""
        infoset = moment.base.infoset(moment.base.active)
        verb = _PASSIVE.get(type(action))
        if verb is not None:
            return verb, f" {infoset.cost}" if verb == "call" else ""
        pip, added = infoset.pips[infoset.player], infoset.quantity(action)
        all_in = " (all-in)" if added == infoset.bounds()[1] else ""
        if infoset.pips == (0, 0):
            return "bet", f" {added}{all_in}"
        return "raise", f" to {pip + added}{all_in}"

    def choices(self, moment: Moment) -> list[Choice]:
        """Return folds, checks and calls, the named bets, and the bounds of all others."""
        infoset = moment.base.infoset(moment.base.active)
        actions = _actions(moment)
        bets = [action.quantity for action in actions if isinstance(action, Bet)]
        listed = [
            Choice(word_of(action), "".join(self.told(moment, action)), _more(infoset, action))
            for action in actions
            if not isinstance(action, Bet)
        ]
        if bets:
            low, high, pip = bets[0], bets[-1], infoset.pips[infoset.player]
            listed += [
                Choice(_span("b", low, high), more="any bet, by the chips that it adds"),
                Choice(_span("r", low + pip, high + pip), more="the same, by what it comes to"),
            ]
        return listed

    def read(self, moment: Moment, words: str) -> PokerAction:
        """Return the legal action that the words say.

        Raises
        ------
        GameError
            Where they say none; the sentence names all that are legal.
        """
        word, actions = joined(words), _actions(moment)
        infoset = moment.base.infoset(moment.base.active)
        if found := _TO.fullmatch(word):
            word = f"b{int(found[1]) - infoset.pips[infoset.player]}"
        for action in actions:
            if word in words_of(action):
                sized = action in _SIZES and action not in moment.menu
                return Bet(infoset.quantity(action)) if sized else action
        raise GameError(
            f"The word {words.strip()!r} must be an action of {self.seat(infoset.player)}: legal "
            f"here are {legal(actions)}.",
            words,
        )

    def shown(self, moment: Moment) -> bool:
        """Tell whether the hand ended by a showdown."""
        pips = moment.base.pips
        return bool(pips[0] == pips[1])

    def best(self, moment: Moment, player: int) -> str:
        """Return the best five cards in words."""
        return best_five(moment.base.hands[player] | moment.base.community)

    def by_hand(self, ask: Ask, start: Any, moment: Moment, watch: Watch) -> RenderableType:
        """Return the table of the 169 classes of hands after the real line of play."""
        line = Line(moment.steps[_HOLE_CARDS:])
        grid = table(hand_grid(_Answered(ask), _Followed(start), line, watch))
        seen = _seen(line.play(start), moment.base)
        return grid if seen is None else Group(grid, Text(seen))


@dataclass(frozen=True)
class _Followed:
    """A hand as a strategy follows it, whose infosets are histories to ask the strategy about."""

    hand: Any

    @property
    def __seen__(self) -> Any:
        return split(self.hand)[0]

    @property
    def active(self) -> int:
        return int(self.hand.active)

    def infoset(self, player: int) -> tuple[Any, int]:
        return seen_of(self.hand), player

    def apply(self, step: PokerAction) -> _Followed:
        return _Followed(self.hand.apply(step))


@dataclass(frozen=True)
class _Answered:
    """A strategy as a function of the infosets of followed hands."""

    ask: Ask

    @property
    def unknown(self) -> int:
        return self.ask.unknown

    def __call__(self, infoset: tuple[Any, int]) -> Mapping[PokerAction, float]:
        return self.ask(*infoset)


def _seen(followed: Any, real: RiverOfBlood) -> str | None:
    """Return what the stakes look like to a strategy that sees others than the real ones."""
    seen, player = seen_of(followed).infoset(real.active), real.active
    if (seen.total, seen.cost) == (real.infoset(player).total, real.infoset(player).cost):
        return None
    owed = f" with {seen.cost} to call" if seen.cost > 0 else ""
    return f"The strategy takes this for a pot of {seen.total}{owed}."


def _actions(moment: Moment) -> tuple[PokerAction, ...]:
    """Return the menu, and the named bets where it holds those of any number."""
    menu = moment.menu
    if not any(isinstance(action, Bet) for action in menu):
        return menu
    infoset = moment.base.infoset(moment.base.active)
    low, high = infoset.bounds()
    named = [size for size in _SIZES if low <= infoset.quantity(size) <= high and size not in menu]
    return (*menu, *named)


def _more(infoset: InfoSet, action: PokerAction) -> str:
    if type(action) in _PASSIVE:
        return ""
    return f"{label_of(action).lower()}, adds {infoset.quantity(action)}"


def _span(letter: str, low: int, high: int) -> str:
    return f"{letter}{low}" if low == high else f"{letter}{low} to {letter}{high}"


def _board(moment: Moment) -> list[int]:
    return [step.card for step in moment.steps[_HOLE_CARDS:] if isinstance(step, Deal)]


def _cards(cards: list[int]) -> Text:
    """Return cards in the colours that end the run or let it go on."""
    return Text.assemble(*[(name(one), "bold" if is_black(one) else "bold red") for one in cards])
