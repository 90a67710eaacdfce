"""The command: write and compare games, print what differs, and count the constructs."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from tests.fuzz.faults import FAULTS, planted
from tests.fuzz.grammar import grammar
from tests.fuzz.runs import Outcome, own_cache, run, warm_up


@click.command()
@click.option("--games", default=60, show_default=True, help="How many games.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first.")
@click.option("--fault", type=click.Choice([*FAULTS]), help="Plant a fault, and stop when found.")
def main(games: int, seed: int, fault: str | None) -> None:
    """Compare the native and the interpreted run of random games.

    The exit status is 1 if a game differs, fails, or does not run natively; its module is kept.
    """
    folder = Path(tempfile.mkdtemp(prefix="zerosum-fuzz-"))
    outcomes: list[Outcome] = []
    with own_cache(folder), planted(fault or ""):
        warm_up()
        for outcome in run(range(seed, seed + games), folder):
            outcomes.append(outcome)
            click.echo(outcome)
            if outcome.finding and fault:
                break
    shown = sum((outcome.shown for outcome in outcomes), Counter())
    for line, count in grammar().by_line(shown).items():
        click.echo(f"{count:6}  {line}")
    findings = sum(bool(outcome.finding) for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes) / max(1, len(outcomes))
    click.echo(f"{len(outcomes)} games, {findings} findings, {seconds:.1f} s a game")
    sys.exit(findings > 0)


main()
