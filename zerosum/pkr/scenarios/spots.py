"""A decision with hands of the seat to act, and what a strategy does there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from zerosum.abstraction import split
from zerosum.cards import Cards
from zerosum.errors import GameError, NotApplicable
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.scenarios.measures import Measure
from zerosum.pkr.text import Bets, Line, read_line
from zerosum.pkr.text.legality import check_decides
from zerosum.pkr.text.line import Spot
from zerosum.pkr.text.words import read_words

Strategy: TypeAlias = Callable[..., Mapping[PokerAction, float]]


@dataclass(frozen=True)
class Quantity:
    """A measure of a strategy at a decision, averaged over the hands of the seat to act.

    Parameters
    ----------
    measure
        What is measured.
    line
        The words that lead to the decision: see :mod:`zerosum.pkr.text`. Of a bet or raise, the
        nearest one on the menu is meant.
    hand
        One hand or more, as :func:`zerosum.pkr.ranges.parse_range` reads them: ``AhKh``, ``AKs``,
        ``22+, A9s+`` or ``random``. Those with a card of the board are left out.

    Raises
    ------
    GameError
        If the line or the hand cannot be read.
    """

    measure: Measure
    line: str
    hand: str

    def __post_init__(self) -> None:
        tuple(read_words(self.line))
        parse_range(self.hand)

    @property
    def range(self) -> Range:
        """The hands with their weights."""
        return parse_range(self.hand)


@dataclass(frozen=True)
class Decision:
    """A decision, of which only the hand of the seat to act may vary.

    Parameters
    ----------
    line
        The line that leads there.
    game
        The start of its game, or of an abstraction of it.
    """

    line: Line
    game: History

    @cached_property
    def infoset(self) -> Any:
        """What the seat to act knows in the base game, without its hand."""
        return self.line.end.infoset(self.line.end.active)

    @cached_property
    def menu(self) -> tuple[PokerAction, ...]:
        """The actions of the seat to act."""
        return Spot(self.line.end, split(self.game)[2]).menu

    def holding(self, hand: Cards) -> History:
        """Return the history in which the seat to act holds a hand, and all others are face down.

        Parameters
        ----------
        hand
            Two cards that are not on the board.
        """
        return self.line.play(self.game, hand, self.infoset.player)


def decision_after(line: str, game: History) -> Decision:
    """Return the decision that a line leads to; of a bet or raise, the nearest one on the menu.

    Parameters
    ----------
    line
        In the words of :mod:`zerosum.pkr.text`; empty for the first decision.
    game
        The start of a hand of hold'em, or of an abstraction, whose menus then hold.

    Raises
    ------
    GameError
        If a word is not one of lines.
    NotApplicable
        If a word is not possible where it stands, or the line does not end at a decision.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> print(decision_after("f r SB c f / Ks7d2c", NoLimitHoldem(players=4)).line)
    f r6 c f | Ks7d2c
    """
    tuple(read_words(line))
    try:
        decision = Decision(read_line(line, game, Bets.NEAREST), game)
    except GameError as error:
        raise NotApplicable(str(error), game) from None
    check_decides(decision.line.end)
    return decision


@dataclass(frozen=True)
class Value:
    """What was found for a quantity.

    Parameters
    ----------
    mean
        The mean over the hands.
    asked
        The number of hands, each at its own infoset of the game.
    unknown
        At how many of these infosets the strategy is unknown.
    """

    mean: float
    asked: int
    unknown: int

    @property
    def known(self) -> float | None:
        """The mean, if the strategy knows all infosets that were asked for."""
        return None if self.unknown else self.mean


class Questions:
    """Asks a strategy for quantities, each once.

    Parameters
    ----------
    strategy
        Returns action → probability for an infoset; if it has a count ``unknown``, that is read.
    game
        The start of a hand of hold'em, or of an abstraction of it.

    Notes
    -----
    A strategy is unknown at an infoset if its count says so, or if it is exactly uniform over
    several actions: that is how strategies answer where training has visited an infoset, and
    averaged nothing.

    Examples
    --------
    >>> from zerosum.pkr import Call, Fold
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> ask = Questions(lambda infoset: {Fold(): 0.25, Call(): 0.75}, NoLimitHoldem())
    >>> ask(Quantity(Measure.FOLD, "", "AKs"))
    Value(mean=0.25, asked=4, unknown=0)
    """

    def __init__(self, strategy: Strategy, game: History) -> None:
        self.strategy = strategy
        self.game = game
        self._decisions: dict[str, Decision] = {}
        self._values: dict[Quantity, Value] = {}

    def decision(self, line: str) -> Decision:
        """Return the decision after a line.

        Raises
        ------
        NotApplicable
            If the game has no such decision.
        """
        if line not in self._decisions:
            self._decisions[line] = decision_after(line, self.game)
        return self._decisions[line]

    def __call__(self, quantity: Quantity) -> Value:
        """Return what is found for a quantity.

        Raises
        ------
        NotApplicable
            If the game has no such decision, or its menu there lacks what is measured.
        """
        if quantity not in self._values:
            self._values[quantity] = self._asked(quantity)
        return self._values[quantity]

    def _asked(self, quantity: Quantity) -> Value:
        decision, measure = self.decision(quantity.line), quantity.measure
        infoset, board = decision.infoset, decision.line.board
        if not measure.measures(decision.menu, infoset):
            raise NotApplicable(
                f"The menu after {quantity.line!r} must have an action to {measure.value}; it has "
                f"none.",
                decision.menu,
            )
        held = quantity.range
        hands = [hand for hand in held if not hand & board]
        if not hands:
            raise NotApplicable(
                f"A hand of {quantity.hand!r} must have no card of the board {board}; all have.",
                quantity,
            )
        total, unknown = 0.0, 0
        for hand in hands:
            answer, known = self.answer(decision, hand)
            total += held.weight(hand) * measure.mean(answer, infoset)
            unknown += not known
        return Value(total / sum(map(held.weight, hands)), len(hands), unknown)

    def answer(self, decision: Decision, hand: Cards) -> tuple[Mapping[PokerAction, float], bool]:
        """Return what the strategy does with a hand, and whether it is known there."""
        game, before = decision.holding(hand), getattr(self.strategy, "unknown", 0)
        answer = self.strategy(game.infoset(game.active))
        uniform = len(answer) > 1 and len(set(answer.values())) == 1
        return answer, not uniform and getattr(self.strategy, "unknown", 0) == before
