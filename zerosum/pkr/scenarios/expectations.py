"""Expectations of a strategy: a quantity within bounds, more than another, in order, or somewhere.

Each names the quantities that it asks for, and reduces what is found to tests with three outcomes:
true, false, and None where the strategy does not know an infoset that decides it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from zerosum.errors import GameError
from zerosum.pkr.scenarios.spots import Asked, Quantity, Value


@dataclass(frozen=True)
class Expectation(ABC):
    """The base class of expectations.

    Parameters
    ----------
    name
        What is expected, in a few words.
    asked
        Quantities with one measure.
    why
        Why it matters, in one sentence.
    seats
        The number of seats that it is meant for; 0 for any.
    stacks
        The shortest and the longest stacks that it is meant for, in big blinds.
    """

    name: str
    asked: Asked
    why: str = field(kw_only=True)
    seats: int = field(default=0, kw_only=True)
    stacks: tuple[float, float] = field(default=(0.0, inf), kw_only=True)

    def __post_init__(self) -> None:
        if len({quantity.measure for quantity in self.quantities}) != 1:
            raise GameError(
                f"The quantities of {self.name!r} must be one or more, with one measure; got "
                f"{len(self.quantities)}: use quantities(measure, lines, *hands).",
                self,
            )

    @property
    def quantities(self) -> Asked:
        """All that must be asked for."""
        return self.asked

    @property
    @abstractmethod
    def words(self) -> str:
        """What is expected of the quantities."""

    @abstractmethod
    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return the outcome of each test; None if it is unknown."""

    def found(self, values: Sequence[Value]) -> str:
        """Return what was found, as text; a question mark follows what is partly unknown."""
        pairs = zip(self.quantities, values, strict=True)
        return ", ".join(_shown(quantity, value) for quantity, value in pairs)


@dataclass(frozen=True)
class Within(Expectation):
    """Each quantity lies between two numbers.

    Parameters
    ----------
    least, most
        The numbers; for "about 0.5", 0.45 and 0.55.

    Examples
    --------
    >>> from zerosum.pkr.scenarios import Measure, quantities
    >>> aces = quantities(Measure.FOLD, "a", "AA")
    >>> rule = Within("aces call an all-in", aces, most=0.01, why="No hand is ahead of them.")
    >>> rule.words, rule.tests([Value(0.25, 6, 0)])
    ('fold AA after a: at most 1.0%', [False])
    """

    least: float = -inf
    most: float = inf

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.least <= self.most or self.least == -self.most:
            raise GameError(
                f"The bounds of {self.name!r} must be in order, and one of them be given; got "
                f"least={self.least!r} and most={self.most!r}.",
                self,
            )

    @property
    def words(self) -> str:
        """The quantities and the numbers."""
        text = self.asked[0].measure.text
        bounds = [f"at least {text(self.least)}"] if self.least > -inf else []
        bounds += [f"at most {text(self.most)}"] if self.most < inf else []
        return f"{said(self.asked)}: {' and '.join(bounds)}"

    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return whether each quantity lies between the numbers."""
        known = [value.known for value in values]
        return [None if share is None else self.least <= share <= self.most for share in known]


@dataclass(frozen=True)
class More(Expectation):
    """Each quantity exceeds another one, or nearly.

    Parameters
    ----------
    others
        Those that the quantities must exceed; as many.
    margin
        By how much; a tolerance if it is negative.

    Examples
    --------
    >>> from zerosum.pkr.scenarios import Measure, quantities
    >>> aces, worst = (quantities(Measure.RAISE, "", hand) for hand in ("AA", "72o"))
    >>> rule = More("aces raise more", aces, worst, why="They win more often.")
    >>> rule.words, rule.tests([Value(0.9, 6, 0), Value(0.1, 12, 0)])
    ('bet or raise AA first, more than 72o', [True])
    """

    others: Asked
    margin: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.asked) != len(self.others):
            raise GameError(
                f"The quantities of {self.name!r} must be as many as the others; got "
                f"{len(self.asked)} and {len(self.others)}.",
                self,
            )

    @property
    def quantities(self) -> Asked:
        """The quantities, then those that they must exceed."""
        return self.asked + self.others

    @property
    def words(self) -> str:
        """The quantities, the others and the margin."""
        by = self.asked[0].measure.text(abs(self.margin))
        other = hands_of(self.others)
        if other == hands_of(self.asked):
            other = places_of(self.others)
        extra = (
            f" by {by}" if self.margin > 0 else f", or less by up to {by}" if self.margin else ""
        )
        return f"{said(self.asked)}, more than {other}{extra}"

    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return whether each quantity exceeds its other one."""
        half = len(self.asked)
        pairs = zip(values[:half], values[half:], strict=True)
        return [_over(value, other, self.margin) for value, other in pairs]

    def found(self, values: Sequence[Value]) -> str:
        """Return the quantities, each with its other one."""
        shown = [_shown(*pair) for pair in zip(self.quantities, values, strict=True)]
        half = len(self.asked)
        pairs = zip(shown[:half], shown[half:], strict=True)
        return ", ".join(f"{one} to {other}" for one, other in pairs)


@dataclass(frozen=True)
class Ordered(Expectation):
    """Quantities fall along a chain, from the first on.

    Parameters
    ----------
    tolerance
        By how much one may be smaller than the next.

    Examples
    --------
    >>> from zerosum.pkr.scenarios import Measure, quantities
    >>> pairs = quantities(Measure.RAISE, "", "AA", "88", "22")
    >>> rule = Ordered("pairs in order", pairs, why="Higher pairs win more.")
    >>> rule.words, rule.tests([Value(p, 6, 0) for p in (0.9, 0.4, 0.5)])
    ('bet or raise first, falling: AA, 88, 22', [True, False])
    """

    tolerance: float = 0.0

    @property
    def words(self) -> str:
        """The chain and the tolerance."""
        by = self.asked[0].measure.text(self.tolerance)
        within = f", within {by}" if self.tolerance else ""
        if len({quantity.line for quantity in self.asked}) == 1:
            what = f"{self.asked[0].measure.value} {places_of(self.asked)}"
            return f"{what}, falling: {hands_of(self.asked)}{within}"
        return f"{said(self.asked)}, falling{within}"

    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return whether each quantity reaches the next one."""
        return [_over(value, after, -self.tolerance) for value, after in pairwise(values)]


@dataclass(frozen=True)
class Some(Expectation):
    """At least one quantity reaches a number.

    Parameters
    ----------
    least
        The number.

    Examples
    --------
    >>> from zerosum.pkr.scenarios import Measure, quantities
    >>> hands = quantities(Measure.RAISE, "r", "A5s", "76s")
    >>> rule = Some("bluffs", hands, 0.1, why="Otherwise a raise always means a strong hand.")
    >>> rule.words, rule.tests([Value(0.0, 4, 0), Value(0.2, 4, 0)])
    ('bet or raise A5s, 76s after r: one at least 10.0%', [True])
    """

    least: float

    @property
    def words(self) -> str:
        """The quantities and the number."""
        return f"{said(self.asked)}: one at least {self.asked[0].measure.text(self.least)}"

    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return whether one quantity reaches the number, as one test."""
        known = [value.known for value in values]
        if any(share is not None and share >= self.least for share in known):
            return [True]
        return [None if None in known else False]


def _shown(quantity: Quantity, value: Value) -> str:
    return quantity.measure.text(value.mean) + "?" * bool(value.unknown)


def _over(value: Value, other: Value, margin: float) -> bool | None:
    if value.known is None or other.known is None:
        return None
    return value.known >= other.known + margin


def said(asked: Asked) -> str:
    """Return quantities with one measure in words.

    >>> from zerosum.pkr.scenarios import Measure, quantities
    >>> said(quantities(Measure.FOLD, ("", "f"), "72o", "32o"))
    'fold 72o, 32o first, after f'
    """
    return f"{asked[0].measure.value} {hands_of(asked)} {places_of(asked)}"


def hands_of(asked: Asked) -> str:
    """Return the hands of quantities, each once."""
    return ", ".join(dict.fromkeys(quantity.hand for quantity in asked))


def places_of(asked: Asked) -> str:
    """Return the lines of quantities, each once."""
    lines = dict.fromkeys(quantity.line for quantity in asked)
    return ", ".join(f"after {line}" if line else "first" for line in lines)
