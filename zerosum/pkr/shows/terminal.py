"""River of Blood in words, for a player at a terminal."""

import re
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.cards import is_black, name
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import bets_of
from zerosum.pkr.actions import NAMED_BETS, Bet, Deal, PokerAction, label_of, legal, words_of
from zerosum.pkr.hands.values import best_five
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.shows.grid import hand_grid
from zerosum.pkr.shows.river import table
from zerosum.pkr.text import Line, seat_name
from zerosum.support.rendering import chips
from zerosum.terms import Ask, Choice, Moment, Terms, Watch, joined

_HOLE_CARDS = 4
_STREETS = {3: "The flop", 4: "The turn", 5: "The river"}
_TO = re.compile(r"(?:r|to|raise|raiseto)(\d{1,9})")
_PASSIVE = {"fold", "check", "call"}


class RiverTerms(Terms):
    """The words of lines of play (:mod:`zerosum.pkr.text`).

    If every number of chips may be bet, the named bets within the bounds are legal too, and
    ``r24`` or ``to 24`` names a bet by its player's total on this street.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> moment = Moment(RiverOfBlood())
    >>> for card in (50, 45, 0, 1):
    ...     moment = moment.apply(Deal(card))
    >>> terms = RiverTerms()
    >>> terms.read(moment, "p"), terms.read(moment, "to 10"), terms.told(moment, Bet(9))
    (Bet(quantity=3), Bet(quantity=9), ('raise', ' to 10'))
    """

    public_actions: ClassVar[bool | None] = True

    def seat(self, player: int) -> str:
        """Return the name of the blind."""
        return f"the {seat_name(player, 2)}"

    def hand(self, moment: Moment, player: int) -> Text:
        """Return the hole cards, the higher first."""
        return spelled_cards(sorted(moment.base.hands[player], reverse=True))

    def board(self, moment: Moment) -> Text:
        """Return the board as it was dealt."""
        cards = _board(moment)
        flop, later = cards[:3], cards[3:]
        return Text(" ").join([spelled_cards(flop), *(spelled_cards([one]) for one in later)])

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return the street and its board, and from five cards on whether it is the last."""
        cards = _board(after)
        if len(cards) == len(_board(before)):
            return Text()
        street = _STREETS.get(len(cards), f"Card {len(cards)}")
        words = Text.assemble(f"{street}: ", self.board(after))
        if len(cards) >= 5:
            black = is_black(cards[-1])
            words.append(" (black: the last street)" if black else " (red: the run goes on)")
        return words

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, the cost to call and what is left to the player."""
        infoset = moment.base.infoset(player)
        left = infoset.stacks[player] - infoset.pips[player]
        owed = f", {chips(infoset.cost)} to call" if infoset.cost > 0 else ""
        return f"pot {chips(infoset.total)}{owed}, {chips(left)} left"

    def told(self, moment: Moment, action: PokerAction) -> tuple[str, str]:
        """Return the verb, and for a bet its player's total on this street."""
        infoset = moment.infoset
        verb = label_of(action).lower()
        if verb in _PASSIVE:
            return verb, f" {chips(infoset.cost)}" if verb == "call" else ""
        pip, added = infoset.pips[infoset.player], infoset.quantity(action)
        all_in = " (all-in)" if added == infoset.bounds()[1] else ""
        if not any(infoset.pips):
            return "bet", f" {chips(added)}{all_in}"
        return "raise", f" to {chips(pip + added)}{all_in}"

    def tells(self, moment: Moment) -> bool:
        """Return whether there is a choice: after an all-in, checks are not told."""
        return len(moment.menu) > 1

    def choices(self, moment: Moment) -> list[Choice]:
        """Return folds, checks and calls, the named bets, and the range of all other bets."""
        infoset = moment.infoset
        actions = _actions(moment)
        bets = [action.quantity for action in actions if isinstance(action, Bet)]
        listed = [
            Choice(words_of(action)[0], "".join(self.told(moment, action)), _more(infoset, action))
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
            If they name no legal action; the message lists those that are legal.
        """
        word, actions = joined(words).replace(",", ""), _actions(moment)
        infoset = moment.infoset
        if match := _TO.fullmatch(word):
            word = f"b{int(match[1]) - infoset.pips[infoset.player]}"
        for action in actions:
            if word in words_of(action):
                named = action in NAMED_BETS and action not in moment.menu
                return Bet(infoset.quantity(action)) if named else action
        raise GameError(
            f"The word {words.strip()!r} must be an action of {self.seat(infoset.player)}: legal "
            f"here are {legal(actions)}.",
            words,
        )

    def shown(self, moment: Moment) -> bool:
        """Return whether the hand ended by a showdown."""
        pips = moment.base.pips
        return bool(pips[0] == pips[1])

    def best(self, moment: Moment, player: int) -> str:
        """Return the best five cards in words."""
        return best_five(moment.base.hands[player] | moment.base.community)

    def by_hand(
        self, ask: Ask, start: History, moment: Moment, watch: Watch
    ) -> RenderableType | None:
        """Return the table of the 169 classes of hands after the real line of play."""
        line = Line.taken(start, moment.steps[_HOLE_CARDS:])
        grid = table(hand_grid(ask, start, line, watch, lambda game, player: (game, player)))
        player = moment.base.active
        real = moment.base.infoset(player)
        seen = getattr(line.play(start), "shown", moment.base).infoset(player)
        if (seen.total, seen.cost) == (real.total, real.cost):
            return grid
        owed = f" with {chips(seen.cost)} to call" if seen.cost > 0 else ""
        return Group(grid, Text(f"The strategy takes this for a pot of {chips(seen.total)}{owed}."))


def _actions(moment: Moment) -> tuple[PokerAction, ...]:
    """Return the menu, with the named bets if it offers bets of every size."""
    menu = moment.menu
    if not any(isinstance(action, Bet) for action in menu):
        return menu
    return tuple(dict.fromkeys((*menu, *bets_of(moment.infoset, NAMED_BETS))))


def _more(infoset: InfoSet, action: PokerAction) -> str:
    name = label_of(action).lower()
    return "" if name in _PASSIVE else f"{name}, adds {chips(infoset.quantity(action))}"


def _span(letter: str, low: int, high: int) -> str:
    return f"{letter}{low}" if low == high else f"{letter}{low} to {letter}{high}"


def _board(moment: Moment) -> list[int]:
    return [step.card for step in moment.steps[_HOLE_CARDS:] if isinstance(step, Deal)]


def spelled_cards(cards: list[int]) -> Text:
    """Return cards as text: black ones, which end the run, and red ones."""
    return Text.assemble(*[(name(one), "bold" if is_black(one) else "bold red") for one in cards])
