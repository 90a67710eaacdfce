"""Rows of a table, looked up one by one or many at once, and the bits of a sampler."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.jit import compiled, kernel
from zerosum.kernels.rows import find
from zerosum.rng import Random
from zerosum.support.tokens import write
from zerosum.tables import Workspace

HEAD = [0, *write((7, 8))]
"""Player 0, and two actions."""


def new(reserve: int = 1 << 24) -> Workspace:
    return Workspace(Random(0), reserve, players=2)


def bits(solver: Any) -> dict[str, bytes]:
    """Return the arrays of a sampler's table, and the state of its random numbers."""
    arrays = {**solver.work.arrays(), "random": solver.random.word}
    return {name: array.tobytes() for name, array in arrays.items()}


def look_up(work: Any, key: list[int], head: list[int] = HEAD) -> int:
    row = [*head, *key]
    for place, word in enumerate(row):
        work.row[place] = word
    return find(work, len(head), len(row), 4)


@kernel
def find_all(work: Any, keys: Any, count: int, width: int, found: Any) -> None:
    """Look up rows of ``width`` words, one after another."""
    for each in range(count):
        for place in range(width):
            work.row[4 + place] = keys[each * width + place]
        found[each] = find(work, 4, 4 + width, 4)


def find_natively(work: Workspace, keys: np.ndarray) -> np.ndarray:
    work.row[: len(HEAD)] = HEAD
    found = np.zeros(len(keys), np.int64)
    compiled(find_all)(work, keys.ravel(), np.int64(len(keys)), np.int64(keys.shape[1]), found)
    return found
