"""Matches: two agents play the same deals from both seats, so that luck in cards evens out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from numbers import Integral
from time import perf_counter
from typing import Any

from zerosum.abstraction import base_and_view
from zerosum.errors import GameError, ZeroSumError
from zerosum.game import check_methods, players_of
from zerosum.interrupts import once
from zerosum.play.agents import Agent
from zerosum.play.crew import Batch, Crew, alone, in_threads
from zerosum.play.tables import AgentTable, StrategyTable, native_table
from zerosum.play.tally import Match, Tally, gathered, summed_up
from zerosum.rng import Random

Watch = Callable[[int], None]


def play_match(
    first: Agent,
    second: Agent,
    deals: int = 10_000,
    seed: int = 0,
    *,
    game: Any = None,
    workers: int = 1,
    crew: Crew | None = None,
    native: bool = True,
    watch: Watch | None = None,
) -> Match:
    """Have two agents play deals, each from both seats.

    Everything that is drawn in a deal derives from the seed and the deal's number: the cards, and
    the dice of each seat. So results depend neither on the number of workers nor on whether the
    match ran natively, and an agent against itself wins nothing.

    Parameters
    ----------
    first, second
        Who plays.
    deals
        How many, at least two; each is two hands.
    seed
        Of the deals; equal seeds make equal matches, bit for bit.
    game
        The start of the game, or of an abstraction of it. Where left out the one that an agent
        is for.
    workers
        How many play at once: threads where the match is native, else processes.
    crew
        Processes that are there already and know both agents; they take the place of ``workers``.
    native
        False for the interpreted match.
    watch
        Called with the number of deals played so far, every now and then.

    Returns
    -------
    What came out. Ctrl-C ends a match early: then it tells of fewer deals.

    Raises
    ------
    ZeroSumError
        Where a number makes no sense, the game is not for two, an agent does not know it, or a
        crew does not know an agent.
    StrategyError
        Where an agent acts illegally.

    Notes
    -----
    Native where both are strategies of one game which offer the same actions.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.play import StrategyAgent, Uniform
    >>> solver = ExternalSampling(Leduc(), seed=1)
    >>> solver.run(5_000)
    >>> match = play_match(StrategyAgent(solver.strategy(), Leduc()), Uniform(), deals=500)
    >>> match.hands, match.interval[0] > 0
    (1000, True)
    """
    _check_number("deals", deals, 2)
    _check_number("workers", workers, 1)
    _check_number("seed", seed)
    agents = first, second
    start = start_of_match(agents, game)
    table = native_table(start, agents) if native else None
    began = perf_counter()
    parts: list[Tally] = []
    done = 0
    with once() as interrupts:
        try:
            with _played(table, start, agents, crew or workers, int(seed), deals) as played:
                for part in played:
                    parts.append(part)
                    done += len(part.gains)
                    if watch is not None:
                        watch(done)
                    if interrupts:  # Python drops what is raised in a finaliser or a callback.
                        break
        except KeyboardInterrupt:
            if done < 2:
                raise
        names, seconds = (first.name, second.name), perf_counter() - began
        return summed_up(names, gathered(parts), seconds, native=table is not None)


def start_of_match(agents: Sequence[Agent], game: Any = None) -> Any:
    """Return the start of the real game that agents play.

    Parameters
    ----------
    agents
        Who play.
    game
        The game; where left out the ``base`` of the first that has one.

    Raises
    ------
    ZeroSumError
        Where there is no game, it is not for two, or an agent does not know it.
    """
    if game is None:
        bases = (getattr(agent, "base", None) for agent in agents)
        game = next((base for base in bases if base is not None), None)
    if game is None:
        names = " and ".join(agent.name for agent in agents)
        raise GameError(f"The game must be given, since {names} play any: give game=.", agents)
    start = base_and_view(game)[0]
    check_methods(start)
    if players_of(start) != 2:
        raise GameError(
            f"A match must be of a game for two; got {start!r} for {players_of(start)}.", start
        )
    for agent in agents:
        agent.begin(start)
    return start


@contextmanager
def _played(
    table: StrategyTable | None,
    start: Any,
    agents: tuple[Agent, Agent],
    workers: Crew | int,
    seed: int,
    deals: int,
) -> Iterator[Iterator[Tally]]:
    """Open what yields the results of a match, batch by batch."""
    batch = AgentTable.batch if table is None else table.batch
    batches = _batches(Random(seed).branch(), deals, batch)
    with ExitStack() as stack:
        if table is not None:
            threads = workers.workers if isinstance(workers, Crew) else workers
            parts = in_threads(table, batches, threads) if threads > 1 else alone(table, batches)
        elif workers == 1:
            parts = alone(AgentTable(start, agents), batches)
        else:
            if not isinstance(workers, Crew):
                workers = stack.enter_context(Crew(agents, workers))
            parts = workers.play(start, agents, batches)
        yield stack.enter_context(closing(parts))


def _batches(branch: int, deals: int, size: int) -> Iterator[Batch]:
    """Yield the family of streams of a match, a batch's first deal, and how many it has."""
    for first in range(0, deals, size):
        yield branch, first, min(size, deals - first)


def _check_number(name: str, value: Any, least: int | None = None) -> None:
    if not isinstance(value, Integral) or (least is not None and value < least):
        bound = "" if least is None else f", at least {least}"
        raise ZeroSumError(
            f"The {name} of a match must be a whole number{bound}; got {value!r}.", value
        )
