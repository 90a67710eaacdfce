"""Deals of local best response, played in blocks by one thread or several."""

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import View
from zerosum.evaluation.bounds.deals import play_all
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.support.cores import kernel_stacks
from zerosum.support.interrupts import Batches, Progress
from zerosum.tables import Floats

# Blocks of a batch for each thread: more waste less time at its end.
_BLOCKS = 4
_TABLE = types.float64[:, ::1]
_REST = (_TABLE, _TABLE, *[types.int64] * 3)


class Deals:
    """Deals of local best response, in the order of their numbers.

    Parameters
    ----------
    base, view, calls
        The start of the game, how the strategy sees it, and the view in which players only check
        and call.
    work
        A workspace with the strategy's table.
    runs
        As for :func:`zerosum.evaluation.local_best_response`.
    threads
        The number of threads.
    native
        False to run interpreted.
    """

    def __init__(
        self,
        base: Any,
        view: View,
        calls: View,
        work: StrategyWorkspace,
        runs: int,
        threads: int = 1,
        *,
        native: bool = True,
    ) -> None:
        self.base, self.view, self.runs = base, view, runs
        self._entry = prepare(play_all, base, (view, calls), (work,), _REST, native=native)
        self._branch = work.rng.branch()
        several = threads > 1 and self._entry.native
        self._works = [work.for_thread() for _ in range(threads)] if several else [work]
        self._idle = SimpleQueue[StrategyWorkspace]()
        for each in self._works:
            self._idle.put(each)
        self._played: list[Floats] = []

    @property
    def gains(self) -> Floats:
        """What was won in each deal from each seat, in chips, shape (deals, 2)."""
        return np.concatenate([both[0] for both in self._played])

    @property
    def lucks(self) -> Floats:
        """What to add to the gains to correct them for luck, shape (deals, 2)."""
        return np.concatenate([both[1] for both in self._played])

    @property
    def unknown_share(self) -> float:
        """The share of the strategy's decisions at unknown infosets."""
        decisions = sum(work.decisions for work in self._works)
        return sum(work.unknown for work in self._works) / max(decisions, 1.0)

    def play(
        self, deals: int, seconds: float | None = None, progress: Progress | None = None
    ) -> None:
        """Play so many deals, at least two, or for so many seconds."""
        with kernel_stacks(), ThreadPoolExecutor(len(self._works)) as executor:
            Batches().run(
                lambda first, last: self._batch(executor, first, last),
                deals,
                least=2,
                seconds=seconds,
                progress=progress,
            )

    def _batch(self, executor: ThreadPoolExecutor, first: int, last: int) -> None:
        """Play deals ``first`` to ``last``; the idle thread takes the next block."""
        number = last - first + 1
        played = np.zeros((2, number, 2))
        if len(self._works) == 1:
            self._block(first, played)
        else:
            size = -(-number // (_BLOCKS * len(self._works)))
            starts = range(0, number, size)
            blocks = [played[:, start : start + size] for start in starts]
            list(executor.map(self._block, [first + start for start in starts], blocks))
        self._played.append(played)

    def _block(self, first: int, played: Floats) -> None:
        work = self._idle.get()
        try:
            with explaining(Walked(self.base, self.view, work)):
                self._entry.with_arenas(work)(*played, self._branch, first, self.runs)
        finally:
            self._idle.put(work)
