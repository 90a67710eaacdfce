"""A solver that only counts, and experiments with it."""

from __future__ import annotations

import time
from typing import ClassVar

import numpy as np

from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn
from zerosum.rng import Random
from zerosum.support import store


class Uniform:
    """The strategy of the fake: uniform."""

    def __call__(self, infoset):
        actions = infoset.actions()
        return dict.fromkeys(actions, 1 / len(actions))

    def save(self, path):
        store.write(path, {}, {"kind": "uniform"})


class Counter:
    """A solver whose whole work is to add random numbers; a hundred iterations a callback."""

    pause: ClassVar[float] = 0.0
    interrupt_at: ClassVar[int | None] = None
    die_at: ClassVar[int | None] = None

    def __init__(self, game, seed, rule=None):
        self.rng, self.sums, self.iterations, self.rule = Random(seed), np.zeros(3), 0, rule

    @property
    def touched(self):
        return 5 * self.iterations

    @property
    def infosets(self):
        return min(self.iterations, 12)

    def run(self, iterations, callback=None):
        for _ in range(iterations):
            self.sums[self.rng.integer(3)] += self.rng.random()
            self.iterations += 1
            if self.iterations % 100 == 0:
                time.sleep(self.pause)
                if self.iterations == self.interrupt_at:
                    raise KeyboardInterrupt
                if self.iterations == self.die_at:
                    raise MemoryError
                if callback is not None:
                    callback(self)

    def strategy(self):
        return Uniform()

    def save(self, path):
        meta = {"iterations": self.iterations, "word": self.rng.state}
        store.write(path, {"sums": self.sums}, meta)

    @classmethod
    def load(cls, path, game):
        saved = store.read(path)
        solver = cls(game, 0)
        solver.sums, solver.iterations = saved.arrays["sums"], saved.meta["iterations"]
        solver.rng.state = saved.meta["word"]
        return solver


def experiment(**changes) -> Experiment:
    settings = {"algorithm": Counter, "iterations": 1_000, "name": "here.counter"}
    return Experiment(Kuhn, **(settings | changes))
