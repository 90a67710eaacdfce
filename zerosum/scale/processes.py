"""A back end of processes on this machine; and which back end options ask for."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from signal import SIG_IGN
from typing import Any, final

from zerosum.errors import ExperimentError, check_count
from zerosum.experiment.memory import bytes_of
from zerosum.scale.tasks import Attempt, Backend, Lost, Task, attempted
from zerosum.support.cores import cores
from zerosum.support.interrupts import handled_by
from zerosum.support.workers import workers as processes

_MOMENT = 0.2  # seconds


@final
class Processes(Backend):
    """Does tasks in processes of this machine, each with an executor of its own.

    So a process that dies takes no other task with it. The processes start when there is work, and
    none outlives the context or this process.

    Parameters
    ----------
    workers
        How many; None for one for each core.
    memory
        Bytes that a task may take beside what its process has when the task begins; one that
        reserves four times as many fails. None for no bound. Only Linux counts them.

    Raises
    ------
    ExperimentError
        If there is not at least one.

    Examples
    --------
    >>> with Processes(2) as here:
    ...     here.workers
    2
    """

    def __init__(self, workers: int | None = None, memory: int | None = None) -> None:
        number = cores() if workers is None else workers
        check_count("workers", number, 1, "leave it out for all cores", ExperimentError)
        self.memory = memory
        self._idle = [processes(1) for _ in range(number)]
        self._busy: dict[Future[Attempt], ProcessPoolExecutor] = {}

    @property
    def workers(self) -> int:
        """How many tasks it does at a time."""
        return len(self._idle) + len(self._busy)

    def begin(self, task: Task) -> tuple[Future[Attempt], str]:
        """Begin a task in a process that has none."""
        with handled_by(SIG_IGN):  # also in a new process: this one answers to Ctrl-C
            try:
                future = self._idle[-1].submit(attempted, task, self.memory)
            except BrokenProcessPool:  # it died without work
                self._idle[-1] = processes(1)
                future = self._idle[-1].submit(attempted, task, self.memory)
            self._busy[future] = pool = self._idle.pop()
        return future, f"process {next(iter(_inside(pool)), '')}"

    def wait(self, handles: Sequence[Future[Attempt]]) -> set[Future[Attempt]]:
        """Wait for a moment, or until a task has ended; return those that have."""
        return wait(handles, _MOMENT, FIRST_COMPLETED).done

    def attempt(self, handle: Future[Attempt]) -> Attempt:
        """Return what came of a task that has ended; replace its process if that died."""
        self._idle.append(self._busy.pop(handle))
        try:
            return handle.result()
        except BrokenProcessPool as error:
            self._idle[-1] = processes(1)
            raise Lost from error

    def __exit__(self, *_: object) -> None:
        """End the processes at once, also in the middle of a task."""
        for pool in (*self._idle, *self._busy.values()):
            for process in _inside(pool).values():
                process.kill()
            pool.shutdown(cancel_futures=True)


def backend_of(
    workers: int | None = None, cluster: str | None = None, memory: str | None = None
) -> Backend:
    """Return the back end that the options of a command ask for.

    Parameters
    ----------
    workers
        How many tasks at a time; None for as many as there are cores.
    cluster
        The address of a Ray cluster: ``local`` to start one here, ``auto`` for the one of this
        machine, ``host:6379``, or ``ray://host:10001``; None for processes of this machine.
    memory
        What a task may take, such as ``2GB``; None for no bound.

    Raises
    ------
    ExperimentError
        If a value is wrong, Ray is missing, or the cluster cannot be used.

    Examples
    --------
    >>> with backend_of(3) as here:
    ...     here.workers
    3
    """
    if cluster is None:
        return Processes(workers, bytes_of(memory))
    from zerosum.scale.cluster import Cluster  # which needs Ray

    return Cluster(cluster, workers, bytes_of(memory))


def _inside(pool: ProcessPoolExecutor) -> dict[int, Any]:
    # A name for this is public from Python 3.14 on only, and a shutdown forgets them.
    return dict(pool._processes or {})
