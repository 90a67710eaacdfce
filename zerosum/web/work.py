"""Answers that cost are computed in threads, a bounded number at once, and equal ones once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from time import monotonic

from zerosum.support.cores import cores
from zerosum.web.errors import RequestError

BUSY = 503
_AT_TABLES = 2  # threads a core, since a bot that thinks holds one


class Lane(Enum):
    """What an answer waits for: one that takes long holds up none that is quick."""

    FILES = "files"  # reads figures, or tells a process to begin or stop
    LOOKS = "looks"  # milliseconds of computing, once a run is open
    LONG = "long"  # seconds
    TABLES = "tables"  # milliseconds, but where a bot thinks


class Work:
    """Threads that compute answers, and answers that are kept.

    Kernels release the interpreter's lock, so threads run side by side there.

    Parameters
    ----------
    threads
        How many compute at once in a lane; as many as there are cores by default, and one of those
        that take long.
    waiting
        How many questions may wait for them; more are refused.
    seconds
        How long one request waits for an answer. The answer is computed to its end and kept, so
        that the same question can be asked again.
    room
        How many bytes of answers are kept; the least recently used are dropped.
    """

    def __init__(
        self,
        threads: int | None = None,
        waiting: int = 1_000,
        seconds: float = 60.0,
        room: int = 32 << 20,
    ) -> None:
        most = threads or cores()
        sizes = {Lane.LONG: 1, Lane.TABLES: _AT_TABLES * most}
        self._pools = {lane: ThreadPoolExecutor(sizes.get(lane, most), lane.value) for lane in Lane}
        self._waiting, self._seconds, self._room = waiting, seconds, room
        self._running: dict[Hashable, asyncio.Future[bytes]] = {}
        self._kept: OrderedDict[Hashable, tuple[bytes, float]] = OrderedDict()  # until when
        self._size = 0

    async def answer(
        self,
        key: Hashable,
        compute: Callable[[], bytes],
        *,
        keep: float = 0.0,
        lane: Lane = Lane.LOOKS,
    ) -> bytes:
        """Return what a function computes, once for all who ask for the same key meanwhile.

        Parameters
        ----------
        key
            What tells questions apart.
        compute
            Called in a thread.
        keep
            For how many seconds later questions get the same answer.
        lane
            Which threads compute it.

        Raises
        ------
        RequestError
            If too many questions are waiting, or the answer takes too long.
        """
        kept, until = self._kept.get(key, (b"", 0.0))
        if monotonic() < until:
            self._kept.move_to_end(key)
            return kept
        if key not in self._running:
            if len(self._running) >= self._waiting:
                raise RequestError(
                    f"{self._waiting:,} answers are being computed: ask again in a moment.",
                    BUSY,
                )
            loop = asyncio.get_running_loop()
            future = loop.run_in_executor(self._pools[lane], compute)
            self._running[key] = future
            future.add_done_callback(lambda done: self._done(key, done, keep=keep))
        shared = asyncio.shield(self._running[key])
        try:
            return await asyncio.wait_for(shared, self._seconds)
        except TimeoutError:
            raise RequestError(
                f"The answer takes more than {self._seconds:g} seconds and is still being "
                f"computed: ask again later.",
                BUSY,
            ) from None

    def _done(self, key: Hashable, done: asyncio.Future[bytes], *, keep: float) -> None:
        del self._running[key]
        if done.cancelled() or done.exception() is not None or keep <= 0:
            return
        self._size += len(done.result()) - len(self._kept.pop(key, (b"", 0.0))[0])
        self._kept[key] = done.result(), monotonic() + keep
        while self._size > self._room:
            _, (dropped, _) = self._kept.popitem(last=False)
            self._size -= len(dropped)

    @property
    def busy(self) -> bool:
        """Whether an answer is being computed, which nothing can end before it is done."""
        return bool(self._running)

    def close(self) -> None:
        """Begin to compute no more answers."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
