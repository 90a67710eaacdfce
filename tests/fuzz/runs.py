"""Runs: compare games in processes of their own, so that not even a crash ends the others."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.fuzz.compare import compare
from tests.fuzz.games import written
from zerosum.algorithms import ExternalSampling
from zerosum.kuhn import Kuhn

# One game in so many is enumerated too; whose chance lists no outcomes is not.
_TREES = 4
_SECONDS = 300.0


@dataclass(frozen=True)
class Outcome:
    """What the comparison of one game found: its seed, its module and what that shows."""

    seed: int
    path: Path
    shown: Counter[str]
    finding: str  # empty if nothing differs
    seconds: float  # of processor time, most of it for compiling

    def __str__(self) -> str:
        said = f"{self.path}: {self.finding}" if self.finding else "agrees"
        return f"seed {self.seed}, {self.seconds:.1f} s: {said}"


@contextmanager
def own_cache(folder: Path) -> Iterator[None]:
    """Keep compiled code in a folder of its own, so that no other run finds it, or is found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZEROSUM_CACHE", str(folder / "cache"))
        yield


def warm_up() -> None:
    """Compile what no game is part of, once for all processes that are forked from this one."""
    ExternalSampling(Kuhn(), reserve=1 << 20)


def run(seeds: Iterable[int], folder: Path) -> Iterator[Outcome]:
    """Write and compare the games of several seeds, each in a process of its own."""
    processes = multiprocessing.get_context("fork")
    for seed in seeds:
        path, game = folder / f"game_{seed}.py", written(seed)
        path.write_text(game.source, encoding="utf-8")
        ours, theirs = processes.Pipe(duplex=False)
        process = processes.Process(target=_compare, args=(path, seed, theirs), daemon=True)
        process.start()
        theirs.close()
        finding, seconds = _received(ours)
        process.kill()
        process.join()
        yield Outcome(seed, path, game.shown, finding, seconds)


def _compare(path: Path, seed: int, pipe: Connection) -> None:
    started = time.process_time()
    finding = compare(path, tree=seed % _TREES == 0)
    pipe.send((finding, time.process_time() - started))


def _received(pipe: Connection) -> tuple[str, float]:
    """Return what a process sends, or that it sends nothing."""
    if not pipe.poll(_SECONDS):
        return f"The game must end within {_SECONDS:.0f} s.", _SECONDS
    try:
        found: tuple[str, float] = pipe.recv()
    except EOFError:
        return "The process ended without a word.", 0.0
    return found
