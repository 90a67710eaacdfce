"""A decision with hands of the seat to act, and what a strategy does there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from zerosum.cards import Cards
from zerosum.errors import NotApplicable
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.scenarios.lines import Decision, board_of, decision_after
from zerosum.pkr.scenarios.measures import Measure

Strategy: TypeAlias = Callable[..., Mapping[PokerAction, float]]


@dataclass(frozen=True)
class Quantity:
    """A measure of a strategy at a decision, averaged over the hands of the seat to act.

    Parameters
    ----------
    measure
        What is measured.
    line
        The words that lead to the decision: see :mod:`zerosum.pkr.scenarios.lines`.
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
        board_of(self.line)
        parse_range(self.hand)

    @property
    def range(self) -> Range:
        """The hands with their weights."""
        return parse_range(self.hand)


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
        infoset, board = decision.infoset, board_of(quantity.line)
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
