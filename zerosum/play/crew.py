"""Play deals in threads or processes; results come in the order of the deals."""

import pickle
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Any, Self

from zerosum.errors import NotNativeWarning, ZeroSumError
from zerosum.game import History
from zerosum.play.agents import Agent
from zerosum.play.aivat import Values
from zerosum.play.tables import AgentTable, Table
from zerosum.play.tally import DealResults
from zerosum.support.blame import is_users, sentence
from zerosum.support.cores import kernel_stacks
from zerosum.support.interrupts import handled_by, held
from zerosum.support.workers import workers as processes

_BATCHES_AHEAD = 4  # batches that wait for each worker
_ENDING_SECONDS = 3.0  # seconds for processes to end by themselves
_CHECKING_SECONDS = 0.02  # seconds between two checks for Ctrl-C
_CANCEL = {"cancel_futures": True}

# A family of streams, the number of the first deal, and how many deals.
Batch = tuple[int, int, int]
Results = Generator[DealResults, None, None]


def at_table(table: Table, batches: Iterable[Batch], threads: int = 1) -> Results:
    """Yield the results of each batch, played at one table by this thread or by several."""
    if threads == 1:
        yield from (table.play(*batch) for batch in batches)
        return
    with kernel_stacks(), ThreadPoolExecutor(threads) as executor:
        yield from _ordered(executor, table.play, batches, threads)


class Crew:
    """Processes that play, each with its own agents; they start with the first match.

    Parameters
    ----------
    agents
        The agents that may play; they must pickle.
    workers
        The number of processes.
    values
        What histories are worth, for matches that are corrected for luck; it must pickle too.

    Raises
    ------
    ZeroSumError
        If an agent or the values do not pickle.

    Examples
    --------
    >>> from zerosum.play import Uniform
    >>> with Crew([Uniform()], workers=2) as crew:  # no process has started yet
    ...     crew.workers, crew.agents[0].name
    (2, 'uniform')
    """

    def __init__(self, agents: Sequence[Agent], workers: int, values: Values | None = None) -> None:
        self.agents = tuple(agents)
        self.workers = workers
        self.values = values
        self._started = False
        self._executor = processes(workers, _sit_down, _pickled((self.agents, values)))

    def __reduce__(self) -> tuple[object, ...]:
        return Crew, (self.agents, self.workers, self.values)  # with processes of its own

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, by force if they take long or Ctrl-C comes."""
        # A name for this is public from Python 3.14 on only, and a shutdown forgets them.
        processes = tuple((self._executor._processes or {}).values())
        with held() as interrupts:
            # In a thread, since an interrupted shutdown would leave processes waiting.
            ending = threading.Thread(target=self._executor.shutdown, args=(True,), kwargs=_CANCEL)
            ending.start()
            patience = perf_counter() + _ENDING_SECONDS
            while ending.is_alive() and perf_counter() < patience and not interrupts:
                ending.join(_CHECKING_SECONDS)
            if ending.is_alive():
                for process in processes:
                    process.terminate()
            ending.join()

    def play(self, table: AgentTable, batches: Iterable[Batch]) -> Results:
        """Yield the results of each batch, played by the processes at tables like the given one.

        Raises
        ------
        ZeroSumError
            If an agent or the values do not belong to the crew; while playing, if a process dies.
        """
        values = table.values
        if values is not None and values is not self.values:
            raise ZeroSumError(
                "The values of a match must be known to its crew; got others: give the crew the "
                "same object.",
                values,
            )
        indices, corrects = [self._index(agent) for agent in table.agents], values is not None
        jobs = ((table.start, indices, table.rotations, corrects, *b) for b in batches)
        return self._results(jobs)

    def _results(self, jobs: Iterable[tuple[object, ...]]) -> Results:
        try:
            self._start()
            yield from _ordered(self._executor, _play, jobs, self.workers)
        except BrokenProcessPool as error:
            raise ZeroSumError(
                f"The {self.workers} processes of a crew must live until it ends; one of them "
                f"died, perhaps for lack of memory: play with fewer workers.",
                self,
            ) from error

    def _index(self, agent: Agent) -> int:
        for index, known in enumerate(self.agents):
            if known is agent:
                return index
        raise ZeroSumError(
            f"The agents of a match must be known to its crew; got another {agent.name}: give the "
            f"crew the same objects that play.",
            agent,
        )

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        with handled_by(signal.SIG_IGN):  # By the processes too: Ctrl-C is for us.
            for _ in range(self.workers):
                self._executor.submit(_ready)


def _ordered(
    executor: Executor,
    task: Callable[..., DealResults],
    jobs: Iterable[tuple[object, ...]],
    workers: int,
) -> Results:
    """Yield the results of jobs in order, with few jobs waiting at a time."""
    waiting: deque[Future[DealResults]] = deque()
    try:
        for job in jobs:
            waiting.append(executor.submit(task, *job))
            if len(waiting) >= _BATCHES_AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _pickled(agents: tuple[tuple[Agent, ...], Values | None]) -> bytes:
    try:
        return pickle.dumps(agents)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ZeroSumError(
            f"Agents must pickle to play in several processes; got {error}: define what "
            f"they are made of in modules, or leave workers= out.",
            agents,
        ) from error


# The agents of a crew's process, unpickled when the first deal comes.
_SEATED: dict[str, Any] = {}


def _sit_down(agents: bytes) -> None:
    warnings.simplefilter("ignore", NotNativeWarning)  # Whoever sent the agents has said it.
    _SEATED["pickled"] = agents


def _ready() -> None:
    """Do nothing, so that a process starts."""


def _play(
    start: History, indices: list[int], rotations: int, corrects: bool, *batch: int
) -> DealResults:
    if "agents" not in _SEATED:
        seated = pickle.loads(_SEATED["pickled"])  # noqa: S301  # Our own.
        _SEATED["agents"], _SEATED["values"] = seated
    agents = tuple(_SEATED["agents"][index] for index in indices)
    try:
        values = _SEATED["values"] if corrects else None
        return AgentTable(start, agents, rotations, values).play(*batch)
    except Exception as error:
        if isinstance(error, ZeroSumError) or not is_users(error):
            raise
        # Another process does not see the lines of the traceback.
        raise ZeroSumError(f"A match must run without an error; got {sentence(error)}.") from None
