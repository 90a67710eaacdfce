"""Judge a strategy by expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from zerosum.abstraction import split
from zerosum.errors import NotApplicable
from zerosum.game import History
from zerosum.pkr.hands.deck import FULL
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.places.rows import Answers
from zerosum.pkr.scenarios.expectations import Expectation
from zerosum.pkr.scenarios.spots import Questions, Value
from zerosum.support.rendering import Shown

Watch: TypeAlias = Callable[[Sequence[Expectation]], Iterable[Expectation]]


class Outcome(Enum):
    """How a strategy does by an expectation.

    >>> [outcome.value for outcome in Outcome]
    ['passed', 'failed', 'unknown', 'does not fit']
    """

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """The strategy does not know an infoset that decides it."""
    UNFIT = "does not fit"
    """The game has no such decision, or other seats or stacks."""


@dataclass(frozen=True)
class Result(Shown):
    """How a strategy does by an expectation, and what was found.

    Parameters
    ----------
    expectation
        The expectation.
    outcome
        Whether it holds.
    values
        What was found for its quantities; empty if it does not fit.
    reason
        Why it does not fit, otherwise empty.

    Examples
    --------
    >>> from zerosum.pkr.scenarios import Measure, Within, quantities
    >>> aces = quantities(Measure.FOLD, "a", "AA")
    >>> rule = Within("aces call", aces, most=0.01, why="They are ahead.")
    >>> result = Result(rule, Outcome.FAILED, (Value(0.25, asked=6, unknown=0),))
    >>> result.passed, result.found, result.asked
    (False, '25.0%', 6)
    """

    expectation: Expectation
    outcome: Outcome
    values: tuple[Value, ...] = ()
    reason: str = ""

    JSON = (
        *(("name", "expectation.name"), ("expectation", "expectation.words"), "outcome"),
        *(("values", "means"), "found", "asked", "unknown", ("why", "expectation.why")),
    )

    def content(self) -> list[str]:
        """Return the expectation, and what was found."""
        words = self.expectation
        return [f"{words.name}: {self.outcome.value}; found {self.found}, asked {words.words}"]

    @property
    def passed(self) -> bool:
        """Whether the expectation holds."""
        return self.outcome is Outcome.PASSED

    @property
    def asked(self) -> int:
        """The number of infosets that were asked for."""
        return sum(value.asked for value in self.values)

    @property
    def unknown(self) -> int:
        """How many of them the strategy does not know."""
        return sum(value.unknown for value in self.values)

    @property
    def found(self) -> str:
        """What was found, as text; the reason if it does not fit."""
        return self.expectation.found(self.values) if self.values else self.reason

    @property
    def means(self) -> tuple[float, ...]:
        """What was found for each quantity, as a number."""
        return tuple(value.mean for value in self.values)


def judge(
    strategy: Answers, game: History, expectations: Sequence[Expectation], watch: Watch = iter
) -> list[Result]:
    """Return how a strategy does by each expectation.

    Parameters
    ----------
    strategy
        Returns action → probability for an infoset; see
        :class:`~zerosum.pkr.scenarios.spots.Questions` for where it is unknown.
    game
        The start of a hand of hold'em, or of an abstraction of it: what the strategy is of.
    expectations
        The expectations.
    watch
        Yields the given expectations, and may show progress.

    Raises
    ------
    NotApplicable
        If the game is not hold'em with the 52 cards, two of them in a hand and five on the board.

    Examples
    --------
    >>> from zerosum.pkr import Call, Fold
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> from zerosum.pkr.scenarios import Measure, Within, quantities
    >>> rule = Within(
    ...     "aces stay", quantities(Measure.FOLD, "", "AA"), most=0.01, why="They are ahead."
    ... )
    >>> (result,) = judge(lambda infoset: {Fold(): 0.2, Call(): 0.8}, NoLimitHoldem(), [rule])
    >>> result.outcome.value, result.found
    ('failed', '20.0%')
    """
    base = split(game)[0]
    if not is_usual(base):
        raise NotApplicable(
            f"A strategy to judge must be of hold'em with 52 cards, two in a hand and five on the "
            f"board; got one of {type(base).__name__}.",
            game,
        )
    ask = Questions(strategy, game)
    return [_judged(ask, base, expectation) for expectation in watch(expectations)]


def is_usual(base: History) -> bool:
    """Return whether a game is hold'em with 52 cards, two in a hand and five on the board."""
    usual = isinstance(base, Holdem) and base.deck == FULL
    return usual and (base.hole, base.board) == (2, (3, 1, 1))


def _judged(ask: Questions, base: Holdem, expectation: Expectation) -> Result:
    reason = _misfit(base, expectation)
    if reason:
        return Result(expectation, Outcome.UNFIT, reason=reason)
    try:
        values = tuple(ask(quantity) for quantity in expectation.quantities)
    except NotApplicable as error:
        return Result(expectation, Outcome.UNFIT, reason=str(error))
    tests = expectation.tests(values)
    outcome = Outcome.UNKNOWN if None in tests else Outcome.PASSED
    return Result(expectation, Outcome.FAILED if False in tests else outcome, values)


def _misfit(base: Holdem, expectation: Expectation) -> str:
    """Return why an expectation is not meant for a game; empty if it is."""
    if expectation.seats not in {0, base.players}:
        return f"It is meant for {expectation.seats} seats; the game has {base.players}."
    low, high = expectation.stacks
    stacks = [stack / base.least for stack in base.stacks]
    if not low <= min(stacks) <= max(stacks) <= high:
        return (
            f"It is meant for stacks of {low:g} to {high:g} big blinds; the game has "
            f"{min(stacks):g} to {max(stacks):g}."
        )
    return ""
