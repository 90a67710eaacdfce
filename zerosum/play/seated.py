"""Tables of more than two strategies, natively; the first may have another abstraction."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import split
from zerosum.jit import inlined, kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.descent import STOP, descent, follow
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.playing import draw_action
from zerosum.kernels.seats import MOST_AGENTS, Seats, play_seated, work_of
from zerosum.native.primitives import hold
from zerosum.play.agents import StrategyAgent
from zerosum.play.seating import places_of
from zerosum.play.tally import DealResults

_REST = (types.float64[:, :, ::1], types.int64[:, :, ::1], *[types.int64] * 3)


@inlined
def ask_others(
    infoset: Infoset,
    menu: Menu,
    active: int,
    view: GameView,
    work: Work,
    base: int,  # noqa: ARG001  # All that decide take the same.
    seats: Any,
) -> tuple[int, int]:
    """Let the agent act whose turn it is, and stop where that is the first."""
    agent = seats.agents[active]
    if agent == 0:
        return STOP, 0
    own = work_of(seats, agent)
    own.depth = work.depth
    return draw_action(infoset, menu, active, view, own), 0


play_to_first = descent(ask_others)


@kernel
def play_hand_around(game: History, views: GameView, work: Work, seats: Any, zero: int) -> Any:
    """Play a hand of the first agent, who has a view of its own, and the others; return its end."""
    depth = dealt = work.depth = zero
    ended, game, _, _, _, depth, dealt = play_to_first(
        game, views[1], work, depth, zero, dealt, seats
    )
    while not ended:
        work.depth = depth
        infoset = game.infoset(game.active)
        menu = hold(views[0].menu(infoset))
        place = draw_action(infoset, menu, game.active, views[0], work)
        game, depth = follow(game, menu[place], work, depth)
        ended, game, _, _, _, depth, dealt = play_to_first(
            game, views[1], work, depth, zero, dealt, seats
        )
    return game


@kernel
def play_around_first(
    game: History,
    views: GameView,
    work: Work,
    seats: Any,
    gains: Numbers,
    places: Numbers,
    branch: int,
    first: int,
    zero: int,
) -> None:
    """Play deals as :func:`zerosum.kernels.seats.play_seated` does, with two views.

    ``views`` are how the first agent sees infosets, and how all others do.
    """
    agents = gains.shape[2]
    for row in range(gains.shape[0]):
        work.rng.follow(branch, first + row)
        deal = work.rng.branch()
        dice = work.rng.branch()
        for hand in range(gains.shape[1]):
            work.deal = deal
            for agent in range(agents):
                seat = places[row, hand, agent]
                seats.agents[seat] = agent
                work_of(seats, agent).rng.follow(dice, seat)
            end = play_hand_around(game, views, work, seats, zero)
            for agent in range(agents):
                gains[row, hand, agent] = end.payoff(places[row, hand, agent])


def sees_alike(one: StrategyAgent, other: StrategyAgent) -> bool:
    """Return whether two strategies are of one abstraction, and store rows alike."""
    views = one.answers.view, other.answers.view
    kept = [(view.dense, view.prints) for view in views]
    return split(one.game)[1:] == split(other.game)[1:] and kept[0] == kept[1]


def of_one_type(works: Sequence[StrategyWorkspace]) -> list[StrategyWorkspace]:
    """Return workspaces whose probabilities are of one type, the widest that one of them needs.

    A strategy without rows needs none; others are copied where they are narrower.
    """
    kinds = {work.table.values.dtype for work in works if work.table.rows > 0}
    kind = np.result_type(*kinds) if kinds else np.dtype(np.float64)
    found: dict[int, StrategyWorkspace] = {}
    for work in works:
        if id(work) not in found and work.table.values.dtype != kind:
            values = work.table.values.astype(kind)
            table = work.table.alike(values=values, cell=kind.itemsize)
            found[id(work)] = work.alike(table=table)
    return [found.get(id(work), work) for work in works]


class SeatedTable:
    """Strategies that see the game alike, but perhaps the first; several threads may play at it.

    Parameters
    ----------
    start
        The start of the real game.
    agents
        One for each player, ten at most.
    rotations
        In how many rotations of the seats each deal is played.

    Attributes
    ----------
    native
        Whether the game compiles; otherwise the table cannot be used.
    """

    batch = 50

    def __init__(self, start: Any, agents: tuple[StrategyAgent, ...], rotations: int) -> None:
        self.agents = agents
        self.rotations = rotations
        self._shared = of_one_type([agent.answers.work for agent in agents])
        self._threads = threading.local()
        works, seats = self._works()
        view: Any = agents[0].answers.view
        play: Any = play_seated
        if not sees_alike(agents[0], agents[1]):
            view, play = (view, agents[1].answers.view), play_around_first
        self._entry = prepare(play, start, view, (works[0], seats), _REST)
        self.native = self._entry.native

    def play(self, branch: int, first: int, deals: int) -> DealResults:
        """Play deals in rotations of the seats, by their numbers in a family of streams."""
        works, seats = self._works()
        for work in works:
            work.decisions = work.unknown = 0.0
        places = places_of(branch, first, deals, len(self.agents), self.rotations)
        gains = np.zeros(places.shape)
        with explaining(*(Walked(a.base, a.answers.view, w) for a, w in self._sides(works))):
            self._entry.with_arenas(works[0], seats)(gains, places, branch, first, 0)
        counts = np.array([[work.decisions, work.unknown, 0] for work in works])
        return DealResults(gains, counts.T.astype(np.int64))

    def _sides(
        self, works: list[StrategyWorkspace]
    ) -> list[tuple[StrategyAgent, StrategyWorkspace]]:
        return list(zip(self.agents, works, strict=True))

    def _works(self) -> tuple[list[StrategyWorkspace], Seats]:
        """Return this thread's workspaces, which share one path; agents may be the same."""
        if not hasattr(self._threads, "works"):
            works = [work.for_thread() for work in self._shared]
            for work in works:
                work.path = works[0].path
            fields = {f"work{n}": works[min(n, len(works) - 1)] for n in range(MOST_AGENTS)}
            seats = Seats(agents=np.zeros(MOST_AGENTS, np.int64), **fields)
            self._threads.works = works, seats
        kept: tuple[list[StrategyWorkspace], Seats] = self._threads.works
        return kept
