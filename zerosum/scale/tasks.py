"""What is to be done somewhere, what came of it, and the loop that has it done."""

from __future__ import annotations

import os
import pickle
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.support.blame import sentence
from zerosum.support.rendering import sized

Started = Callable[["Task", str], object]


@dataclass(frozen=True)
class Task:
    """A function of a module, with its arguments, to be called in another process.

    Parameters
    ----------
    name
        What tables and errors call it; no two tasks of a run have the same.
    work
        The function, which pickles by its name.
    given
        The arguments, which pickle.
    weight
        How long it takes, in any unit: larger tasks start first.

    Examples
    --------
    >>> from math import factorial
    >>> Task("six", factorial, (3,)).weight
    1.0
    """

    name: str
    work: Callable[..., Any]
    given: tuple[Any, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True)
class Done:
    """What came of a task.

    Parameters
    ----------
    task
        The task.
    result
        What the function returned; None if it failed.
    seconds
        How long the last attempt took.
    where
        The machine and process of the last attempt; empty if that died.
    attempts
        How often it was begun.
    error
        Why it failed, in a sentence; None if it did not.

    Examples
    --------
    >>> from math import factorial
    >>> done = Done(Task("six", factorial, (3,)), 6, 0.1, "here, process 7", attempts=1)
    >>> done.result, done.error
    (6, None)
    """

    task: Task
    result: Any
    seconds: float
    where: str
    attempts: int
    error: str | None = None


class Backend(Protocol):
    """Does tasks: :class:`~zerosum.scale.Processes` of this machine, or a cluster.

    It is used as a context, at whose end its workers end.
    """

    @property
    def workers(self) -> int:
        """How many tasks it does at a time."""
        ...

    def run(
        self, tasks: Sequence[Task], *, retries: int = 2, started: Started | None = None
    ) -> Iterator[Done]:
        """Yield what comes of each task when it is done, in the order of completion.

        A worker that dies costs only its task, which is done again. An error that a task raises is
        its result.

        Parameters
        ----------
        tasks
            The tasks; those of the largest weight start first.
        retries
            How often a task is done again whose worker died.
        started
            Called with a task, and where it is done, whenever it is begun.

        Raises
        ------
        ExperimentError
            If two tasks have the same name, or one does not pickle.
        """
        ...

    def __enter__(self) -> Self:
        """Return itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """End the workers, also in the middle of a task."""
        ...


@dataclass(frozen=True)
class Attempt:
    """What came of one attempt at a task; ``lost`` says that another may succeed."""

    result: Any = None
    error: str | None = None
    seconds: float = 0.0
    where: str = ""
    lost: bool = False


class Hands(Protocol):
    """What :func:`driven` needs of a back end; a handle is anything hashable."""

    @property
    def workers(self) -> int:
        """How many tasks may run now."""
        ...

    def begin(self, task: Task) -> tuple[Any, str]:
        """Begin a task; return a handle of it, and where it is done."""
        ...

    def wait(self, handles: Sequence[Any]) -> Iterable[Any]:
        """Wait until at least one of the tasks has ended; return those that have."""
        ...

    def attempt(self, handle: Any) -> Attempt:
        """Return what came of a task that has ended."""
        ...


def driven(
    hands: Hands, tasks: Sequence[Task], retries: int, started: Started | None
) -> Iterator[Done]:
    """Do what :meth:`Backend.run` says with the hands of a back end."""
    attempts = Counter[str]()
    names = Counter(task.name for task in tasks)
    for name, number in names.items():
        if number > 1:
            raise ExperimentError(
                f"The name of a task must be its own; {number} are called {name!r}: rename them.",
                name,
            )
    for task in tasks:
        _require_pickles(task)
    waiting = deque(sorted(tasks, key=lambda task: -task.weight))
    running: dict[Any, Task] = {}
    while waiting or running:
        while waiting and len(running) < hands.workers:
            task = waiting.popleft()
            attempts[task.name] += 1
            handle, where = hands.begin(task)
            running[handle] = task
            if started is not None:
                started(task, where)
        for handle in list(hands.wait(list(running))):
            task, got = running.pop(handle), hands.attempt(handle)
            tried = attempts[task.name]
            if got.lost and tried <= retries:
                waiting.appendleft(task)
                continue
            error = got.error or (_died(task, tried) if got.lost else None)
            yield Done(task, got.result, got.seconds, got.where, tried, error)


def _require_pickles(task: Task) -> None:
    try:
        pickle.dumps(task)
    except Exception as error:
        raise ExperimentError(
            f"The task {task.name} must pickle, as it is done elsewhere; got {sentence(error)}: "
            f"define what it works with in a module.",
            task,
        ) from error


def _died(task: Task, tried: int) -> str:
    times = "once" if tried == 1 else f"{tried} times"
    return (
        f"The worker of {task.name} must live until the task is done; it died {times}, perhaps for "
        f"lack of memory: give it more memory, or use fewer workers."
    )


def attempted(task: Task, memory: int | None = None) -> Attempt:
    """Do a task in this process, within so many bytes of memory; return what came of it."""
    where, start = f"{socket.gethostname()}, process {os.getpid()}", time.perf_counter()
    result, error, lost = None, None, False
    try:
        with bounded(memory):
            found = task.work(*task.given)
        pickle.dumps(found)  # or the way back fails, with less to say
        result = found
    except MemoryError as failure:
        lost = memory is None  # another may find more
        error = (
            f"The task {task.name} must fit into {sized(memory)} of memory; got "
            f"{sentence(failure)}: give it more with --memory."
            if memory is not None
            else None
        )
    except ZeroSumError as failure:
        error = str(failure)
    except Exception as failure:  # noqa: BLE001 it is the user's function
        error = f"The task {task.name} must run without an error; got {sentence(failure)}."
    return Attempt(result, error, time.perf_counter() - start, where, lost)


@contextmanager
def bounded(memory: int | None) -> Iterator[None]:
    """Let a block take so many bytes beside what the process has; more is a ``MemoryError``.

    Only Linux counts them; elsewhere, and for None, nothing is bounded.

    >>> with bounded(10**9):
    ...     sum(bytearray(1000))
    0
    """
    taken = _data()
    if memory is None or taken is None:
        yield
        return
    import resource  # which Windows has not

    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (taken + memory, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _data() -> int | None:
    """Return the bytes of data of this process; None where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    except OSError:
        return None
    found = [int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:")]
    return found[0] if found else None
