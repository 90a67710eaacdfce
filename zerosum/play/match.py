"""Matches: agents play the same deals in rotations of the seats, which cancels luck in cards.

All random numbers of a deal, for the cards and for each seat, are derived from the seed of the
match and the number of the deal. So results do not depend on the number of workers or on whether
the match runs natively, and an agent wins exactly zero against itself. A match is native if its
agents, ten at most, are strategies of one game, or only call.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter

from zerosum.abstraction import View, base_and_view
from zerosum.errors import GameError, ZeroSumError, check_count
from zerosum.game import History, players_of
from zerosum.laws import check_offers, check_playouts
from zerosum.play.agents import Agent, Sides
from zerosum.play.aivat import Values
from zerosum.play.crew import Batch, Crew, Results, at_table
from zerosum.play.series import series_of
from zerosum.play.tables import AgentTable, Table, native_table
from zerosum.play.tally import DealResults, Match, summed_up
from zerosum.rng import Random
from zerosum.support.interrupts import Interrupts, once

Watch = Callable[[int], None]


def play_match(
    first: Agent,
    second: Agent,
    deals: int = 10_000,
    seed: int = 0,
    *,
    game: History = None,
    workers: int = 1,
    crew: Crew | None = None,
    native: bool = True,
    series: bool = False,
    values: Values | None = None,
    watch: Watch | None = None,
) -> Match:
    """Let two agents play deals, or whole series of them, each from both seats.

    Parameters
    ----------
    first, second
        The agents.
    deals
        The number of deals, at least two; each is two hands.
    seed
        The seed of the deals; equal seeds give equal matches, bit for bit.
    game
        The start of the game, or of an abstraction of it; by default the game of the agents.
    workers
        The number of workers: threads if the match is native, otherwise processes.
    crew
        Running processes that know both agents, to use instead of ``workers``.
    native
        False to play interpreted.
    series
        True to play the series that the game names, such as matches to 11 points. Each counts as
        one deal, and is won or lost for one chip.
    values
        What histories are worth, such as :class:`SelfPlay`, to correct what is won for luck by
        AIVAT (:mod:`zerosum.play.aivat`). The match is then interpreted; its means and margins are
        corrected, and ``plain`` has the uncorrected result.
    watch
        Called from time to time with the number of deals played so far.

    Returns
    -------
    The result. Ctrl-C ends a match early, with fewer deals.

    Raises
    ------
    ZeroSumError
        As :func:`play_seats` does.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> match = play_match(Uniform(), Uniform(), deals=500, game=Kuhn)
    >>> match.hands, match.mean
    (1000, 0.0)
    """
    agents = first, second
    return play_seats(
        agents,
        deals,
        seed,
        game=game,
        workers=workers,
        crew=crew,
        native=native,
        series=series,
        values=values,
        watch=watch,
    )


def play_seats(
    agents: Sequence[Agent],
    deals: int = 10_000,
    seed: int = 0,
    *,
    rotations: int | None = None,
    game: History = None,
    workers: int = 1,
    crew: Crew | None = None,
    native: bool = True,
    series: bool = False,
    values: Values | None = None,
    watch: Watch | None = None,
) -> Match:
    """Let an agent for each player play deals, each in rotations of the seats.

    Parameters
    ----------
    agents
        The agents. Their order around the table is drawn for each deal.
    rotations
        How many rotations of the seats each deal is played in, a hand in each; by default all, one
        for each player. If fewer are asked for, they are drawn for each deal: the mean stays
        unbiased, but the luck of seats and cards cancels only in part.
    deals, seed, game, workers, crew, native, series, values, watch
        As for :func:`play_match`.

    Returns
    -------
    The result. Ctrl-C ends a match early, with fewer deals.

    Raises
    ------
    ZeroSumError
        If a number is out of range, an agent or the crew does not fit, or ``values`` are given for
        series.
    StrategyError
        If an agent acts illegally.
    GameError
        If there are not as many agents as players; or if ``series`` is true, and the game names no
        series.

    Examples
    --------
    >>> from zerosum.kuhn import KuhnThree
    >>> from zerosum.play import Uniform
    >>> match = play_seats([Uniform()] * 3, deals=100, game=KuhnThree)
    >>> match.hands, match.means
    (300, (0.0, 0.0, 0.0))
    """
    options = (rotations, game, crew or workers, native, series, values)
    results, summed = _begun(agents, deals, seed, *options)
    with once() as interrupts:
        began, played = perf_counter(), list[DealResults]()
        try:
            _collect(results, watch, interrupts, played)
        except KeyboardInterrupt:
            if sum(len(result.gains) for result in played) < 2:
                raise
        return summed(played, perf_counter() - began)


def so_far(
    agents: Sequence[Agent],
    deals: int = 10_000,
    seed: int = 0,
    *,
    seconds: float = 0.5,
    game: History = None,
) -> Generator[Match, None, None]:
    """Yield a match as far as it is played, from time to time, and at last the whole match.

    Nothing is played while nobody asks for the next. In one thread; several may ask in turn.

    Parameters
    ----------
    agents, deals, seed, game
        As for :func:`play_seats`.
    seconds
        How long to play in between.

    Raises
    ------
    ZeroSumError
        As :func:`play_seats` does.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> [match.deals for match in so_far([Uniform()] * 2, 3, game=Kuhn)]
    [3]
    """
    results, summed = _begun(agents, deals, seed, None, game, 1, True, False, None)
    played, count, spent, began = list[DealResults](), 0, 0.0, perf_counter()
    with closing(results):
        for result in results:
            played.append(result)
            count += len(result.gains)
            elapsed = perf_counter() - began
            if elapsed >= seconds and 2 <= count < deals:
                spent += elapsed
                yield summed(played, spent)
                began = perf_counter()
    yield summed(played, spent + perf_counter() - began)


def _begun(
    agents: Sequence[Agent],
    deals: int,
    seed: int,
    rotations: int | None,
    game: History,
    workers: Crew | int,
    native: bool,
    series: bool,
    values: Values | None,
) -> tuple[Results, Callable[[Sequence[DealResults], float], Match]]:
    """Return the results of a match, which are played as they are asked for, and what sums them."""
    count = workers.workers if isinstance(workers, Crew) else workers
    for name, value, least in ("deals", deals, 2), ("workers", count, 1), ("seed", seed, None):
        check_count(f"The {name} of a match", value, least, error=ZeroSumError)
    agents = tuple(agents)
    start = start_of_match(agents, game)
    _check_seats(start, agents, rotations)
    if series:
        _check_hands(values)
        start = series_of(start)
    compiles = native and values is None
    table: Table | None = native_table(start, agents, rotations) if compiles else None
    table = table or AgentTable(start, agents, rotations, values)
    batches = _batches(Random(int(seed)).branch(), deals, table.batch)
    names, is_native = tuple(agent.name for agent in agents), not isinstance(table, AgentTable)
    summed = partial(summed_up, names, native=is_native, series=series)
    return _played(table, workers, batches), summed


def start_of_match(agents: Sequence[Agent], game: History = None) -> History:
    """Return the start of the real game that agents play.

    Parameters
    ----------
    agents
        The agents.
    game
        The game; by default the ``base`` of the first agent that has one.

    Raises
    ------
    ZeroSumError
        If no game is given or known, the game is wrong, or an agent does not know it.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> start_of_match([Uniform(), Uniform()], Kuhn)
    Kuhn(cards=(-1, -1), history=1)
    """
    if game is None:
        bases = (getattr(agent, "base", None) for agent in agents)
        game = next((base for base in bases if base is not None), None)
    if game is None:
        names = " and ".join(agent.name for agent in agents)
        raise GameError(f"The game must be given, since {names} play any game: give game=.", agents)
    start = base_and_view(game)[0]
    check_playouts(start, View(None, None))
    for agent in agents:
        check_offers(agent.begin(start))
    return start


def _check_seats(start: History, agents: Sides, rotations: int | None) -> None:
    """Check that there is an agent for each player, and that seats can rotate as wanted.

    Raises
    ------
    GameError
        If there are more or fewer agents than players.
    ZeroSumError
        If there are not so many rotations.
    """
    players = players_of(start)
    if len(agents) != players:
        raise GameError(
            f"A match of {type(start).__name__} must have {players} agents, one for each player; "
            f"got {len(agents)}: name one for each, the same one several times if you like.",
            agents,
        )
    if rotations is None:
        return
    advice = f"leave them out for all {players}"
    check_count("The rotations of a match", rotations, 1, advice, ZeroSumError)
    if rotations > players:
        raise ZeroSumError(
            f"The rotations of a match must be at most {players}, one for each player; got "
            f"{rotations}: {advice}.",
            rotations,
        )


def _check_hands(values: Values | None) -> None:
    """Check that a series is not to be corrected for luck.

    Raises
    ------
    ZeroSumError
        If ``values`` are given.
    """
    if values is not None:
        raise ZeroSumError(
            "The values of a match must be left out if whole series are played, since they value "
            "single hands: play hands.",
            values,
        )


def _played(table: Table, workers: Crew | int, batches: Iterator[Batch]) -> Results:
    """Yield the results of a match, batch by batch."""
    if not isinstance(table, AgentTable):
        threads = workers.workers if isinstance(workers, Crew) else workers
        yield from at_table(table, batches, threads)
    elif isinstance(workers, Crew):
        yield from workers.play(table, batches)
    elif workers == 1:
        yield from at_table(table, batches)
    else:
        with Crew(table.agents, workers, table.values) as crew:
            yield from crew.play(table, batches)


def _collect(
    played: Results, watch: Watch | None, interrupts: Interrupts, results: list[DealResults]
) -> None:
    """Append the results of each batch to ``results``, until the end or Ctrl-C."""
    done = 0
    with closing(played):
        for result in played:
            results.append(result)
            done += len(result.gains)
            if watch is not None:
                watch(done)
            if interrupts:  # Python drops what is raised in a finaliser or a callback.
                return


def _batches(branch: int, deals: int, size: int) -> Iterator[Batch]:
    """Yield batches: the family of streams of the match, the first deal and the number of deals."""
    for first in range(0, deals, size):
        yield branch, first, min(size, deals - first)
