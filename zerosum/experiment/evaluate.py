"""How good a strategy is: its value against itself, and bounds on what others win against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from math import floor, log10
from types import SimpleNamespace
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from zerosum.abstraction import split
from zerosum.abstraction.fitting import announce
from zerosum.errors import GameError
from zerosum.evaluation import (
    LowerBound,
    approximate_best_response,
    best_response,
    expected_values,
    lift,
    local_best_response,
    sampled_values,
)
from zerosum.evaluation.bounds.bound import WIDTH, check_pair
from zerosum.experiment.measure import UNIT, Gauge

# A deal of local best response takes as long as many of the others.
_TIMES = 20
_LEARNT = 200

# Deals of local best response. In Kuhn the lower end of the interval was above the exact value in
# 114, 36 and 24 of 1,000 samples of 2, 30 and 100 deals; it should be in 25.
FEWEST = 100

# Behind the point of a figure, at most.
_DIGITS = 6

Figure = tuple[float, float]


@dataclass(frozen=True)
class Row:
    """One measure of a strategy.

    Parameters
    ----------
    name
        What was measured.
    players
        What each player wins, or an exploiter in each seat: chips a hand, and half the width of
        the 95 % interval, which is 0 where no deals were sampled.
    both
        The mean of both seats, where it means something.
    deals
        How many were sampled; 0 where none was.
    words
        In which game it was measured, where that must be said.
    """

    name: str
    players: tuple[Figure, ...]
    both: Figure | None = None
    deals: int = 0
    words: str = ""

    @property
    def least(self) -> float:
        """The lower end of the interval of both seats."""
        assert self.both is not None
        return self.both[0] - self.both[1]


@dataclass
class Evaluation:
    """What a strategy wins and loses, measure by measure.

    Parameters
    ----------
    game
        The start of the game trained on.
    strategy
        Of this game.
    deals
        Of local best response; the other samples have twenty times as many, and the approximate
        best response learns from two hundred times as many in each seat.
    seconds
        Stop local best response after so many, and the learning of the other; None for no such
        bound. Self-play and the deals that measure what was learnt are not bounded.
    seed
        Of all that is drawn.
    """

    game: Any
    strategy: Any
    deals: int
    seconds: float | None
    seed: int

    def __post_init__(self) -> None:
        self.notes: list[str] = []

    def rows(self) -> Iterator[Row]:
        """Yield one measure after the other; notes that concern them gather in ``notes``."""
        yield self._itself()
        gauge = Gauge(self.game, SimpleNamespace(strategy=lambda: self.strategy))
        if gauge.reason is None:
            values = expected_values(self.game, self.strategy)
            yield Row("value, exact", tuple((value, 0.0) for value in values.tolist()))
        try:
            check_pair(self.game)
        except GameError as error:
            self.notes.append(str(error))
            return
        try:
            yield self._local()
        except GameError as error:
            self.notes.append(f"There is no local best response: {error}")
        yield self._fixed()
        if gauge.reason is None:
            yield self._exact(gauge)

    def _itself(self) -> Row:
        with _announced("Playing the strategy against itself") as told:
            found = sampled_values(
                self.game, self.strategy, _TIMES * self.deals, self.seed, progress=told
            )
        self._uniform(found.unknown, "itself")
        pairs = zip(found.means.tolist(), (WIDTH * found.errors).tolist(), strict=True)
        return Row("value against itself", tuple(pairs), deals=found.deals)

    def _local(self) -> Row:
        with _announced("Local best response") as told:
            found = local_best_response(
                self.game,
                self.strategy,
                self.deals,
                self.seed,
                seconds=self.seconds,
                progress=told,
            )
        self._cut("Local best response", found.deals, self.deals, "deals")
        if found.deals < FEWEST:
            self.notes.append(
                f"Local best response played {found.deals:,} deals: with fewer than {FEWEST} its "
                "interval is too narrow, and its lower end may be above the exploitability."
            )
        self._uniform(found.unknown, "local best response")
        return _bound("local best response", found)

    def _fixed(self) -> Row:
        with _announced("Approximate best response") as told:
            found = approximate_best_response(
                self.game,
                self.strategy,
                _LEARNT * self.deals,
                _TIMES * self.deals,
                self.seed,
                seconds=self.seconds,
                progress=told,
            )
        iterations = min(found.iterations)
        self._cut("Approximate best response", iterations, _LEARNT * self.deals, "iterations")
        self._uniform(found.bound.unknown, "the approximate best response")
        return _bound("approximate best response", found.bound)

    def _exact(self, gauge: Gauge) -> Row:
        game, strategy = self.game, self.strategy
        if gauge.lifted:
            game = split(game)[0]
            strategy = lift(strategy, game)
        values = [best_response(game, player, strategy).value for player in range(2)]
        if gauge.words:
            self.notes.append(f"The exact best response is {gauge.words}.")
        pairs, both = tuple((value, 0.0) for value in values), (sum(values) / 2, 0.0)
        return Row("best response, exact", pairs, both, words=gauge.words)

    def _uniform(self, unknown: float, opponent: str) -> None:
        if unknown:
            share = f"{unknown:.2%}" if unknown >= 0.0001 else "less than 0.01%"
            self.notes.append(
                f"The strategy does not know the infosets of {share} of its decisions against "
                f"{opponent}; it is uniform there."
            )

    def _cut(self, name: str, done: int, goal: int, unit: str) -> None:
        if done < goal:
            self.notes.append(f"{name} was stopped by the clock after {done:,} {unit}.")


@contextmanager
def _announced(task: str) -> Iterator[Callable[[float], None]]:
    """Tell listeners of a task's beginning and end; give what is told the share that is done."""
    announce(task, 0.0)
    try:
        yield lambda share: announce(task, share) if 0.0 < share < 1.0 else None
    finally:
        announce(task, 1.0)


def _bound(name: str, found: LowerBound) -> Row:
    pairs = zip(found.seats.tolist(), (WIDTH * found.seat_errors).tolist(), strict=True)
    return Row(name, tuple(pairs), (found.mean, WIDTH * found.error), found.deals)


def table_of(rows: list[Row]) -> RenderableType:
    """Return measures as a table, in chips a hand."""
    table = Table("chips a hand", box=None, pad_edge=False)
    for player in range(max(len(row.players) for row in rows)):
        table.add_column(f"player {player}", justify="right")
    table.add_column("both seats", justify="right")
    table.add_column("deals", justify="right")
    for row in rows:
        players = [_shown(row, pair) for pair in row.players]
        both = "" if row.both is None else _shown(row, row.both)
        table.add_row(row.name, *players, both, f"{row.deals:,}" if row.deals else "")
    return table


def _shown(row: Row, pair: Figure) -> str:
    return figure(*pair) if row.deals else figure(pair[0])


def closing(rows: list[Row]) -> Iterator[str]:
    """Yield the sentence that the rows amount to: exact, or the best bound, where there is one.

    >>> list(closing([Row("local best response", (), (0.5, 0.125), 100)]))
    ['exploitability is at least 0.375 chips a hand, says the local best response']
    >>> list(closing([Row("best response, exact", (), (0.5, 0.0))]))
    ['exploitability is exactly 0.5 chips a hand']
    """
    for row in rows:
        if row.both is not None and not row.deals:
            subject = f"exploitability {row.words}".rstrip()
            yield f"{subject} is exactly {figure(row.both[0])} {UNIT}"
            return
    bounds = [row for row in rows if row.both is not None]
    if not bounds:
        return
    best = max(bounds, key=lambda row: row.least)
    if best.least > 0.0:
        yield f"exploitability is at least {_down(best.least)} {UNIT}, says the {best.name}"
    else:
        yield "no exploiter wins for certain: exploitability may be 0, as far as these tell"


def _down(value: float) -> str:
    """Return a positive number in three digits, and none of them rounded up.

    >>> _down(0.12399), _down(2.0), _down(1239.9)
    ('0.123', '2', '1230')
    """
    exact = Decimal(value)
    last = Decimal(1).scaleb(exact.adjusted() - 2)
    return f"{exact.quantize(last, ROUND_FLOOR).normalize():f}"


def figure(value: float, width: float | None = None) -> str:
    """Return a number with half the width of its interval, in as many digits as that has two.

    Without a width it is exact. No more than six digits follow the point.

    >>> figure(0.123456, 0.0123), figure(12.34, 3.21), figure(1.5, 0.0), figure(1.5)
    ('0.123 ± 0.012', '12.3 ± 3.2', '1.5 ± 0', '1.5')
    """
    if width is None:
        return f"{value:z.6g}"
    if width < 10.0**-_DIGITS:
        return f"{value:z.6g} ± 0"
    digits = min(_DIGITS, max(0, 1 - floor(log10(width))))
    return f"{value:z.{digits}f} ± {width:.{digits}f}"
