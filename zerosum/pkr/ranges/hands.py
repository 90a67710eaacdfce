"""A range: the hands that a player may hold, each with a weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.hands.isomorphism import HANDS, hand_number
from zerosum.pkr.ranges.classes import HAND_MASKS, MEMBERS, class_name
from zerosum.pkr.ranges.spelling import spelled
from zerosum.pkr.ranges.squares import squares
from zerosum.support.drawing import HELD
from zerosum.support.html import ROOM, Html, joined
from zerosum.support.rendering import Shown


@dataclass(frozen=True, repr=False)
class Range(Shown):
    """A weight for each of the 1,326 hands of two cards.

    Parameters
    ----------
    weights
        By :func:`zerosum.pkr.hands.isomorphism.hand_number`, 0 to 1; 0 for hands that are not in
        the range. A hand of weight 0.5 is held half as often as one of weight 1.

    Raises
    ------
    GameError
        If there is not a weight for each hand, one is out of range, or all are 0.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr.ranges import parse_range
    >>> aces = parse_range("QQ+, AKs:0.5, AhKd")
    >>> len(aces), aces.combos, aces.weight(parse("AcKc"))
    (23, 21.0, 0.5)
    >>> aces
    Range('QQ+, AhKd, AKs:0.5')
    """

    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.weights) != HANDS or not any(self.weights):
            raise GameError(
                f"A range must have a weight for each of {HANDS:,} hands, and one above 0; got "
                f"{len(self.weights):,} weights: see parse_range.",
                self.weights,
            )
        wrong = [weight for weight in self.weights if not 0 <= weight <= 1]
        if wrong:
            raise GameError(
                f"The weight of a hand must be 0 to 1; got {wrong[0]!r}: divide all weights by "
                "the largest.",
                wrong[0],
            )

    @classmethod
    def of(cls, weights: Mapping[Cards, float]) -> Range:
        """Return the range of some hands with their weights.

        >>> from zerosum.cards import parse
        >>> Range.of({parse("AhKh"): 1.0})
        Range('AhKh')
        """
        numbers = [0.0] * HANDS
        for hand, weight in weights.items():
            if len(hand) != 2:
                raise GameError(f"A hand of a range must have two cards; got {hand}.", hand)
            numbers[hand_number(hand.mask)] = float(weight)
        return cls(tuple(numbers))

    def __len__(self) -> int:
        """Return the number of hands in the range."""
        return sum(weight > 0 for weight in self.weights)

    def __iter__(self) -> Iterator[Cards]:
        """Yield the hands of the range."""
        pairs = zip(HAND_MASKS, self.weights, strict=True)
        return (Cards(mask) for mask, weight in pairs if weight > 0)

    @property
    def combos(self) -> float:
        """The sum of all weights."""
        return float(sum(self.weights))

    def weight(self, hand: Cards) -> float:
        """Return the weight of a hand of two cards."""
        return self.weights[hand_number(hand.mask)]

    def cells(self) -> NDArray[np.float64]:
        """Return the mean weight of each class; shape (13, 13).

        By rank of row and column, 0 (two) to 12 (ace); suited hands have the higher rank in the
        row.

        >>> from zerosum.pkr.ranges import parse_range
        >>> cells = parse_range("AKs:0.5, AhKd").cells()
        >>> float(cells[12, 11]), round(float(cells[11, 12]), 3)
        (0.5, 0.083)
        """
        means = [sum(self.weights[hand] for hand in hands) / len(hands) for hands in MEMBERS]
        return np.array(means).reshape(13, 13)

    def grid(self) -> str:
        """Return the range as text in 13 rows, aces first, suited hands above the diagonal.

        Whole classes have their name, others the per cent of their hands that are in the range,
        by weight; a dot stands for 0.
        """
        shares = self.cells()[::-1, ::-1]
        rows: list[str] = []
        for row in range(13):
            cells = [
                _cell(13 * (12 - row) + 12 - column, shares[row, column]) for column in range(13)
            ]
            rows.append("".join(f"{cell:<5}" for cell in cells).rstrip())
        return "\n".join(rows)

    def content(self) -> list[str]:
        """Return how many hands there are, and which."""
        return [f"{self.combos:,.6g} of {HANDS:,} hands: {self}"]

    def html(self, room: int = ROOM) -> Html:
        """Return the same and the squares of all classes as HTML."""
        cells = [[(share,) if share else None for share in row] for row in self.cells().tolist()]
        return joined([*self.content(), squares(cells, HELD[:1])], room)

    def __str__(self) -> str:
        """Return the shortest text that :func:`zerosum.pkr.ranges.parse_range` reads back."""
        return spelled(self.weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"


def _cell(number: int, share: float) -> str:
    """Return a class in a grid."""
    if share == 1:
        return class_name(number)
    return f"{min(max(100 * share, 1), 99):.0f}%" if share else "."


RANDOM = Range((1.0,) * HANDS)
"""All hands."""
