"""The actors of rounds: a walker, and a shard with its log and its part of a checkpoint."""

from __future__ import annotations

import shutil
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from zerosum.algorithms.regret import regretted
from zerosum.algorithms.shards import Rows, Shard
from zerosum.algorithms.walkers import Walker
from zerosum.errors import StoreError, TableError
from zerosum.kernels.rows import TableFull
from zerosum.scale.cluster import require_version
from zerosum.scale.rounds import checkpoint, log
from zerosum.scale.rounds.crew import Stale
from zerosum.strategy.streaming import streamed
from zerosum.support import tokens
from zerosum.support.streams import Stream
from zerosum.tables import Floats, Storage, Workspace

_LOG = 64 << 20  # bytes of a log, if the table has fewer


@contextmanager
def _having_room(work: Any) -> Iterator[None]:
    """Say what to do on a cluster, if the table of a shard is full in a block."""
    try:
        yield
    except TableError as error:
        if not isinstance(error.__cause__, TableFull):
            raise
        raise TableError(
            f"The table of a shard must have room for more than {work.rows:,} infosets: train on "
            f"with --resume, and with more --shards, or more --memory for each.",
            work.rows,
        ) from error


class WalkerActor:
    """A worker: it walks pieces of rounds, and sends what they add to the shards.

    ``given`` are the arguments of its :class:`~zerosum.algorithms.walkers.Walker` beside the game.
    """

    def __init__(self, version: str, game: Any, given: dict[str, Any], shards: int) -> None:
        self.version, self.game, self.given, self.shards = version, game, given, shards
        self.round = -1
        self.kept: list[tuple[Rows, int]] = []  # sums, and the nodes visited for them
        self.waits = self.heard = False  # for rows that it lacked; and of them

    def hello(self) -> str:
        """Compile the walks; return where it is."""
        require_version(self.version)
        self.walker = Walker(self.game, **self.given)
        self.prints = (self.given["storage"] or Storage()).prints
        return socket.gethostname()

    def walk(self, number: int, first: int, last: int) -> Any:
        """Walk iterations of a round; return the keys it lacks for each shard, and their number.

        The number alone, 0, if it knows all rows.
        """
        if number != self.round + 1 or self.waits:
            raise Stale
        if self.walker.caches and self.walker.crowded and not self.heard:
            self.kept.append(self.walker.take())
            self.walker.forget()
        self.heard = False
        missing = self.walker.walk(number, first, last)
        if not self.walker.caches:
            return 0
        if missing is None:
            return *[None] * self.shards, 0
        self.waits = True
        return *missing.parts(self.shards, self.prints), missing.sizes.size

    def take(self) -> tuple[Any, ...]:
        """Return the sums for each shard; and the nodes visited, and the names of classes."""
        kept, self.kept = [*self.kept, self.walker.take()], []
        parts = [rows.parts(self.shards, self.prints) for rows, _ in kept]
        more = sum(touched for _, touched in kept), tokens.class_names()
        return *(list(part) for part in zip(*parts, strict=True)), more

    def forget(self) -> None:
        """Forget the sums, and the rows if there are some that it does not know."""
        self.walker.take()
        if self.waits:
            self.walker.forget()
        self.waits, self.kept = False, []

    def learn(self, number: int, *rows: Rows) -> None:
        """Learn what a round has changed, or rows that were asked for after it."""
        for part in rows:
            self.walker.learn(part)
        self.round, self.heard, self.waits = number, self.waits, False


class ShardActor:
    """A shard: it merges sums, logs them before, and writes its part of a checkpoint.

    Each call has the number of the last round that the driver knows. A shard that was restored
    without all rounds raises :class:`~zerosum.scale.rounds.crew.Stale`.

    ``given`` are the arguments of its :class:`~zerosum.algorithms.shards.Shard`. It keeps no log
    before there is a run in ``folder``. It begins with the checkpoint ``saved``, if there is one,
    and what the log has after it.
    """

    def __init__(
        self,
        version: str,
        given: dict[str, Any],
        number: int,
        shards: int,
        folder: Path,
        saved: Path | None,
    ) -> None:
        self.version, self.given, self.number, self.shards = version, given, number, shards
        self.folder, self.saved = folder, saved
        self.log, self.room, self.round = folder / "log" / f"shard-{number}", 0.0, 0
        self.shard: Any = None
        self.answer: tuple[Rows, int] | None = None

    def merge(self, number: int, *sums: list[Rows]) -> tuple[Rows, int]:
        """Merge the sums of a round; return the rows that changed, and how many there are in all.

        A round that it has merged already is not merged again.
        """
        self._begin()
        if number == self.round and self.answer is not None:
            return self.answer
        self._require(number - 1)
        parts = [rows for several in sums for rows in several]
        if self.room > 0 and (self.folder / "config.json").exists():
            self.room -= log.append(self.log, number, parts)
            if self.room <= 0:
                shutil.rmtree(self.log, ignore_errors=True)
        return self._merge(number, parts)

    def rows(self, number: int, keys: Rows | None) -> tuple[Rows, int]:
        """Return rows by their keys, all rows for None; and how many they are."""
        self._require(number)
        found: Rows = self.shard.rows(keys)
        return found, found.sizes.size

    def sizes(self, number: int, what: str) -> checkpoint.Sizes:
        """Return the sizes of the arrays that :meth:`write` writes."""
        self._require(number)
        if what == checkpoint.TABLE:  # a checkpoint begins, and with it another log
            self._begin_log()
        sizes = Counter({name: array.size for name, array in self._arrays(what).items()})
        return sizes | Counter(rows=self.shard.work.rows)

    def write(
        self, number: int, what: str, name: str, path: Path, start: int, before: checkpoint.Sizes
    ) -> tuple[int, int]:
        """Write its part of an array that :meth:`sizes` counts; return its checksum and bytes."""
        self._require(number)
        parts = checkpoint.rebased(self._arrays(what), name, before)
        try:
            return checkpoint.write_parts(path, start, parts)
        except OSError as error:
            raise StoreError(
                f"The folder {path.parent} must be writable; the system says: {error.strerror}.",
                path,
            ) from error

    def regrets(self, number: int, remains: Floats) -> float:
        """Return the sum that :meth:`zerosum.algorithms.base.Sampler.regret_bound` divides."""
        self._require(number)
        return regretted(self.shard.work, remains, native=True)

    def _arrays(self, what: str) -> dict[str, Any]:
        work: Workspace = self.shard.work
        if what == checkpoint.TABLE:
            return dict(work.table.arrays())
        current = what == checkpoint.CURRENT
        arrays = streamed(work.table, current=current, numbers=work.numbers, fades=work.fades)
        if self.number > 0:  # the first start is the end of the shard before
            starts = arrays["starts"]
            arrays["starts"] = Stream(work.rows, starts.kind, islice(starts.parts, 1, None))
        return arrays

    def _require(self, number: int) -> None:
        """Refuse to answer as of another round than the last one."""
        self._begin()
        if self.round != number:
            raise Stale

    def _begin_log(self) -> None:
        """Have room for a log; it is to be no larger than the table."""
        self.room = max(_LOG, self.shard.work.table.bytes)

    def _begin(self) -> None:
        """Make the table, or read it from the checkpoint and the log."""
        if self.shard is not None:
            return
        require_version(self.version)
        self.shard = Shard(**self.given)
        if self.saved is not None:
            with _having_room(self.shard.work):
                self.round = checkpoint.restore(self.shard, self.saved, self.number, self.shards)
        self._begin_log()
        while (sums := log.read(self.log, self.round + 1)) is not None:
            self._merge(self.round + 1, sums)

    def _merge(self, number: int, sums: list[Rows]) -> tuple[Rows, int]:
        with _having_room(self.shard.work):
            rows = self.shard.merge(number, sums)
        self.round, self.answer = number, (rows, self.shard.work.rows)
        return self.answer
