"""Sites whose actors die when a test says so: one in this process, and one on Ray."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.scale.cluster import Cluster
from zerosum.scale.rounds.crew import Place
from zerosum.scale.rounds.solver import RoundSampling
from zerosum.scale.tasks import Lost

OPTIONS: dict[str, Any] = {"seed": 5, "round": 60}


def spread(game: Any, folder: Path, site: Any, workers: int, shards: int, **options: Any) -> Any:
    """Return a solver whose walkers and shards are on a site."""
    folder.mkdir(exist_ok=True)
    (folder / "config.json").touch()  # so that shards may keep a log
    return RoundSampling(game, place=Place(site, workers, shards, folder), **OPTIONS | options)


def rows(solver: Any) -> list[Any]:
    """Return the rows of a solver's strategies, average and current, sorted by their keys."""
    return [row for each in (solver.strategy(), solver.current()) for row in _rows(each)]


def _rows(strategy: Any) -> list[Any]:
    if strategy.view.prints == 0:
        return sorted((str(row), *row.probabilities) for row in strategy.rows())
    keys = strategy.words.reshape(len(strategy.blocks), -1)[:, 2:].tolist()
    shares = np.split(strategy.probabilities, strategy.starts[1:-1])
    return sorted((key, *share) for key, share in zip(keys, shares, strict=True))


class Fate:
    """Says who dies: a shard twice; a worker in every third round, in mid-walk or when it is done.

    Whoever dies in its seventh walk, or when it sends its sums, has walked in vain before.
    """

    def __init__(self, shards: int) -> None:
        self.shards, self.calls, self.deaths = shards, Counter[str](), Counter[str]()

    def __call__(self, method: str) -> bool:
        self.calls[method] += 1
        merges, deaths = self.calls["merge"], self.deaths
        if method == "merge":
            self.calls["walk"] = 0
            deaths["shard"] += (dies := merges in {2 * self.shards, 4 * self.shards})
            return dies
        rounds = (merges - deaths["shard"]) // self.shards
        dies = rounds % 3 == 1 and deaths["worker"] <= rounds // 3
        dies &= method == "take" if deaths["worker"] % 2 else self.calls["walk"] == 7
        deaths["worker"] += dies
        return dies


class Hurt(Cluster):
    """A Ray cluster whose actors get a signal when they are called."""

    def __init__(self, address: str, dies: Callable[[str], bool], signal: int = signal.SIGKILL):
        super().__init__(address)
        self.dies, self.signal, self.hurt = dies, signal, list[int]()

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        dies = self.dies(method)
        if dies:
            self.hurt.append(self.ray.get(actor.__ray_call__.remote(lambda _: os.getpid())))
        refs = super().call(actor, method, *given, parts=parts)
        if dies:
            os.kill(self.hurt[-1], self.signal)
        return refs


class Here:
    """A cluster whose calls are done at once, in this process.

    Parameters
    ----------
    dies
        Called with the method of each call; whether the actor dies then.
    """

    def __init__(self, dies: Callable[[str], bool] = lambda _: False) -> None:
        self.dies, self.dead = dies, set[int]()
        self.kept: list[Any] = []  # or another actor would get the number of a dead one

    def start(self, kind: type[Any], *given: Any, number: int | None = None) -> Any:
        self.kept.append(kind(*given))
        return self.kept[-1]

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        if self.dies(method):
            self.dead.add(id(actor))
        refs = [Future[Any]() for _ in range(parts)]
        try:
            if id(actor) in self.dead:
                raise Lost
            known = (self.value(g) if isinstance(g, Future) else g for g in given)
            found = getattr(actor, method)(*known)
            for ref, part in zip(refs, found if parts > 1 else [found], strict=True):
                ref.set_result(part)
        except Exception as error:  # noqa: BLE001 - whatever an actor raises
            for ref in refs:
                ref.set_exception(error)
        return refs if parts > 1 else refs[0]

    def ready(self, refs: Sequence[Any], seconds: float) -> list[Any]:
        return list(refs)

    def value(self, ref: Any) -> Any:
        return ref.result()

    def end(self, actor: Any) -> None:
        self.dead.add(id(actor))
