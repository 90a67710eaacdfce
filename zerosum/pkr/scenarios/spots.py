"""A decision with hands of the seat to act, and what a strategy does there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from zerosum.errors import GameError, NotApplicable
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.rows import Answers, free_of
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.text import Bets
from zerosum.pkr.text.legality import check_decides
from zerosum.pkr.text.words import read_words


class Measure(Enum):
    """A number for each action, whose mean over a strategy's answer is measured.

    All are probabilities but ``CHIPS``, the chips that an action adds, in big blinds.

    >>> from zerosum.pkr import Call, Fold, NoLimitHoldem
    >>> Measure.FOLD.mean({Fold(): 0.25, Call(): 0.75}, NoLimitHoldem().infoset(0))
    0.25
    """

    FOLD = "fold"
    CALL = "check or call"
    RAISE = "bet or raise"
    ALL_IN = "go all-in"
    STAY = "not fold"
    CHIPS = "big blinds put in"

    def weight(self, action: PokerAction, infoset: InfoSet) -> float:
        """Return the number of an action at an infoset of the base game."""
        match self:
            case Measure.FOLD:
                return float(isinstance(action, Fold))
            case Measure.CALL:
                return float(isinstance(action, Check | Call))
            case Measure.RAISE:
                return float(is_bet(action))
            case Measure.ALL_IN:
                return float(is_allin(action, infoset))
            case Measure.STAY:
                return float(not isinstance(action, Fold))
        return infoset.quantity(action) / infoset.public.least

    def mean(self, answer: Mapping[PokerAction, float], infoset: InfoSet) -> float:
        """Return the mean over the actions of an answer."""
        pairs = answer.items()
        return sum(float(share) * self.weight(action, infoset) for action, share in pairs)

    def measures(self, menu: Iterable[PokerAction], infoset: InfoSet) -> bool:
        """Return whether an action of a menu has a number above 0."""
        return any(self.weight(action, infoset) > 0 for action in menu)

    def text(self, value: float) -> str:
        """Return a value as text.

        >>> Measure.FOLD.text(0.125), Measure.CHIPS.text(2.5)
        ('12.5%', '2.50')
        """
        return f"{value:.2f}" if self is Measure.CHIPS else f"{100 * value:.1f}%"


def is_allin(action: PokerAction, infoset: PokerInfoset) -> bool:
    """Return whether an action puts in all chips of its seat."""
    return infoset.quantity(action) == infoset.behind > 0


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

    Examples
    --------
    >>> fold = Quantity(Measure.FOLD, "a", "AKs")
    >>> fold.range, len(fold.range)
    (Range('AKs'), 4)
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


Asked: TypeAlias = tuple[Quantity, ...]


def quantities(measure: Measure, lines: str | Sequence[str], *hands: str) -> Asked:
    """Return a quantity for each line and hand, line by line.

    >>> [each.line for each in quantities(Measure.FOLD, ("", "f"), "72o")]
    ['', 'f']
    """
    every = [lines] if isinstance(lines, str) else lines
    return tuple(Quantity(measure, line, hand) for line in every for hand in hands)


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

    Examples
    --------
    >>> Value(0.25, asked=4, unknown=0).known, Value(0.25, asked=4, unknown=1).known
    (0.25, None)
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
        A strategy, or a function from an infoset to the probability of each action.
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

    def __init__(self, strategy: Answers, game: History) -> None:
        self._follower = Follower(strategy, game)
        self._places: dict[str, Place] = {}
        self._values: dict[Quantity, Value] = {}

    def place(self, line: str) -> Place:
        """Return the decision after a line; of a bet or raise, the nearest one on the menu.

        Raises
        ------
        GameError
            If a word is not one of lines.
        NotApplicable
            If a word is not possible where it stands, or the line does not end at a decision.

        Examples
        --------
        >>> from zerosum.pkr.holdem import NoLimitHoldem
        >>> ask = Questions(lambda infoset: {}, NoLimitHoldem(players=4))
        >>> print(ask.place("f r SB c f / Ks7d2c").line)
        f r6 c f | Ks7d2c
        """
        if line not in self._places:
            tuple(read_words(line))
            try:
                place, _ = self._follower.follow(line, bets=Bets.NEAREST)
            except GameError as error:
                raise NotApplicable(str(error), line) from None
            check_decides(place.real)
            self._places[line] = place
        return self._places[line]

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
        place, measure = self.place(quantity.line), quantity.measure
        infoset: Any = place.infoset  # of hold'em, as all scenarios are
        menu = place.menu.actions
        if not measure.measures(menu, infoset):
            raise NotApplicable(
                f"The menu after {quantity.line!r} must have an action to {measure.value}; it has "
                f"none.",
                menu,
            )
        weights = np.array(quantity.range.weights) * free_of(place.real)
        if not weights.any():
            board = place.real.community
            raise NotApplicable(
                f"A hand of {quantity.hand!r} must have no card of the board {board}; all have.",
                quantity,
            )
        strategy, held = place.strategy, weights > 0
        means = strategy @ np.array([measure.weight(action, infoset) for action in menu])
        unknown = ~place.visited
        if len(menu) > 1:
            unknown |= strategy.max(axis=1) == strategy.min(axis=1)
        mean = float(weights @ means / weights.sum())
        return Value(mean, int(held.sum()), int((unknown & held).sum()))
