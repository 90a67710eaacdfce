"""Tables of more than two strategies of one abstraction, natively."""

import threading
from typing import Any

import numpy as np
from numba.core import types

from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.kernels.seats import MOST_AGENTS, Seats, play_seated
from zerosum.play.agents import StrategyAgent
from zerosum.play.seating import places_of
from zerosum.play.tally import DealResults

_REST = (types.float64[:, :, ::1], types.int64[:, :, ::1], *[types.int64] * 3)


class SeatedTable:
    """Strategies that see the game alike, natively; several threads may play at it.

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
        self._threads = threading.local()
        works, seats = self._works()
        view = agents[0].answers.view
        self._entry = prepare(play_seated, start, view, (works[0], seats), _REST)
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
            works = [agent.answers.work.for_thread() for agent in self.agents]
            for work in works:
                work.path = works[0].path
            fields = {f"work{n}": works[min(n, len(works) - 1)] for n in range(MOST_AGENTS)}
            seats = Seats(agents=np.zeros(MOST_AGENTS, np.int64), **fields)
            self._threads.works = works, seats
        kept: tuple[list[StrategyWorkspace], Seats] = self._threads.works
        return kept
