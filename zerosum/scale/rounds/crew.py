"""The driver of rounds: it hands out iterations, has sums merged, and replaces what dies."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.scale.cluster import Cluster, Ref
from zerosum.scale.tasks import Lost

Piece = tuple[int, int]
"""The first and the last iteration of a piece of a round."""

_AHEAD = 2  # pieces that a worker has at a time, so that it need not wait for the next
_LOOK = 0.25  # seconds between two looks for late workers
_SLOW = 3.0  # times the longest call of two rounds, after which a worker is late
_SOON = 2.0  # seconds after which none is late yet
_LATEST = 8  # rounds after which a late worker is replaced
_DEATHS = 3  # times the number of workers that may die in a round
_START = 60.0  # seconds to wait for workers at the beginning
_PATIENCE = 300.0  # seconds after which no shard hangs yet
_HANGS = 10.0  # times the longest call of a method of shards, after which a shard hangs
# What a shard is asked in each round, which takes about as long each time.
_EACH_ROUND = ("merge", "rows")


class Rewound(Exception):
    """Rounds since the checkpoint must be walked again: what they need is lost."""


class Stale(Exception):
    """Raised by an actor that does not know the round before the one it is asked for."""


@dataclass(frozen=True, eq=False)
class Call:
    """A call of a worker: to walk a piece, or to send the sums of those it holds."""

    pieces: list[Piece]
    parts: list[Ref]
    takes: bool = False


@dataclass(eq=False)
class Worker:
    """A worker, the calls that it has not answered, and the pieces whose sums it holds.

    ``asleep`` is the answer that a late worker has to give before it gets work again, and ``late``
    the round before the one in which it was put aside.
    """

    actor: Any
    running: dict[Ref, Call] = field(default_factory=dict)
    held: list[Piece] = field(default_factory=list)
    since: float = 0.0
    asleep: Ref = None
    late: int = 0

    def drop(self) -> list[Piece]:
        """Forget all calls; return the pieces that must be walked again."""
        lost = [*self.held, *(piece for call in self.running.values() for piece in call.pieces)]
        self.running, self.held = {}, []
        return lost


@dataclass(frozen=True)
class Place:
    """Where a run in rounds lives.

    Parameters
    ----------
    site
        The cluster with its actors.
    workers, shards
        How many actors walk, and how many hold the table.
    folder
        The run folder, which all machines must share.
    reserve
        Bytes of the table of each actor; workers then know only the rows that they meet. None for
        half the memory of its machine.
    """

    site: Cluster
    workers: int
    shards: int
    folder: Path
    reserve: int | None = None


class Crew:
    """Workers and shards at a place.

    Workers that have room for all rows are told them when they join. Any method raises
    :class:`Rewound` if sums are lost, or a shard cannot be restored.

    Parameters
    ----------
    place
        Where they are.
    start_worker, start_shard
        Start a worker, or a shard by its number: see :mod:`zerosum.scale.rounds.actors`.
    replaced
        How many workers and shards were replaced. Modified in place.
    piece
        How many iterations are handed out at a time.
    last
        The last round that is done.
    """

    def __init__(
        self,
        place: Place,
        start_worker: Callable[[], Any],
        start_shard: Callable[[int], Any],
        replaced: Counter[str],
        piece: int,
        last: int = 0,
    ) -> None:
        self.site, self._start_worker, self._start_shard = place.site, start_worker, start_shard
        self.number, self.knows_all = place.workers, place.reserve is None
        self.replaced, self.piece, self.last = replaced, piece, last
        self.shards = [start_shard(k) for k in range(place.shards)]
        self.workers: list[Worker] = []
        self._sums: list[list[Ref]] = []
        self._usual = self._longest = 0.0
        self._deaths = 0
        self._took: dict[str, float] = {}  # the seconds of the longest call of a method of shards
        self._joining: dict[Ref, Any] = {}
        for _ in range(self.number):
            self._start()
        try:
            self._await(time.monotonic() + _START)
        except BaseException:
            self.end()
            raise

    def walk(self, first: int, last: int) -> Iterator[Any]:
        """Walk iterations of the round after the last; yield what workers send beside sums."""
        steps = range(first, last + 1, self.piece)
        left = deque((begin, min(begin + self.piece - 1, last)) for begin in steps)
        self._deaths, self._usual, self._longest = 0, self._longest, 0.0
        while left or self._busy():
            self._hand_out(left)
            running = {ref: worker for worker in self.workers for ref in worker.running}
            for ref in self.site.ready(list(running), _LOOK):
                if ref in running[ref].running:  # its worker has not died meanwhile
                    yield from self._heed(running[ref], ref, left)
            if not left:
                left.extend(self._late())

    def merge(self) -> list[int]:
        """End the round: have its sums merged, and learnt; return how many rows shards have."""
        self.last, sums, self._sums = self.last + 1, self._sums, []
        found = self._asked("merge", lambda k: tuple(parts[k] for parts in sums), parts=2)
        rows = [refs[0] for refs, _ in found]
        for worker in self.workers:
            self.site.call(worker.actor, "learn", self.last, *rows)
        self._admit()
        return [number for _, number in found]

    def ask(self, method: str, given: Callable[[int], tuple[Any, ...]] = lambda _: ()) -> list[Any]:
        """Call a method of all shards, each with arguments by its number; return the results."""
        return [answer for _, answer in self._asked(method, given)]

    def end(self) -> None:
        """End all actors."""
        joining = self._joining.values()
        for actor in [*self.shards, *(worker.actor for worker in self.workers), *joining]:
            self.site.end(actor)

    # Workers

    def _start(self) -> None:
        actor = self._start_worker()
        self._joining[self.site.call(actor, "hello")] = actor

    def _await(self, until: float) -> None:
        """Wait for all workers that are starting, or for one if that takes long."""
        while self._joining and (time.monotonic() < until or not self._ready):
            self.site.ready(list(self._joining), _LOOK)
            self._admit()

    def _admit(self) -> None:
        """Let workers join that have started, and late ones that have come; between rounds only."""
        for ref in self.site.ready(list(self._joining), 0) if self._joining else []:
            actor = self._joining.pop(ref)
            try:
                self.site.value(ref)
            except Lost:
                self._bury(Worker(actor))
                continue
            rows = self._rows([None] * len(self.shards)) if self.knows_all else []
            self.site.call(actor, "learn", self.last, *rows)
            self.workers.append(Worker(actor))
        for worker in [worker for worker in self.workers if worker.asleep is not None]:
            if self.site.ready([worker.asleep], 0):
                worker.asleep = None
            elif self.last - worker.late > _LATEST:
                self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        """End a worker, and start another in its place."""
        self.replaced["worker"] += 1
        self._deaths += 1
        if worker in self.workers:
            self.workers.remove(worker)
        self.site.end(worker.actor)
        if self._deaths > _DEATHS * self.number:
            raise ExperimentError(
                f"The workers of a cluster must live; {self._deaths} died in round "
                f"{self.last + 1:,}, perhaps for lack of memory: give them more, or use fewer.",
                self._deaths,
            )
        self._start()

    def _busy(self) -> bool:
        return any(worker.running or worker.held for worker in self._ready)

    @property
    def _ready(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.asleep is None]

    def _hand_out(self, left: deque[Piece]) -> None:
        """Give pieces to workers that have too few; have the sums taken of those without any."""
        if not self._ready:
            self._await(0.0)
        # What a walk lacks must be there before the next one.
        for ahead in range(_AHEAD if self.knows_all else 1):
            for worker in self._ready:
                if len(worker.running) > ahead:
                    continue
                if left:
                    self._walk(worker, left.popleft())
                elif not worker.running and worker.held:
                    parts = self.site.call(worker.actor, "take", parts=1 + len(self.shards))
                    self._begun(worker, Call(worker.held, parts, takes=True))
                    worker.held = []

    def _walk(self, worker: Worker, piece: Piece) -> None:
        parts = 1 if self.knows_all else 1 + len(self.shards)
        found = self.site.call(worker.actor, "walk", self.last + 1, *piece, parts=parts)
        self._begun(worker, Call([piece], found if parts > 1 else [found]))

    @staticmethod
    def _begun(worker: Worker, call: Call) -> None:
        if not worker.running:
            worker.since = time.monotonic()
        worker.running[call.parts[-1]] = call

    def _heed(self, worker: Worker, ref: Ref, left: deque[Piece]) -> Iterator[Any]:
        """Note what a worker answered; yield what it sends beside sums."""
        try:
            answer = self.site.value(ref)
        except (Lost, Stale):
            left.extend(worker.drop())
            self._bury(worker)
            return
        call, now = worker.running.pop(ref), time.monotonic()
        self._longest, worker.since = max(self._longest, now - worker.since), now
        if call.takes:
            self._sums.append(call.parts[:-1])
            yield answer
        elif answer:  # rows are missing
            self.site.call(worker.actor, "learn", self.last, *self._rows(call.parts))
            self._walk(worker, call.pieces[0])
        else:
            worker.held += call.pieces

    def _late(self) -> Iterator[Piece]:
        """Put aside workers that are late while others are idle; yield their pieces."""
        idle = [worker for worker in self._ready if not worker.running and not worker.held]
        longest = max(self._usual, self._longest)
        limit = max(_SOON, _SLOW * longest)
        for worker in self._ready if idle and longest else []:
            if worker.running and time.monotonic() - worker.since > limit:
                yield from worker.drop()
                worker.asleep, worker.late = self.site.call(worker.actor, "forget"), self.last

    # Shards

    def _rows(self, keys: list[Any]) -> list[Ref]:
        """Return what stands for the rows of all shards, by the keys for each; or all of them."""
        return [refs[0] for refs, _ in self._asked("rows", lambda k: (keys[k],), parts=2)]

    def _asked(
        self, method: str, given: Callable[[int], tuple[Any, ...]], parts: int = 1
    ) -> list[tuple[list[Ref], Any]]:
        """Call a method of all shards at once; return for each its results, and the last of them.

        A shard that has died, or hangs, is restored and asked again, once.
        """

        def ask(k: int) -> list[Ref]:
            found = self.site.call(self.shards[k], method, self.last, *given(k), parts=parts)
            return found if parts > 1 else [found]

        asked, found = [ask(k) for k in range(len(self.shards))], []
        begin, replaced = time.monotonic(), self.replaced["shard"]
        limit = max(_PATIENCE, _HANGS * self._took.get(method, inf))
        for k in range(len(asked)):
            try:
                value = self._answer(asked[k][-1], begin + limit)
            except Lost:
                self.replaced["shard"] += 1
                self.site.end(self.shards[k])
                self.shards[k] = self._start_shard(k)
                asked[k] = ask(k)
                try:
                    value = self._answer(asked[k][-1], inf)
                except Lost as error:
                    raise Rewound from error
            found.append((asked[k], value))
        if method in _EACH_ROUND and self.replaced["shard"] == replaced:
            self._took[method] = max(self._took.get(method, 0.0), time.monotonic() - begin)
        return found

    def _answer(self, ref: Ref, until: float) -> Any:
        """Return what a shard answers; it is lost if it has not until some time."""
        while not self.site.ready([ref], _LOOK):
            if time.monotonic() > until:
                raise Lost
        try:
            return self.site.value(ref)
        except Stale as error:
            raise Rewound from error
