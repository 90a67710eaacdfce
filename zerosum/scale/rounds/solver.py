"""Sampling in rounds on a cluster: a solver whose table lies in shards."""

from __future__ import annotations

import shutil
from collections import Counter, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, ClassVar, Self

import numpy as np

from zerosum.algorithms.rounds import RoundSampling as Local
from zerosum.errors import ExperimentError, StoreError
from zerosum.scale.rounds import checkpoint
from zerosum.scale.rounds.actors import ShardActor, WalkerActor
from zerosum.scale.rounds.crew import Crew, Place, Rewound
from zerosum.strategy import Strategy, saved
from zerosum.strategy.origin import describe
from zerosum.support import store, tokens
from zerosum.support.options import ELSEWHERE
from zerosum.support.stamp import sources
from zerosum.support.streams import Shared
from zerosum.tables import Floats, recognise
from zerosum.tables.blocks import COUNTS

_PIECES = 8  # of a round, for each worker
_REWINDS = 3  # without a round that was never complete before


class RoundSampling(Local):
    """Sampling in rounds whose walkers and shards are actors: the same bits as in one process.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    place
        Where its actors live.

    Attributes
    ----------
    replaced
        How many workers and shards were replaced, by these words.
    """

    elsewhere: ClassVar[frozenset[str]] = ELSEWHERE | {"self", "game", "place"}

    def __init__(self, game: Any, *given: Any, place: Place, **options: Any) -> None:
        self.place = place
        self._rows: list[int] = []
        self._saved: Path | None = None
        self._rewinds, self._furthest = 0, 0
        self.replaced = Counter[str]()
        self._crew: Crew | None = None
        super().__init__(game, *given, **options)

    def compile_walks(self) -> None:
        """Leave that to the workers; the table here stays empty."""
        self.walkers = ()

    @property
    def step(self) -> int:
        """After how many iterations a session should look at it."""
        return self.round

    @property
    def infosets(self) -> int:
        """Infosets visited in the rounds that are complete."""
        return sum(self._rows)

    @property
    def crew(self) -> Crew:
        """The actors, which are started when they are first needed."""
        if self._crew is None:
            place = self.place
            self._clear()  # of another session, or of rounds that are lost
            start = self._start_worker, self._start_shard
            piece = max(1, self.round // (_PIECES * place.workers))
            crew = Crew(place, *start, self.replaced, piece, self.rounds)
            try:  # What is done of a round is walked again.
                deque(crew.walk(1, self.iterations % self.round), maxlen=0)
            except BaseException:  # also Ctrl-C: a crew that lacks some of it must not go on
                crew.end()
                raise
            self._crew = crew
        return self._crew

    def run(self, iterations: int, callback: Any = None) -> None:
        """Run some more iterations, by rounds: Ctrl-C waits for the end of one."""
        goal = self.iterations + iterations
        while self.iterations < goal:
            self._batches.size = self.round
            end = (self.rounds + 1) * self.round
            super().run(min(goal, end) - self.iterations, callback)

    def run_batch(self, first: int, last: int) -> None:  # noqa: ARG002
        """Run iterations up to ``last``; again from the checkpoint on, if rounds are lost."""
        begun = self.rounds
        while self.work.iterations < last:
            self._kept(lambda: self._run_round(last))
        if begun == 0 < self.rounds:
            self.require_payoffs()

    def regretted(self, remains: Floats) -> float:
        """Return the sum over infosets that the bound of regrets divides."""
        return float(sum(self._kept(lambda: self.crew.ask("regrets", lambda _: (remains,)))))

    def strategy(self) -> Strategy:
        """Return the average strategy, mapped from files that are removed."""
        return self._apart(checkpoint.AVERAGE)

    def current(self) -> Strategy:
        """Return the current strategy, mapped from files that are removed."""
        return self._apart(checkpoint.CURRENT)

    def save_strategy(self, path: str | Path) -> Strategy:
        """Save the average strategy, of which each shard writes its part; return it, mapped."""
        if self._crew is None and self._saved is not None:
            meta = store.read(self._saved, mmap=True).meta
            if len(meta.get("slices", ())) != self.place.shards:
                # Sums and regrets are asked for by the numbers of rows in the strategy.
                self._kept(lambda: self.crew)
                self.save(self._saved)
        return self._written(path, checkpoint.AVERAGE)

    def save(self, path: str | Path) -> None:
        """Save everything; each shard writes its part."""
        if self._crew is None and self._saved == Path(path):
            return  # nothing came after it
        self._kept(lambda: Local.save(self, path))
        self._saved = Path(path)
        self._clear()

    @classmethod
    def load(cls, path: str | Path, game: Any, **options: Any) -> Self:
        """Return the solver that was saved; its shards read the same checkpoint."""
        solver = super().load(path, game, **options)
        solver._saved = Path(path)
        return solver

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a checkpoint holds: arrays that the shards write, and numbers."""
        sizes, shared = self._shared(checkpoint.TABLE, checkpoint.ARRAYS)
        given = self.storage.prints, self.work.touched, self.work.iterations
        figures: dict[str, Any] = {"seed": self.seed, "random": self.random.state}
        figures["slices"] = [[size[name] for name in checkpoint.SLICED] for size in sizes]
        counts = {"counts": checkpoint.counts_of(checkpoint.before(sizes)[-1], *given)}
        return counts | shared, figures | {"classes": _classes()}

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore the numbers of a checkpoint; the shards read it when they start."""
        recognise(figures["classes"])
        counts = dict(zip(COUNTS, arrays["counts"].tolist(), strict=False))
        self.work.iterations, self.work.touched = counts["iterations"], counts["touched"]
        self.random.state = figures["random"]
        self._rows = [counts["rows"]]

    def _start_worker(self) -> Any:
        place = self.place
        given = {"seed": self.random.state, "storage": self.storage, "native": self.native}
        given |= {"reserve": place.reserve, "caches": place.reserve is not None}
        return place.site.start(WalkerActor, sources(), self.game, given, place.shards)

    def _start_shard(self, number: int) -> Any:
        place, names = self.place, ("players", "rule", "storage")
        given = {name: getattr(self, name) for name in names} | {"reserve": place.reserve}
        saved = self._saved and self._saved.resolve()
        where = number, place.shards, place.folder.resolve(), saved
        return place.site.start(ShardActor, sources(), given, *where, number=number)

    def _clear(self) -> None:
        """Remove logs, and what a driver that was killed left of a strategy."""
        folder = self.place.folder
        for path in (folder / "log", *folder.glob("[0-9a-f]" * 16 + ".part")):
            shutil.rmtree(path, ignore_errors=True)

    def _run_round(self, last: int) -> None:
        """Run the round at hand, or its part up to an iteration."""
        start = self.work.iterations % self.round
        end = min(start + last - self.work.iterations, self.round)
        for touched, classes in self.crew.walk(start + 1, end):
            self.work.touched += touched
            for number, name in classes.items():
                tokens.recall_class(number, *name)
        if end == self.round:
            self._rows = self.crew.merge()
        self.work.iterations += end - start
        if self.rounds > self._furthest:
            self._furthest, self._rewinds = self.rounds, 0

    def _kept(self, act: Callable[[], Any]) -> Any:
        """Do something; walk rounds again that are lost meanwhile, and do it again."""
        goal = self.work.iterations
        while True:
            try:
                while self.work.iterations < goal:
                    self._run_round(goal)
                return act()
            except Rewound as error:
                self._rewind()
                self._rewinds += 1
                if self._rewinds > _REWINDS:
                    raise ExperimentError(
                        f"The shards of a cluster must live, or be restored from "
                        f"{self.place.folder}; round {self._furthest + 1:,} was lost "
                        f"{self._rewinds} times: continue with --resume on machines that share "
                        f"this folder.",
                        self.place,
                    ) from error
            except BaseException:  # also a second Ctrl-C
                self._rewind()  # a round that is done in part must not be saved
                raise

    def _rewind(self) -> None:
        """Go back to the last checkpoint, or to the beginning."""
        crew, self._crew = self._crew, None
        self._rows = []
        self.work.iterations = self.work.touched = 0
        if self._saved is not None:
            arrays, meta, _ = store.read(self._saved, mmap=True)
            self.restore(arrays, meta)
        if crew is not None:
            crew.end()

    def _apart(self, what: str) -> Strategy:
        path = self.place.folder / f"{token_hex(8)}.part"
        try:
            return self._written(path, what)
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def _written(self, path: str | Path, what: str) -> Strategy:
        """Have a strategy written; return it, mapped."""

        def write() -> BaseException | None:
            try:
                shared, of = self._shared(what, saved.ARRAYS)[1], describe(self.base, self.view)
                saved.save_arrays(path, shared, self.view, of, self.about, classes=_classes())
            except (StoreError, OSError, KeyboardInterrupt) as error:  # which costs no round
                return error
            return None

        if error := self._kept(write):
            raise error
        return Strategy.load(path, self.game)

    def _shared(
        self, what: str, names: Sequence[str]
    ) -> tuple[list[checkpoint.Sizes], dict[str, Shared]]:
        """Return the sizes of all shards, and the arrays that they write."""
        sizes = self.crew.ask("sizes", lambda _: (what,))
        firsts = checkpoint.before(sizes)

        def shared(name: str) -> Shared:
            floats = name in ("values", "probabilities")
            kind = np.dtype(self.storage.kind if floats else np.int64)

            def fill(path: Path, start: int) -> int:
                def given(k: int) -> tuple[Any, ...]:
                    at = start + firsts[k][name] * kind.itemsize
                    return what, name, path.resolve(), at, firsts[k]

                return checkpoint.joined_checksum(self.crew.ask("write", given))

            return Shared(firsts[-1][name], kind, fill)

        return sizes, {name: shared(name) for name in names}


def _classes() -> dict[str, list[str]]:
    """Return the module and the name of each class that rows may hold, by its number."""
    return {str(number): list(name) for number, name in tokens.class_names().items()}
