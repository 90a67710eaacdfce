"""Measure how exploitable a strategy is: ``python -m blood.evaluate RUN``."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import click

from blood.command import (
    JSON,
    LAST_STREET,
    RUN,
    SEED,
    Command,
    note,
    opened,
    print_json,
    refuse,
    report_console,
)
from zerosum.abstraction import split
from zerosum.experiment.evaluate import FEWEST, Evaluation, Row, closing, table_of
from zerosum.pkr.holdem.resumed import Resumed
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.think import Comparison
from zerosum.pkr.think.report import compared, conclusion, remarks, rows_of
from zerosum.support.cores import MOST_THREADS, cores
from zerosum.support.rendering import line

DEALS = 5_000


def _finite(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not isfinite(seconds):
        raise click.BadParameter(
            f"{seconds} is not a number of seconds; leave it out for no limit."
        )
    return seconds


def _iterations(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Return a number of iterations."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,6}", value, re.ASCII) is None or int(value) == 0:
        raise click.BadParameter(
            f"it must be a number of iterations from 1 to 999,999, such as 30, so that figures do "
            f"not depend on the machine; got {value!r}."
        )
    return int(value)


@dataclass(frozen=True)
class Measured:
    """What a strategy wins and loses.

    Parameters
    ----------
    measures
        One by one.
    conclusions
        Sentences on what they come to.
    notes
        Sentences on what could not be measured, or not well.
    """

    measures: tuple[Row, ...]
    conclusions: tuple[str, ...]
    notes: tuple[str, ...]


DOCUMENT = Measured
_NO_TIME = "There was no time to measure anything: allow more seconds."


@click.command(cls=Command)
@RUN
@click.option(
    "--deals",
    type=click.IntRange(min=FEWEST),
    default=DEALS,
    show_default=True,
    help="Deals of local best response; the other figures use twenty times as many.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.0, min_open=True),
    callback=_finite,
    help="Stop after about this many seconds; the measures share the time. What did not fit is "
    "told below the table.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, (1 << 31) - 1),
    help="Compute exact values in games with at most this many histories.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    help="Threads of local best response; all cores by default. The figures are the same.",
)
@click.option(
    "--streets",
    type=click.IntRange(min=1),
    help="Let the approximate best response deviate on so many streets only, from the first on; on "
    "all by default.",
)
@click.option(
    "--off-menu",
    is_flag=True,
    help="Let the approximate best response also make bets that are not on the menu of the "
    "strategy.",
)
@click.option(
    "--think",
    callback=_iterations,
    metavar="ITERATIONS",
    help="Measure only local best response, without and with thinking from the turn of poker on, "
    "on the same deals; each solution has so many iterations, such as 30.",
)
@LAST_STREET
@click.option(
    "--whole",
    is_flag=True,
    help="With --think: leave out the parts that blood.resolve has solved again.",
)
@SEED
@JSON
def main(
    run: Path,
    deals: int,
    seconds: float | None,
    limit: int | None,
    threads: int | None,
    streets: int | None,
    off_menu: bool,
    think: int | None,
    last_street: bool,
    whole: bool,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Measure the strategy of the run folder RUN.

    Prints its value for each player in self-play; what local best response and an approximate
    best response win against it, which are lower bounds on its exploitability; and, if the game
    is small enough, all of it exactly. Figures are chips a hand, with 95 % intervals.
    """
    refuse(
        think is not None and (limit, threads, streets, off_menu) != (None, None, None, False),
        "--think must not be given with --limit, --threads, --streets or --off-menu, which belong "
        "to other measures: leave them out.",
    )
    begin = time.monotonic()
    trained = opened(run)
    game, strategy = trained.game, trained.strategy
    if seconds is not None:
        seconds = max(seconds - (time.monotonic() - begin), 0.0)
    if think is not None:
        # Fitted once for a run: that takes nothing from the time to measure.
        values = None if last_street else trained.values
        agent = trained.agent(parts=() if whole else None)
        parts = agent.parts if isinstance(agent, Patched) else None
        for text in trained.outdated if parts else ():
            note(text)
        comparison = compared(game, strategy, think, deals, seconds, seed, values, parts)
        if comparison is None:
            if as_json:
                print_json(Measured((), (), (_NO_TIME,)))
            else:
                note(_NO_TIME)
        elif as_json:
            said = conclusion(comparison), tuple(remarks(comparison, deals))
            print_json(Measured(tuple(rows_of(comparison)), said[:1], said[1]))
        else:
            _compare(comparison, deals)
        return
    evaluation = Evaluation(
        game, trained.played, deals, seconds, seed, limit, threads or cores(), streets, off_menu
    )
    evaluation.notes += _as_played(trained.experiment.least)
    rows = list(evaluation.rows())
    concluded = *closing(rows), *_of_pot(game, rows)
    if as_json:
        print_json(Measured(tuple(rows), concluded, tuple(evaluation.notes)))
        return
    report = report_console()
    if rows:
        report.print(table_of(rows), highlight=False)
    for text in concluded:
        line(report, text)
    for text in evaluation.notes:
        note(text)


def _as_played(least: float) -> Iterator[str]:
    if least > 0.0:
        yield (
            f"The strategy is measured as it plays: without actions below {least:g}, unless all "
            f"of a menu are."
        )


def _of_pot(game: Any, rows: Sequence[Row]) -> Iterator[str]:
    """Yield what exact rows are of the pot of a spot."""
    base = split(game)[0]
    if isinstance(base, Resumed) and len(rows) == 2 and not any(row.deals for row in rows):
        hand, (value, response) = base.hand, rows
        pot, both = hand.total, response.both or (0.0, 0.0)
        taken = [value.players[seat][0] + hand.paid[seat] + hand.posted[seat] for seat in range(2)]
        words = " and ".join(f"{chips:z,.2f}" for chips in taken)
        yield f"of a pot of {pot:,} they take {words}; exploitability is {both[0] / pot:.3%} of it"


def _compare(comparison: Comparison, deals: int) -> None:
    """Print what local best response wins without and with thinking."""
    report = report_console()
    report.print(table_of(rows_of(comparison)), highlight=False)
    line(report, conclusion(comparison))
    for text in remarks(comparison, deals):
        note(text)


if __name__ == "__main__":
    main()
