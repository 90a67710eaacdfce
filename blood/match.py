"""Play agents against each other: ``python -m blood.match A B [C ...]``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from blood.command import (
    EXPERIMENT,
    Command,
    completed,
    note,
    seconds_of,
)
from blood.declared import experiments
from blood.results import print_results
from zerosum.cores import cores
from zerosum.errors import ZeroSumError
from zerosum.experiment import load
from zerosum.experiment.agents import UNTRAINED, agents_of
from zerosum.experiment.probe import start_of
from zerosum.experiment.thinker import thinker_of
from zerosum.game import players_of
from zerosum.interrupts import once
from zerosum.pkr import LimitHoldem, NoLimitHoldem, RiverOfBlood
from zerosum.play import (
    Agent,
    Crew,
    Match,
    SelfPlay,
    StrategyAgent,
    TrainedAgent,
    play_seats,
    start_of_match,
)
from zerosum.play.parts import Patched
from zerosum.play.thinking import Clock
from zerosum.play.untrained import RANDOM
from zerosum.query.parts import outdated, with_parts
from zerosum.strategy import Strategy

HANDS = 20_000

_EPILOG = """\
\b
An agent is a run folder, a database that blood.export wrote, or
  uniform  takes every legal action equally often
  random   takes every action on the menu of the first run equally often
  call     always calls, and never bets
  rollout  bets, calls and folds by its equity against a random hand

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
    shell_complete=completed("file", lambda: [*UNTRAINED, RANDOM]),
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
@click.option("--last-street", is_flag=True, help="With --think: solve last streets only.")
@click.option(
    "--whole", is_flag=True, help="Leave out the parts of runs that blood.resolve has solved again."
)
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
) -> int:
    """Play duplicate matches of agents: every deal in each rotation of the seats.

    In a game for two, two agents get a line of result; several meet each other round robin, and get
    a table. In a game for more, two agents are one seat of the first among copies of the second in
    all others; or name an agent for each seat. Figures are chips a hand, in hold'em also big blinds
    a hundred hands (bb/100), or the share of matches that is won, with their 95 % interval. A match
    that nobody wins counts as half a match.
    """
    if len(agents) < 2:
        raise click.UsageError("Agents must be at least two: name another run folder, or uniform.")
    if hands is not None and matches is not None:
        raise click.UsageError("--hands and --matches must not be given together: leave one out.")
    if aivat is not None and matches is not None:
        raise click.UsageError("--aivat and --matches must not be given together: leave one out.")
    if last_street and think is None:
        raise click.UsageError("--last-street belongs to --think: give both, or leave it out.")
    seated = _opened(agents)
    values = None if aivat is None else _values(seated, aivat)
    if not whole:
        seated = [_patched(agent, spec) for agent, spec in zip(seated, agents, strict=True)]
    if think is not None:
        seated[0] = _thinking(seated[0], Path(agents[0]), think, last_only=last_street)
    start = start_of_match(seated, _game(seated, game))
    players = players_of(start)
    lone = len(seated) == 2 < players
    turns = players if rotations is None else max(rotations, 1)
    deals = _deals(hands, matches, turns)
    options = {"game": start, "series": matches is not None, "rotations": rotations}
    options["values"] = values
    workers = workers or cores()
    crew = Crew(seated, workers, values) if workers > 1 else None
    play = partial(play_seats, seed=seed, **options)
    tables = list(combinations(seated, 2)) if players == 2 else [tuple(seated)]
    if lone:
        tables = [(seated[0], *[seated[1]] * (players - 1))]
    wanted = deals * turns * len(tables)
    played: list[Match] = []
    with once():  # Ctrl-C twice does not lose the report
        try:
            _play(tables, play, deals, crew, played)
        except ZeroSumError:
            if played:
                print_results(seated, played, wanted, _blind(start))
            raise
        return print_results(seated, played, wanted, _blind(start))


def _thinking(agent: Agent, run: Path, seconds: float, *, last_only: bool) -> Agent:
    """Return the agent of a run as one that thinks for some seconds a decision.

    Raises
    ------
    click.UsageError
        If it is no run.
    """
    if not isinstance(agent, StrategyAgent | Patched):
        raise click.UsageError(f"--think needs a run folder as the first agent; got {agent.name}.")
    return thinker_of(run, agent, Clock(seconds), last_only=last_only)


def _patched(agent: Agent, spec: str) -> Agent:
    """Return the agent of a run with the parts of the run, if there are some."""
    if not isinstance(agent, StrategyAgent) or not (Path(spec) / "parts").is_dir():
        return agent
    patched = with_parts(agent, Path(spec), experiments())
    for told in outdated(Path(spec)):
        note(told)
    return patched


def _values(agents: Sequence[Agent], playouts: int) -> SelfPlay:
    """Return what histories are worth where the first run among the agents plays itself.

    Raises
    ------
    click.UsageError
        If there is no run, or there are no playouts.
    """
    runs = (each for each in agents if isinstance(each, TrainedAgent))
    run = next((each for each in runs if isinstance(each.strategy, Strategy)), None)
    if run is None or playouts < 1:
        raise click.UsageError(
            f"--aivat must be at least 1, with a run folder among the agents, which plays itself "
            f"so often from each history; got {playouts} and "
            f"{', '.join(each.name for each in agents)}."
        )
    return SelfPlay(run, playouts)


def _deals(hands: int | None, matches: int | None, turns: int) -> int:
    """Return the number of deals, if each is played so many times.

    Raises
    ------
    click.UsageError
        If the number of hands or matches does not fit.
    """
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


def _blind(start: Any) -> int | None:
    """Return the chips of the big blind in hold'em; None without one, and in other games."""
    holdem = isinstance(start, NoLimitHoldem | LimitHoldem)
    return max(start.blinds[:2]) or None if holdem else None


def _opened(specs: Sequence[str]) -> list[Agent]:
    """Return the agents; equal names are replaced by the words given, then numbered."""
    agents = agents_of(specs, experiments())
    names = [agent.name for agent in agents]
    for agent, spec in zip(agents, specs, strict=True):
        if names.count(agent.name) > specs.count(spec):
            agent.name = spec
    names = [agent.name for agent in agents]
    for place, (agent, name) in enumerate(zip(agents, names, strict=True)):
        if name in names[:place]:
            agent.name = f"{name} ({names[: place + 1].count(name)})"
    return agents


def _game(agents: Sequence[Agent], name: str | None) -> Any:
    """Return the game that is named, or River of Blood if all agents play any game."""
    if name is not None:
        return start_of(load(name, experiments()))
    return None if any(hasattr(agent, "base") for agent in agents) else RiverOfBlood


def _play(
    tables: Sequence[tuple[Agent, ...]],
    play: Callable[..., Match],
    deals: int,
    crew: Crew | None,
    matches: list[Match],
) -> None:
    """Append a match of each table; Ctrl-C ends the current match and skips the others."""
    with suppress(KeyboardInterrupt), crew or nullcontext():
        for number, table in enumerate(tables, 1):
            words = " against ".join(agent.name for agent in table)
            label = words if len(tables) == 1 else f"{words} ({number} of {len(tables)})"
            with _watched(label, deals) as watch:
                match = play(table, deals, crew=crew, watch=watch)
            matches.append(match)
            if match.deals < deals:
                break


@contextmanager
def _watched(label: str, deals: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many deals were played."""
    notes = Console(stderr=True)
    columns = BarColumn(24), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task(label, total=deals)
        yield lambda done: bar.update(task, completed=done)


if __name__ == "__main__":
    main(prog_name="python -m blood.match")
