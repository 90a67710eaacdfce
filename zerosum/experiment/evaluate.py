"""How good a strategy is: its value in self-play, and bounds on what others win against it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from functools import partial
from math import floor, inf, log10
from types import SimpleNamespace
from typing import TypeVar

from rich.console import RenderableType

from zerosum.abstraction import base_and_view, split
from zerosum.abstraction.declared import wider_of
from zerosum.errors import NotApplicable
from zerosum.evaluation import (
    Lifted,
    LowerBound,
    approximate_best_response,
    best_response,
    deviation_gains,
    expected_values,
    lift,
    local_best_response,
    sampled_values,
)
from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.evaluation.streets import StreetValues
from zerosum.experiment.measure import UNIT, Gauge
from zerosum.experiment.progress import task
from zerosum.game import History, players_of
from zerosum.laws import check_playouts, constant_of
from zerosum.strategy import Strategy
from zerosum.strategy.streets import StreetStrategy
from zerosum.support.interrupts import TimeUp, within
from zerosum.support.rendering import percent, table
from zerosum.tables import Floats, Storage
from zerosum.tree import lowers

# A deal of local best response takes as long as many of the others.
_SELF_PLAY_FACTOR = 20
_WALK_FACTOR = 200

# Deals of local best response. In Kuhn the lower end of the interval was above the exact value in
# 114, 36 and 24 of 1,000 samples of 2, 30 and 100 deals; it should be in 25.
FEWEST = 100

# The shares of the time left that self-play, local best response and the learned one may take.
_ITSELF, _LOCAL, _FIXED = 1 / 6, 1 / 2, 4 / 5

# Learned responses see more infosets than strategies, and are not listed.
_COMPACT = Storage("float32", fingerprint=64)

# Behind the point of a figure, at most.
_DIGITS = 6

Figure = tuple[float, float]
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Row:
    """One measure of a strategy.

    Parameters
    ----------
    name
        What was measured.
    players
        What each player wins, or an exploiter in each seat: chips a hand, and half the width of
        the 95 % interval, which is 0 for an exact value.
    both
        The mean of all seats, if it has a meaning.
    deals
        How many were sampled; 0 for an exact value.
    words
        The game in which it was measured, if there are two.
    """

    name: str
    players: tuple[Figure, ...]
    both: Figure | None = None
    deals: int = 0
    words: str = ""

    @property
    def least(self) -> float:
        """The lower end of the interval of all seats."""
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
        A strategy of this game.
    deals
        Of local best response; the other samples have twenty times as many, and the approximate
        best response trains for two hundred times as many iterations in each seat.
    seconds
        The time limit of everything; None for no limit. The measures share the time, and those for
        which none is left are left out.
    seed
        Of all random numbers.
    limit
        The largest number of histories to enumerate for exact values; None for the usual one.
    threads
        The number of threads of local best response, if the game runs natively.
    streets
        On how many streets the approximate best response may deviate; None for all.
    wider
        Whether it also acts beside the menu of the strategy.
    """

    game: History
    strategy: Strategy
    deals: int
    seconds: float | None
    seed: int
    limit: int | None = None
    threads: int = 1
    streets: int | None = None
    wider: bool = False

    def __post_init__(self) -> None:
        if self.wider:
            wider_of(*base_and_view(self.game))  # refuses games that do not say how
        self.notes: list[str] = []
        self._rehearses = False
        self._end = inf if self.seconds is None else time.monotonic() + self.seconds

    def rows(self) -> Iterator[Row]:
        """Yield the measures one by one; remarks on them are added to ``notes``.

        Raises
        ------
        ZeroSumError
            If the game is wrong, such as one whose payoffs do not sum to a constant.
        """
        if isinstance(self.strategy, StreetStrategy):
            known = StreetValues(self.strategy)
            yield from self._row("exact values", partial(_known_values, known))
            yield from self._row("the exact best response", partial(_known_response, known))
            return
        gauge = self._timed("looking at the game", self._gauge)
        if gauge is None:
            return
        exact = gauge.reason is None and not lowers(self.game)
        if exact:
            self.notes.append(
                "Nothing is sampled: the game is interpreted, and the exact values say more."
            )
        else:
            yield from self._row("the value against itself", self._itself)
        if gauge.reason is not None:
            self.notes.append(f"There are no exact values: {gauge.reason}")
        else:
            yield from self._row("exact values", self._value)
        if not exact:
            yield from self._bounds()
        if gauge.reason is None and players_of(split(self.game)[0]) == 2:
            yield from self._row("the exact best response", partial(self._exact, gauge))
        elif gauge.reason is None:
            yield from self._row("the exact gains", partial(self._gains, gauge))

    def _bounds(self) -> Iterator[Row]:
        try:
            yield from self._row("local best response", self._local)
        except NotApplicable as error:
            self.notes.append(f"There is no local best response: {error}")
        yield from self._row("the approximate best response", self._fixed)

    def _row(self, name: str, measure: Callable[[], Row]) -> Iterator[Row]:
        """Yield a measure, if there is time for it."""
        row = self._timed(name, measure)
        if row is not None:
            yield row

    def _timed(self, name: str, call: Callable[[], _Found]) -> _Found | None:
        """Return the result of a call; None, and a remark, if the time is over before it ends."""
        try:
            with within(self._end - time.monotonic()):
                return call()
        except TimeUp:
            once = " once, because it was not compiled" if self._rehearses else ""
            self.notes.append(f"There was no time for {name}: allow more seconds{once}.")
            return None
        finally:
            self._rehearses = False

    def _share(self, share: float, rehearse: Callable[[], object]) -> float | None:
        """Return the seconds for a measure, as a share of those left after a rehearsal.

        The rehearsal compiles, which may take most of the time.
        """
        if self.seconds is None:
            return None
        self._rehearses = True
        rehearse()
        self._rehearses = False
        return max(share * (self._end - time.monotonic()), 1e-9)

    def _gauge(self) -> Gauge:
        check_playouts(*base_and_view(self.game))
        return Gauge(self.game, SimpleNamespace(strategy=lambda: self.strategy), self.limit)

    def _value(self) -> Row:
        return _exact_values(expected_values(self.game, self.strategy))

    def _itself(self) -> Row:
        goal = _SELF_PLAY_FACTOR * self.deals
        with task("Playing the strategy against itself") as progress:
            sample = partial(sampled_values, self.game, self.strategy, seed=self.seed)
            seconds = self._share(_ITSELF, lambda: sample(deals=2))
            result = sample(deals=goal, seconds=seconds, progress=progress)
        self._cut("Self-play", result.deals, goal, "deals")
        self._uniform(result.unknown, "itself")
        pairs = zip(result.means.tolist(), (WIDTH * result.errors).tolist(), strict=True)
        return Row("value against itself", tuple(pairs), deals=result.deals)

    def _local(self) -> Row:
        with task("Local best response") as progress:
            respond = partial(
                local_best_response, self.game, self.strategy, seed=self.seed, threads=self.threads
            )
            seconds = self._share(_LOCAL, lambda: respond(deals=2))
            result = respond(deals=self.deals, seconds=seconds, progress=progress)
        self._cut("Local best response", result.deals, self.deals, "deals")
        self._few("Local best response", result.deals)
        self._uniform(result.unknown, "local best response")
        return bound_row("local best response", result)

    def _fixed(self) -> Row:
        walks, deals = _WALK_FACTOR * self.deals, _SELF_PLAY_FACTOR * self.deals
        with task("Approximate best response") as progress:
            respond = partial(
                approximate_best_response,
                self.game,
                self.strategy,
                seed=self.seed,
                storage=_COMPACT,
                streets=self.streets,
                wider=self.wider,
            )
            seconds = self._share(_FIXED, lambda: respond(iterations=1, deals=2))
            result = respond(iterations=walks, deals=deals, seconds=seconds, progress=progress)
        self._cut("Approximate best response", min(result.iterations), walks, "iterations")
        self._cut("Measuring it", result.bound.deals, deals, "deals")
        self._few("The approximate best response", result.bound.deals)
        if any(result.turned_away):
            self.notes.append(
                "The approximate best response had no room for all infosets; with more memory it "
                "would win more."
            )
        self._uniform(result.bound.unknown, "the approximate best response")
        return bound_row("approximate best response", result.bound)

    def _measured_in(self, gauge: Gauge) -> tuple[History, Strategy | Lifted]:
        """Return the game in which best responses are measured, and the strategy there."""
        if gauge.words:
            self.notes.append(f"The exact best response is {gauge.words}.")
        if not gauge.lifted:
            return self.game, self.strategy
        base = split(self.game)[0]
        return base, lift(self.strategy, base)

    def _gains(self, gauge: Gauge) -> Row:
        gains = deviation_gains(*self._measured_in(gauge))
        pairs = tuple((gain, 0.0) for gain in gains.tolist())
        return Row("gain of a best response, exact", pairs, words=gauge.words)

    def _exact(self, gauge: Gauge) -> Row:
        game, strategy = self._measured_in(gauge)
        values = [best_response(game, player, strategy).value for player in range(2)]
        both = (sum(values) - constant_of(split(self.game)[0])) / 2, 0.0
        pairs = tuple((value, 0.0) for value in values)
        return Row("best response, exact", pairs, both, words=gauge.words)

    def _uniform(self, unknown: float, opponent: str) -> None:
        if unknown:
            self.notes.append(
                f"The strategy does not know the infosets of {percent(unknown)} of its decisions "
                f"against {opponent}; it is uniform there."
            )

    def _few(self, name: str, deals: int) -> None:
        if deals < FEWEST:
            self.notes.append(
                f"{name} played {deals:,} deals: with fewer than {FEWEST} its interval is too "
                "narrow, and its lower end may be above the exploitability."
            )

    def _cut(self, name: str, done: int, goal: int, unit: str) -> None:
        if done < goal:
            self.notes.append(f"{name} was stopped by the clock after {done:,} {unit}.")


def _exact_values(values: Floats) -> Row:
    return Row("value, exact", tuple((value, 0.0) for value in values.tolist()))


def _known_values(known: StreetValues) -> Row:
    return _exact_values(known.values())


def _known_response(known: StreetValues) -> Row:
    won = known.responses()
    both = float((won - known.values()).mean()), 0.0
    return Row("best response, exact", tuple((value, 0.0) for value in won.tolist()), both)


def bound_row(name: str, bound: LowerBound) -> Row:
    """Return what an exploiter wins, in each seat and as the mean."""
    pairs = zip(bound.seats.tolist(), (WIDTH * bound.seat_errors).tolist(), strict=True)
    return Row(name, tuple(pairs), (bound.mean, WIDTH * bound.error), bound.deals)


def table_of(rows: list[Row]) -> RenderableType:
    """Return measures as a table, in chips per hand."""
    players = max(len(row.players) for row in rows)
    shown = []
    for row in rows:
        figures = [_shown(row, pair) for pair in row.players]
        figures += [""] * (players - len(figures))
        both = "" if row.both is None else _shown(row, row.both)
        shown.append([row.name, *figures, both, f"{row.deals:,}" if row.deals else ""])
    seats = (f"player {player}" for player in range(players))
    return table(["chips a hand", *seats, "mean", "deals"], shown)


def _shown(row: Row, pair: Figure) -> str:
    return figure(*pair) if row.deals else figure(pair[0])


def closing(rows: list[Row]) -> Iterator[str]:
    """Yield the conclusion from the rows: the exact exploitability, or the best bound if any.

    >>> list(closing([Row("local best response", (), (0.5, 0.125), 100)]))
    ['exploitability is at least 0.375 chips a hand, by local best response']
    >>> list(closing([Row("approximate best response", ((0.5, 0.1),) * 3, (0.5, 0.125), 100)]))
    ['by changing alone a seat gains at least 0.375 chips a hand on average, ...']
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
    if best.least > 0.0 and len(best.players) > 2:
        # What all win against themselves cancels.
        yield (
            f"by changing alone a seat gains at least {_down(best.least)} {UNIT} on average, by "
            f"{best.name}; more than two players have no exploitability"
        )
    elif best.least > 0.0:
        yield f"exploitability is at least {_down(best.least)} {UNIT}, by {best.name}"
    else:
        yield "no exploiter wins with certainty: these measures allow an exploitability of 0"


def _down(value: float) -> str:
    """Return a positive number rounded down to three digits.

    >>> _down(0.12399), _down(2.0), _down(1239.9)
    ('0.123', '2', '1230')
    """
    exact = Decimal(value)
    last = Decimal(1).scaleb(exact.adjusted() - 2)
    return f"{exact.quantize(last, ROUND_FLOOR).normalize():f}"


def figure(value: float, width: float | None = None) -> str:
    """Return a number with half the width of its interval, to two digits of the width.

    Without a width it is exact. At most six digits follow the point.

    >>> figure(0.123456, 0.0123), figure(12.34, 3.21), figure(1.5, 0.0), figure(1.5)
    ('0.123 ± 0.012', '12.3 ± 3.2', '1.5 ± 0', '1.5')
    """
    if width is None:
        return f"{value:z,.6g}"
    if width < 10.0**-_DIGITS:
        return f"{value:z,.6g} ± 0"
    digits = min(_DIGITS, max(0, 1 - floor(log10(width))))
    return f"{value:z,.{digits}f} ± {width:,.{digits}f}"
