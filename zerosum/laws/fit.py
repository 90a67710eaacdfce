"""Whether ``sample`` draws what ``chances`` lists: a test that may go on as long as one likes.

Several bettors stake on the next outcome, each by a guess ``q`` at the distribution that it is
really drawn from. A bettor's wealth is multiplied by ``q(x) / p(x)`` where ``x`` is drawn, and
``p`` is what is listed. A guess may depend on all outcomes before, so what was learned at one
history counts at the next, and it does not matter how histories are chosen. If ``p`` is true, the
mean wealth is a martingale that begins at 1, and exceeds ``1 / a`` at any time with a probability
of at most ``a`` (Ville 1939; Shafer, Shen, Vereshchagin & Vovk, "Test martingales, Bayes factors
and p-values", Statistical Science 26, 2011). Here ``a`` is 1e-10.

A bettor whose guess is right gains ``KL(q || p)`` a draw in the logarithm, on average. So some
``25 / KL`` draws are needed, and a few more to learn the guess.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

from zerosum.errors import ZeroSumError
from zerosum.laws.place import Place, spelled
from zerosum.native.facts import has_hash
from zerosum.native.primitives import how_drawn
from zerosum.rng import Random

_WEALTH = math.log(1e10)  # at most with a probability of 1e-10, if the game is sound
_PARTS = 8  # of the list of outcomes
_SURE = 1 - 1e-12  # a chance that is taken for less than 1
_MOST = 1_000  # contexts for which a bettor learns


@dataclass
class Counts:
    """How often outcomes were drawn in one context, and how often that was due.

    Parameters
    ----------
    place
        The first history in this context.
    """

    place: Place
    draws: int = 0
    drawn: dict[Any, float] = field(default_factory=lambda: defaultdict(float))
    due: dict[Any, float] = field(default_factory=lambda: defaultdict(float))

    def guess(self, outcome: Any) -> float:
        """Return how much more often an outcome comes than is due; 1 while nothing is known."""
        return (self.drawn[outcome] + 1) / (self.due[outcome] + 1)

    def add(self, odds: Mapping[Any, float], drawn: Sequence[Any]) -> None:
        """Add what was drawn from ``odds``. Modified in place."""
        self.draws += len(drawn)
        for outcome in drawn:
            self.drawn[outcome] += 1
        for outcome, chance in odds.items():
            self.due[outcome] += len(drawn) * chance

    def distance(self, outcome: Any) -> float:
        """Return how far an outcome is from what is due, as a part of the statistic chi-squared."""
        return (self.drawn[outcome] - self.due[outcome]) ** 2 / (self.due[outcome] + 1e-9)

    def refusal(self) -> ZeroSumError:
        """Return the error that shows the outcome that is furthest from what is due."""
        outcome = max(self.due, key=self.distance)
        return self.place.wrong(
            "sample",
            "draw outcomes with the probabilities of chances()",
            f"{spelled(outcome)} in {self.drawn[outcome]:,.0f} of {self.draws:,} draws, where "
            f"{self.due[outcome]:,.1f} are due",
            "draw what chances() lists, or leave sample out",
        )


@dataclass
class Bettor:
    """A bettor, who learns for each context apart how often outcomes come."""

    wealth: float = 0.0  # its logarithm
    known: dict[Hashable, Counts] = field(default_factory=dict)

    def bet(
        self, context: Hashable, place: Place, odds: Mapping[Any, float], drawn: Sequence[Any]
    ) -> None:
        """Stake on outcomes that are drawn at one history."""
        counts = self.known.get(context) or Counts(place)
        if len(self.known) < _MOST:
            self.known[context] = counts
        guesses = {outcome: counts.guess(outcome) for outcome in odds}
        total = sum(chance * guesses[outcome] for outcome, chance in odds.items())
        self.wealth += sum(math.log(guesses[outcome] / total) for outcome in drawn)
        counts.add(odds, drawn)

    def refusal(self) -> ZeroSumError:
        """Return the error that shows the context that is furthest from what is due."""
        contexts = self.known.values()
        return max(contexts, key=lambda each: sum(map(each.distance, each.due))).refusal()


@dataclass
class Doubter:
    """A bettor who stakes on each outcome of the first list apart that it is never drawn."""

    stakes: dict[Any, float] | None = None  # their logarithms

    @property
    def wealth(self) -> float:
        """The logarithm of what is left."""
        return _log_sum(list(self.stakes.values())) if self.stakes else -math.inf

    def bet(self, odds: Mapping[Any, float], drawn: Sequence[Any]) -> None:
        """Stake on outcomes that are drawn at one history."""
        if self.stakes is None:
            self.stakes = dict.fromkeys(odds, -math.log(len(odds)))
        for outcome in set(drawn):
            self.stakes.pop(outcome, None)
        for outcome in self.stakes:
            self.stakes[outcome] -= len(drawn) * math.log1p(-min(odds.get(outcome, 0.0), _SURE))


class Fit:
    """The bettors, who have equal parts of the first wealth.

    Three learn how often outcomes come: everywhere, after each move, and at each history. One
    learns which parts of the list are drawn, one guesses that all outcomes are as likely, and one
    that some outcome is never drawn.

    Parameters
    ----------
    seconds
        The time that the test may take.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        self._learners = Bettor(), Bettor(), Bettor()
        self._parts, self._doubter, self._even = Bettor(), Doubter(), 0.0

    def compares(self, place: Place) -> bool:
        """Return whether a game has a ``sample`` of its own, and there is time left."""
        cls: Any = type(place.history)
        return how_drawn(cls) != "chances" and self.seconds > 0

    def see(
        self, place: Place, chances: Mapping[Any, Any], drawn: Sequence[Any], rng: Random
    ) -> None:
        """See outcomes that ``sample`` drew at one history. Modified in place.

        Raises
        ------
        GameError
            If they do not fit ``chances``.
        """
        before = thread_time()
        odds = {outcome: float(chance) for outcome, chance in chances.items() if chance > 0}
        if len(odds) > 1:
            for some in _doubling(drawn):
                self._see(place, odds, some, rng)
        self.seconds -= thread_time() - before

    def wealths(self) -> list[float]:
        """Return the logarithm of what each bettor has, those who learn outcomes first."""
        learned = [bettor.wealth for bettor in self._learners]
        return [*learned, self._parts.wealth, self._doubter.wealth, self._even]

    def _see(self, place: Place, odds: dict[Any, float], drawn: Sequence[Any], rng: Random) -> None:
        history = place.history if has_hash(place.history) else None
        for bettor, context in zip(self._learners, (None, place.move, history), strict=True):
            bettor.bet(context, place, odds, drawn)
        self._parts.bet(None, place, _EQUAL, list(_parts(odds, drawn, rng)))
        self._doubter.bet(odds, drawn)
        self._even -= sum(math.log(len(odds) * odds[outcome]) for outcome in drawn)
        wealths = self.wealths()
        if _log_sum(wealths) - math.log(len(wealths)) > _WEALTH:
            raise max(self._learners, key=lambda each: each.wealth).refusal()


def _log_sum(logs: Sequence[float]) -> float:
    """Return the logarithm of a sum of numbers, of which the logarithms are given."""
    most = max(logs)
    return most + math.log(sum(math.exp(each - most) for each in logs))


_EQUAL = dict.fromkeys(range(_PARTS), 1 / _PARTS)


def _doubling(drawn: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield 1, 1, 2, 4, ... of what was drawn: what is learned counts for what follows."""
    start, size = 0, 1
    while start < len(drawn):
        yield drawn[start : start + size]
        start, size = start + size, max(1, start + size)


def _parts(odds: Mapping[Any, float], drawn: Sequence[Any], rng: Random) -> Iterator[int]:
    """Yield for each outcome the part of the list it lies in, by probability.

    An outcome that lies in several parts takes one of them at random.
    """
    below, starts = 0.0, {}
    for outcome, chance in odds.items():
        starts[outcome] = below
        below += chance
    for outcome in drawn:
        at = starts[outcome] + rng.random() * odds[outcome]
        yield min(int(at * _PARTS), _PARTS - 1)
