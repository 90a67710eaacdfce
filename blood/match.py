"""Play agents against each other: ``python -m blood.match A B [C ...]``."""

from collections.abc import Sequence
from typing import Any

import click

from blood.command import (
    EXPERIMENT,
    JSON,
    LAST_STREET,
    WHOLE,
    Command,
    bar,
    completed,
    note,
    refuse,
    seconds_of,
)
from blood.declared import experiments
from blood.results import Played, print_results
from zerosum.experiment import Run, load
from zerosum.experiment.agents import UNTRAINED, agents_of, runs_of
from zerosum.experiment.load import start_of
from zerosum.game import players_of
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.bots import GALLERY
from zerosum.pkr.think import Clock
from zerosum.play import SelfPlay, start_of_match
from zerosum.play.rounds import play_tables, tables_of
from zerosum.play.untrained import RANDOM
from zerosum.support.cores import cores

HANDS = 20_000
DOCUMENT = tuple[Played, ...]
NAMED = {**UNTRAINED, **GALLERY}

_EPILOG = """\
\b
An agent is a run folder, a database that blood.export wrote, or
  uniform     takes every legal action equally often
  random      takes every action on the menu of the first run equally often
  call        always calls, and never bets
  rollout     bets, calls and folds by its equity against a random hand
  tight       few hands by a chart, and large bets
  overbettor  half of what is allowed with a very strong hand; else calls or folds
  maniac      raises most of the time, whatever it holds
  folder      checks and folds
  small-ball  small bets, small raises, no large pots
  clincher    tight; at a match engine it folds once the match is won

\b
Examples:
  python -m blood.match runs/blood.quick uniform
  python -m blood.match runs/blood.quick runs/blood.quick-2 call rollout --hands 2000
  python -m blood.match runs/blood.setback_bids runs/blood.setback --matches 20000
  python -m blood.match runs/blood.quick runs/blood.quick --think 20ms
  python -m blood.match runs/six call --hands 600000
  python -m blood.match runs/six runs/six runs/six-2 runs/six-2 random call --hands 6000
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument(
    "agents",
    nargs=-1,
    required=True,
    metavar="A B...",
    shell_complete=completed("file", lambda: [*NAMED, RANDOM]),
)
@click.option(
    "--hands",
    type=int,
    help=f"Number of hands of each match, {HANDS:,} by default; every deal is played once in each "
    f"rotation of the seats.",
)
@click.option(
    "--matches",
    type=int,
    help="Play so many whole matches instead, as to 11 points, if the game is played in matches.",
)
@click.option(
    "--rotations",
    type=int,
    help="Play each deal in so many rotations of the seats, drawn by deal; all by default.",
)
@click.option(
    "--aivat",
    type=int,
    metavar="PLAYOUTS",
    help="Correct for luck by AIVAT, with so many playouts of the first run, such as 100, for what "
    "each history is worth.",
)
@click.option(
    "--think",
    callback=seconds_of,
    metavar="TIME",
    help="Let the first run solve streets of poker again from the turn on, for so long a decision, "
    "such as 20ms.",
)
@LAST_STREET
@WHOLE
@JSON
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds, equal matches.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="How many play at once; all cores by default."
)
@click.option(
    "--game",
    shell_complete=EXPERIMENT,
    help="An experiment, if no agent is a run folder; River of Blood by default.",
)
def main(
    agents: Sequence[str],
    hands: int | None,
    matches: int | None,
    rotations: int | None,
    aivat: int | None,
    think: float | None,
    last_street: bool,
    whole: bool,
    seed: int,
    workers: int | None,
    game: str | None,
    *,
    as_json: bool,
) -> int:
    """Play duplicate matches of agents: every deal in each rotation of the seats.

    In a game for two, two agents get a line of result; several meet each other round robin, and get
    a table. In a game for more, two agents are one seat of the first among copies of the second in
    all others; or name an agent for each seat. Figures are chips a hand, in hold'em also big blinds
    a hundred hands (bb/100), or the share of matches that is won, with their 95 % interval. A match
    that nobody wins counts as half a match.
    """
    refuse(len(agents) < 2, "Agents must be at least two: name another run folder, or uniform.")
    opened = runs_of(agents, experiments(), NAMED)
    runs = [run for run in opened if isinstance(run, Run)]
    seated: list[Any] = agents_of(opened, experiments(), NAMED, parts=() if whole else None)
    if think is not None:
        name = seated[0].name
        refuse(opened[0] not in runs, f"--think needs a run folder as the first agent; got {name}.")
        seated[0] = runs[0].agent(
            parts=() if whole else None, think=Clock(think), last_only=last_street, name=name
        )
    for text in [] if whole else [text for run in dict.fromkeys(runs) for text in run.outdated]:
        note(text)
    refuse(
        aivat is not None and (aivat < 1 or not runs),
        f"--aivat must be at least 1, with a run folder among the agents, which plays itself so "
        f"often from each history; got {aivat} and {', '.join(agents)}.",
    )
    values = None if aivat is None else SelfPlay(runs[0].agent(parts=()), aivat)
    given = start_of(load(game, experiments())) if game is not None else None
    if given is None and not any(hasattr(agent, "base") for agent in seated):
        given = RiverOfBlood
    start = start_of_match(seated, given)
    players = players_of(start)
    turns = players if rotations is None else max(rotations, 1)
    deals, tables = _deals(hands, matches, turns), tables_of(seated, players)
    options = {"seed": seed, "game": start, "series": matches is not None, "rotations": rotations}
    played = play_tables(tables, seated, deals, workers or cores(), bar, values, **options)
    return print_results(seated, played, deals * turns * len(tables), start, as_json=as_json)


def _deals(hands: int | None, matches: int | None, turns: int) -> int:
    """Return the number of deals, if each is played so many times; refuse one that does not fit."""
    name, count = ("hands", hands) if matches is None else ("matches", matches)
    if count is None:
        return -(-HANDS // turns)
    if count < 2 * turns or count % turns:
        many = {1: "", 2: "even and "}.get(turns, f"a multiple of {turns} and ")
        times = {1: "an interval needs two deals", 2: "all cards are dealt twice"}
        raise click.UsageError(
            f"--{name} must be {many}at least {2 * turns}, since "
            f"{times.get(turns, f'all cards are dealt {turns} times')}; got {count}."
        )
    return count // turns


if __name__ == "__main__":
    main()
