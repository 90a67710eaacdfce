"""Tasks, what came of them, and back ends that do them."""

from __future__ import annotations

import pickle
import time
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.support.blame import sentence
from zerosum.support.rendering import sized

Started = Callable[["Task", str], object]

_RETRIES = 2  # of a task whose worker died
_RESERVES = 4  # times what it may take is what a task may reserve
_HEAD_START = 300.0  # seconds, at most, for which other tasks wait until the first one is ready


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
    ready
        A file that the work writes once it has compiled what it needs. Other tasks wait until the
        first one has, since they would compile the same; None if they need not wait.

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
    ready: Path | None = None


@dataclass(frozen=True)
class Done:
    """What came of a task.

    Parameters
    ----------
    task
        The task.
    result
        What the function returned; None if it failed.
    attempts
        How often it was begun.
    error
        Why it failed, in a sentence; None if it did not.

    Examples
    --------
    >>> from math import factorial
    >>> done = Done(Task("six", factorial, (3,)), 6, attempts=1)
    >>> done.result, done.error
    (6, None)
    """

    task: Task
    result: Any
    attempts: int
    error: str | None = None


class Lost(Exception):
    """A worker died, or a result is gone with its machine: another attempt may succeed."""


Attempt = tuple[Any, str | None]
"""What a task returned, None if it failed; and why it failed, in a sentence, or None."""


class Backend(AbstractContextManager["Backend"]):
    """Does tasks: :class:`~zerosum.scale.Processes` of this machine, or a cluster.

    It is used as a context, at whose end its workers end, also in the middle of a task. A back end
    says how a task is begun, and what came of it; a handle of a task is anything hashable.
    """

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks it does at a time."""

    @abstractmethod
    def begin(self, task: Task) -> tuple[Any, str]:
        """Begin a task; return a handle of it, and where it is done."""

    @abstractmethod
    def wait(self, handles: Sequence[Any]) -> Iterable[Any]:
        """Wait for a moment, or until a task has ended; return those that have."""

    @abstractmethod
    def attempt(self, handle: Any) -> Attempt:
        """Return what came of a task that has ended, or raise :class:`Lost`."""

    def run(self, tasks: Sequence[Task], *, started: Started | None = None) -> Iterator[Done]:
        """Yield what comes of each task when it is done, in the order of completion.

        A worker that dies costs only its task, which is done again, twice at most. An error that a
        task raises is its result.

        Parameters
        ----------
        tasks
            The tasks; those of the largest weight start first.
        started
            Called with a task, and where it is done, whenever it is begun.

        Raises
        ------
        ExperimentError
            If two tasks have the same name, or one does not pickle; or if no task can be done.
        """
        _require_fit(tasks)
        attempts, running = Counter[str](), dict[Any, Task]()
        waiting = deque(sorted(tasks, key=lambda task: -task.weight))
        first, end = waiting[0].ready if waiting else None, time.monotonic() + _HEAD_START
        while waiting or running:
            alone = first is not None and not first.exists() and time.monotonic() < end
            while waiting and len(running) < (1 if alone else self.workers):
                task = waiting.popleft()
                attempts[task.name] += 1
                handle, where = self.begin(task)
                running[handle] = task
                if started is not None:
                    started(task, where)
            for handle in list(self.wait(list(running))):
                task, first = running.pop(handle), None
                tried = attempts[task.name]
                try:
                    result, error = self.attempt(handle)
                except Lost:
                    if tried <= _RETRIES:
                        waiting.appendleft(task)
                        continue
                    result, error = None, _died(task, tried)
                yield Done(task, result, tried, error)


def _require_fit(tasks: Sequence[Task]) -> None:
    names = Counter(task.name for task in tasks)
    for task in tasks:
        if names[task.name] > 1:
            raise ExperimentError(
                f"The name of a task must be its own; {names[task.name]} are called {task.name!r}: "
                f"rename them.",
                task,
            )
        try:
            pickle.dumps(task)
        except Exception as error:
            raise ExperimentError(
                f"The task {task.name} must pickle, as it is done elsewhere; got "
                f"{sentence(error)}: define what it works with in a module.",
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
    try:
        with bounded(memory):
            found = task.work(*task.given)
        pickle.dumps(found)  # or the way back fails, with less to say
    except MemoryError as failure:
        if memory is None:  # another may find more
            raise Lost from failure
        error = (
            f"The task {task.name} must fit into {sized(memory)} of memory; got "
            f"{sentence(failure)}: give it more with --memory."
        )
    except ZeroSumError as failure:
        error = str(failure)
    except (Exception, SystemExit) as failure:  # noqa: BLE001 it is the user's function
        error = f"The task {task.name} must run without an error; got {sentence(failure)}."
    else:
        return found, None
    return None, error


@contextmanager
def bounded(memory: int | None) -> Iterator[None]:
    """Let a block reserve four times so many bytes; more is a ``MemoryError``.

    It reserves more than it takes: the arrays of a table are reserved at once, each as long as it
    can become. Only Linux counts the bytes; elsewhere, and for None, nothing is bounded.

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
    resource.setrlimit(resource.RLIMIT_DATA, (taken + _RESERVES * memory, before[1]))
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
