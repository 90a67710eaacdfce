"""Who meets whom where there are other numbers of agents than of seats, and all these matches."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations
from typing import Any

from zerosum.play.agents import Agent, Sides
from zerosum.play.aivat import Values
from zerosum.play.crew import Crew
from zerosum.play.match import play_seats
from zerosum.play.tally import Match


def tables_of(agents: Sequence[Agent], players: int) -> list[Sides]:
    """Return the tables at which agents meet.

    In a game for two, each meets each other. In a game for more, two agents are the first in one
    seat and copies of the second in all others; otherwise all sit at one table.

    Examples
    --------
    >>> from zerosum.play import AlwaysCall, Uniform
    >>> agents = Uniform(), AlwaysCall()
    >>> [agent.name for agent in tables_of(agents, 3)[0]]
    ['uniform', 'call', 'call']
    """
    if players == 2:
        return list(combinations(agents, 2))
    first, second, *others = agents
    return [tuple(agents)] if others else [(first, *[second] * (players - 1))]


def play_tables(
    tables: Sequence[Sides],
    agents: Sequence[Agent],
    deals: int,
    workers: int,
    watched: Callable[[str, int], AbstractContextManager[Callable[[int], None]]],
    values: Values | None = None,
    **options: Any,
) -> Iterator[Match]:
    """Yield a match of each table; one that Ctrl-C cuts short is the last.

    Parameters
    ----------
    tables, agents
        The tables, and the agents at them.
    deals
        The number of deals of each match.
    workers
        How many play at once; several are started once for all matches.
    watched
        Takes what a match is called and its number of deals; what it yields is called from time to
        time with the number of deals played so far.
    values, options
        As for :func:`play_seats`.

    Raises
    ------
    ZeroSumError
        As :func:`play_seats` does.
    """
    crew = Crew(agents, workers, values) if workers > 1 else None
    with crew or nullcontext():
        for number, table in enumerate(tables, 1):
            words = " against ".join(agent.name for agent in table)
            label = words if len(tables) == 1 else f"{words} ({number} of {len(tables)})"
            with watched(label, deals) as watch:
                match = play_seats(table, deals, crew=crew, watch=watch, values=values, **options)
            yield match
            if match.deals < deals:
                return
