"""Play agents against each other: ``python -m blood.match A B [C ...]``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from blood.command import INTERRUPTED, Command
from blood.experiments import experiments
from zerosum.cores import cores
from zerosum.errors import ZeroSumError
from zerosum.experiment import fitting_on, load
from zerosum.experiment.agents import agent_of
from zerosum.interrupts import once
from zerosum.pkr import RiverOfBlood
from zerosum.play import Agent, Crew, Match, play_match, start_of_match

HANDS = 20_000
_WIDE = 1_000  # columns: a file has room for every name

_EPILOG = """\
\b
An agent is a run folder, or
  uniform  takes every legal action equally often
  call     always calls, and never bets
  rollout  bets, calls and folds by its equity against a random hand

\b
Examples:
  python -m blood.match runs/blood.quick uniform
  python -m blood.match runs/blood.quick runs/blood.quick-2 call rollout --hands 2000
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="A B...")
@click.option("--hands", type=int, default=HANDS, show_default=True, help="A deal is two hands.")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds, equal matches.")
@click.option("--workers", type=int, help="How many play at once; all cores where left out.")
@click.option("--game", help="An experiment, where no agent is a run; River of Blood without it.")
def main(
    agents: Sequence[str], hands: int, seed: int, workers: int | None, game: str | None
) -> int:
    """Play duplicate matches of agents: every deal twice, with the seats swapped.

    Two agents get a line of result; several meet each other round robin, and get a table. Figures
    are chips a hand, with their 95 % interval.
    """
    _check(agents, hands, workers)
    report, notes = Console(), Console(stderr=True)
    if not report.is_terminal:
        report = Console(width=_WIDE)
    with fitting_on(notes):
        seated = _opened(agents)
        start = start_of_match(seated, _game(seated, game))
    matches: list[Match] = []
    with once():  # Twice Ctrl-C ends no report.
        try:
            _play(seated, start, hands // 2, seed, workers or cores(), notes, matches)
        except ZeroSumError:
            if matches:
                _tell(seated, matches, hands, report, notes)
            raise
        return _tell(seated, matches, hands, report, notes)


def _tell(
    seated: Sequence[Agent], matches: Sequence[Match], hands: int, report: Console, notes: Console
) -> int:
    """Print what came out; return the exit status."""
    if matches and len(seated) == 2:
        _line(report, _result(matches[0]))
    elif matches:
        report.print(_standings(seated, matches))
    for text in _remarks(matches):
        _line(report, text)
    played, wanted = sum(match.hands for match in matches), hands * len(list(_pairs(seated)))
    if played == wanted:
        return 0
    _line(notes, f"Stopped after {played:,} of {wanted:,} hands.")
    return INTERRUPTED


def _check(agents: Sequence[str], hands: int, workers: int | None) -> None:
    if len(agents) < 2:
        raise click.UsageError("Agents must be at least two: name another run folder, or uniform.")
    if hands < 4 or hands % 2:
        raise click.UsageError(
            f"--hands must be even and at least 4, since a deal is two hands; got {hands}."
        )
    if workers is not None and workers < 1:
        raise click.UsageError(f"--workers must be at least 1; got {workers}.")


def _opened(specs: Sequence[str]) -> list[Agent]:
    """Return the agents; those of one name are told apart by their words, then by numbers."""
    agents = [agent_of(spec, experiments()) for spec in specs]
    names = [agent.name for agent in agents]
    for agent, spec in zip(agents, specs, strict=True):
        if names.count(agent.name) > 1:
            agent.name = spec
    names = [agent.name for agent in agents]
    for place, (agent, name) in enumerate(zip(agents, names, strict=True)):
        if name in names[:place]:
            agent.name = f"{name} ({names[: place + 1].count(name)})"
    return agents


def _game(agents: Sequence[Agent], name: str | None) -> Any:
    """Return the game that is named, or River of Blood where all agents play any."""
    if name is not None:
        return load(name, experiments()).training
    return None if any(hasattr(agent, "base") for agent in agents) else RiverOfBlood


def _play(
    agents: Sequence[Agent],
    start: Any,
    deals: int,
    seed: int,
    workers: int,
    notes: Console,
    matches: list[Match],
) -> None:
    """Append a match of each pair; after Ctrl-C no more."""
    pairs = list(_pairs(agents))
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        crew = stack.enter_context(Crew(agents, workers)) if workers > 1 else None
        for number, (first, second) in enumerate(pairs, 1):
            words = f"{first.name} against {second.name}"
            label = words if len(pairs) == 1 else f"{words} ({number} of {len(pairs)})"
            with _watched(notes, label, 2 * deals) as watch:
                match = play_match(first, second, deals, seed, game=start, crew=crew, watch=watch)
            matches.append(match)
            if match.deals < deals:
                break


def _pairs(agents: Sequence[Agent]) -> Iterator[tuple[Agent, Agent]]:
    """Yield everybody with everybody who comes later."""
    return combinations(agents, 2)


@contextmanager
def _watched(notes: Console, label: str, hands: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many hands were played."""
    columns = BarColumn(24), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task(label, total=hands)
        yield lambda deals: bar.update(task, completed=2 * deals)


def _result(match: Match) -> str:
    first, second = match.names
    manner = "native" if match.native else "interpreted"
    return (
        f"{first} against {second}: {_mean(match)} chips a hand over {match.hands:,} hands "
        f"({match.rate:,.0f} a second, {manner})"
    )


def _mean(match: Match, sign: int = 1) -> str:
    mean = round(sign * match.mean, 3) + 0.0  # the sum of a negative zero and zero is zero
    return f"{mean:+.3f} ± {match.margin:.3f}"


def _standings(agents: Sequence[Agent], matches: Sequence[Match]) -> Table:
    """Return a table of what each agent wins from each other."""
    cells: dict[tuple[int, int], str] = {}
    for (row, column), match in zip(combinations(range(len(agents)), 2), matches, strict=False):
        cells[row, column], cells[column, row] = _mean(match), _mean(match, -1)
    table = Table("wins from", box=None, pad_edge=False)
    for agent in agents:
        table.add_column(Text(agent.name), justify="right")
    for row, agent in enumerate(agents):
        words = (cells.get((row, column), "") for column in range(len(agents)))
        table.add_row(Text(agent.name), *words)
    return table


def _remarks(matches: Sequence[Match]) -> Iterator[str]:
    """Yield what each side did outside of its strategy."""
    for match in matches:
        first, second = match.names
        shares = zip(((first, second), (second, first)), match.unknown, match.clipped, strict=True)
        for (name, other), unknown, clipped in shares:
            whose = f"of {name}'s decisions against {other} were"
            if unknown:
                share = _share(unknown)
                yield f"{share} {whose} at infosets that training never met; they are uniform."
            if clipped:
                yield f"{_share(clipped)} {whose} bets moved to the bounds of the table."


def _share(share: float) -> str:
    return f"{share:.2%}" if share >= 0.0001 else "less than 0.01%"


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.match")
