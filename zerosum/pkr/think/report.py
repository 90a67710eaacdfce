"""What thinking at the table takes from an exploiter of a strategy."""

import time
from collections.abc import Iterator, Mapping
from functools import partial
from math import inf

from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.experiment.evaluate import FEWEST, Row, bound_row, figure
from zerosum.experiment.measure import UNIT
from zerosum.experiment.progress import task
from zerosum.game import History
from zerosum.pkr.places.follower import Key
from zerosum.pkr.think.compare import Comparison, compare_by_local_best_response
from zerosum.pkr.think.values import Values
from zerosum.play.agents import StrategyAgent
from zerosum.strategy import Strategy
from zerosum.support.interrupts import TimeUp, within
from zerosum.support.rendering import percent


def compared(
    game: History,
    strategy: Strategy,
    iterations: int,
    deals: int,
    seconds: float | None,
    seed: int,
    values: Values | None = None,
    parts: Mapping[Key, StrategyAgent] | None = None,
) -> Comparison | None:
    """Return what local best response wins from a strategy without and with thinking.

    Parameters
    ----------
    game, strategy, iterations, deals, seed, values, parts
        As for :func:`zerosum.pkr.think.compare_by_local_best_response`.
    seconds
        The time limit of everything, compiling too; None for no limit.

    Returns
    -------
    None if the time is over before anything is measured.
    """
    end = inf if seconds is None else time.monotonic() + seconds
    compare = partial(
        compare_by_local_best_response,
        game,
        strategy,
        iterations,
        seed=seed,
        values=values,
        parts=parts,
    )
    with task("Local best response, without and with thinking") as progress:
        try:
            with within(end - time.monotonic()):
                compare(deals=2)  # compiles
        except TimeUp:
            return None
        left = None if seconds is None else max(end - time.monotonic(), 1e-9)
        return compare(deals=deals, seconds=left, progress=progress)


def rows_of(comparison: Comparison) -> list[Row]:
    """Return the rows of the table."""
    return [
        bound_row("local best response", comparison.strategy),
        bound_row("against thinking", comparison.thinking),
        bound_row("difference", comparison.difference),
    ]


def conclusion(comparison: Comparison) -> str:
    """Return what thinking changes, in a sentence."""
    mean, width = comparison.difference.mean, WIDTH * comparison.difference.error
    if abs(mean) <= width:
        return (
            f"thinking changes what local best response wins by {figure(mean, width)} {UNIT}, "
            f"which may be nothing: measure more deals"
        )
    verb = "lowers" if mean < 0.0 else "raises"
    return f"thinking {verb} what local best response wins by {figure(abs(mean), width)} {UNIT}"


def remarks(comparison: Comparison, deals: int) -> Iterator[str]:
    """Yield what else must be known; ``deals`` is how many were wanted."""
    if comparison.strategy.deals < deals:
        yield f"It was stopped by the clock after {comparison.strategy.deals:,} deals."
    if comparison.strategy.deals < FEWEST:
        yield f"With fewer than {FEWEST} deals the intervals are too narrow."
    hands = 2 * comparison.strategy.deals
    yield f"The thinker played {comparison.streets:,} streets in {hands:,} hands."
    if comparison.failed:
        yield f"{comparison.failed:,} of these could not be solved, and the strategy played."
    if comparison.strategy.unknown:
        yield (
            f"The strategy does not know the infosets of {percent(comparison.strategy.unknown)} of "
            f"its decisions; it is uniform there."
        )
