"""Playing hands natively at tables of up to ten agents, each with a table of probabilities."""

from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.playing import draw_action
from zerosum.tables import Arena, Ints

MOST_AGENTS = 10


class Seats(Arena):
    """A workspace for each agent, and the agent at each seat; native kernels only."""

    agents: Ints
    work0: StrategyWorkspace
    work1: StrategyWorkspace
    work2: StrategyWorkspace
    work3: StrategyWorkspace
    work4: StrategyWorkspace
    work5: StrategyWorkspace
    work6: StrategyWorkspace
    work7: StrategyWorkspace
    work8: StrategyWorkspace
    work9: StrategyWorkspace


@kernel
def work_of(seats: Any, agent: int) -> Any:
    """Return the workspace of an agent."""
    if agent < 5:
        if agent < 2:
            return seats.work0 if agent == 0 else seats.work1
        if agent == 2:
            return seats.work2
        return seats.work3 if agent == 3 else seats.work4
    if agent < 7:
        return seats.work5 if agent == 5 else seats.work6
    if agent == 7:
        return seats.work7
    return seats.work8 if agent == 8 else seats.work9


@inlined
def ask_seat(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, seats: Any
) -> tuple[int, int]:
    """Let the agent act whose turn it is."""
    own = work_of(seats, seats.agents[active])
    own.depth = work.depth
    return draw_action(infoset, menu, active, view, own), 0


play_around = descent(ask_seat)


@kernel
def play_seated(
    game: History,
    view: GameView,
    work: Work,
    seats: Any,
    gains: Numbers,
    places: Numbers,
    branch: int,
    first: int,
    zero: int,
) -> None:
    """Play deals, each in several rotations of the seats.

    Parameters
    ----------
    game, view
        The start, and how all agents see infosets.
    work
        The workspace of the first agent, whose path all share. Modified in place.
    seats
        The workspaces of all. Modified in place.
    gains
        Shape (deals, hands, agents): what each agent wins. Modified in place.
    places
        Of the same shape: the seat of each agent.
    branch, first, zero
        As for :func:`zerosum.kernels.playing.deals_of`.
    """
    agents = gains.shape[2]
    for row in range(gains.shape[0]):
        work.rng.follow(branch, first + row)
        deal = work.rng.branch()
        dice = work.rng.branch()
        for hand in range(gains.shape[1]):
            work.deal = deal
            work.depth = zero
            for agent in range(agents):
                seat = places[row, hand, agent]
                seats.agents[seat] = agent
                work_of(seats, agent).rng.follow(dice, seat)
            end = play_around(game, view, work, zero, zero, zero, seats)
            for agent in range(agents):
                gains[row, hand, agent] = end[1].payoff(places[row, hand, agent])
