"""Play against a trained strategy: ``python -m blood.play RUN``."""

import secrets
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from blood.command import (
    EXPERIMENT,
    LAST_STREET,
    PATH,
    WHOLE,
    Command,
    completed,
    note,
    refuse,
    report_console,
    seconds_of,
)
from blood.declared import experiments
from blood.match import NAMED
from zerosum.abstraction import split
from zerosum.experiment import Run, load
from zerosum.experiment.agents import trained_agent
from zerosum.experiment.load import start_of
from zerosum.game import hook_of
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.text import KEYS
from zerosum.pkr.think import Clock
from zerosum.play.hand import start_for
from zerosum.play.terminal import Table, echoed, play_session, typed

_SEEDS = 32  # bits: few enough to type again

_EPILOG = f"""\
\b
At a decision type a key of the line above it, or
  l   the legal actions with their chips
  ?   what the strategy would do in your place, with every hand
  ??  what it did at its last decision, with every hand
  q   leave; so do Ctrl-C and Ctrl-D
In River of Blood and hold'em
{KEYS}

\b
Examples:
  python -m blood.play runs/blood.quick
  python -m blood.play runs/blood.kuhn --hands 10 --seed 7 --seat 0
  printf 'b\\np\\n' | python -m blood.play runs/blood.kuhn --seed 7
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("run", metavar="RUN", type=PATH, shell_complete=completed("file"))
@click.option("--hands", type=click.IntRange(min=1), help="How many; by default until you leave.")
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    help="How many whole matches, as to 11 points, if the game is played in matches; without "
    "--hands, such a game is played in matches anyway.",
)
@click.option("--seed", type=int, help="Equal seeds deal equal cards; random by default.")
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    help="Always take this seat, counted from 0: at hold'em for more than two, 0 posts the small "
    "blind; by default seats change each hand. In a match it is the seat of the first hand, and "
    "moves on by one with each.",
)
@click.option(
    "--think",
    callback=seconds_of,
    metavar="TIME",
    help="Let the run solve streets of poker again from the turn on, for so long a decision, such "
    "as 20ms.",
)
@LAST_STREET
@WHOLE
@click.option(
    "--game",
    shell_complete=EXPERIMENT,
    help="An experiment whose game you play, if RUN is a player; River of Blood by default.",
)
def main(
    run: Path,
    hands: int | None,
    matches: int | None,
    seed: int | None,
    seat: int | None,
    think: float | None,
    *,
    last_street: bool,
    whole: bool,
    game: str | None,
) -> None:
    """Play against the strategy of the run folder RUN, which plays all other seats.

    Parts of the run that were solved again play where their histories lead; ? and ?? ask the
    strategy of RUN. RUN may also be a database that blood.export wrote; it plays its likeliest
    actions; or a player that blood.match knows by a word, such as tight.

    If input is not a terminal, each of its lines is read as typed, and its end ends the session.
    """
    word = str(run)
    if word in NAMED and not run.exists():
        refuse(think is not None, f"--think needs a run folder; got {word}.")
        agent: Any = NAMED[word]()
        start = start_of(load(game, experiments())) if game else RiverOfBlood()
        agent.base, agent.play = split(start)[0], None
        agent.begin(agent.base)  # refuses another game
    elif run.is_file():
        refuse(think is not None, f"--think needs a run folder; got the database {run}.")
        agent = trained_agent(run, experiments())
    else:
        parts, clock = () if whole else None, None if think is None else Clock(think)
        opened = Run.open(run, experiments())
        agent = opened.agent(parts=parts, think=clock, last_only=last_street)
        for text in () if whole else opened.outdated:
            note(text)
    report = report_console()
    refuse(game is not None and word not in NAMED, "Give --game with a player such as tight only.")
    start = agent.base if word in NAMED else start_for(agent.game, agent.play)
    table = Table(start, agent, _lines(report), report)
    chosen = secrets.randbits(_SEEDS) if seed is None else seed
    series = matches is not None or (hands is None and hook_of(agent.base, "series") is not None)
    play_session(table, chosen, hands=matches or hands, seat=seat, series=series)


def _lines(report: Console) -> Iterator[str]:
    if sys.stdin is None:  # the parent process closed it
        return iter(())
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a letter of another encoding is a typing mistake
    return typed() if sys.stdin.isatty() else echoed(sys.stdin, report)


if __name__ == "__main__":
    main()
