"""Where Python raises an error in a user's function, the compiled function raises the same."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numba
import numpy as np

from tests.native.board import GRID, ROW, TABLE
from tests.native.both import check

SMALL = np.array([1, 2, 250], np.uint8)
TURNED = np.asfortranarray(np.arange(12).reshape(3, 4))
EVEN = np.arange(12)[::2]
FAR = 10**15


def looked_up(spelling, a, b):
    """Index arrays of each kind in each way."""
    if spelling == 0:
        return int(ROW[a]) + int(SMALL[b])
    if spelling == 1:
        return int(GRID[a, b])
    if spelling == 2:
        return int(GRID[a][b])
    if spelling == 3:
        return int(GRID[a, :][b])
    if spelling == 4:
        return int(GRID[:, a][b])
    if spelling == 5:
        return int(TURNED[a, b])
    if spelling == 6:
        return int(EVEN[a]) + int(TABLE.row[b])
    if spelling == 7:
        return int(ROW[a:][b]) + int(ROW[:a][b])
    written = np.zeros(3, np.int64)
    written[a] = 4
    return int(written[b])


def carried(table, a, b):
    """Index arrays that are fields."""
    return int(table.row[a]) + int(table.grid[a, b])


def walked(a, b):
    """Iterate over arrays, which never leads beyond them."""
    total = 0
    for item in ROW[a:b]:
        total += int(item)
    for place, row in enumerate(GRID[a:]):
        total += place * int(row[b])
    return total


PLACES = (-FAR, -(2**63), -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, FAR, 2**63 - 1)


@dataclass(frozen=True)
class Ladder:
    """A record whose methods call themselves."""

    height: int

    def below(self, n: int) -> int:
        return self.height if n <= 0 else self.below(n - 1) + 1

    def above(self, n: int) -> int:
        return self.height if n <= 0 else Ladder.above(self, n - 1) + 1

    @staticmethod
    def free(n: int) -> int:
        return 0 if n <= 0 else Ladder.free(n - 1) + 1


def summed(n):
    return 0 if n <= 0 else summed(n - 1) + 1


def tailed(n, found=2):
    return found if n <= 0 else tailed(n - 1, found=found + 1)


def stepped(n, *, step=1):
    return 0 if n <= 0 else stepped(n - step, step=step) + step


def searched(n):
    return n != 0 and any(searched(n - k) for k in (1, 2))


def nested(n):
    def next_one(k):
        return nested(k) + 1

    return 0 if n <= 0 else next_one(n - 1)


def twofold(n):
    return summed(1_000_000) if n <= 0 else twofold(n - 1) + 1


def called(spelling, n):
    """Call a function that calls itself, in each of several ways."""
    if spelling == 0:
        return summed(n)
    if spelling == 1:
        return tailed(n) + tailed(3, 4) + tailed(2, found=5)
    if spelling == 2:
        return stepped(n) + stepped(n, step=3)
    if spelling == 3:
        return int(searched(n))
    if spelling == 4:
        return nested(n)
    if spelling == 5:
        return Ladder(3).below(n) + Ladder(4).above(n)
    if spelling == 6:
        return Ladder.free(n)
    return twofold(n)


def test_recursion_that_goes_too_deep_is_an_error():
    check(called, product(range(8), (0, 1, 7, 300, 1_000_000)))


def test_an_index_beyond_an_array_is_an_error(monkeypatch):
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 0)
    check(looked_up, product(range(9), PLACES, PLACES))


def test_an_index_beyond_a_field_is_an_error():
    check(carried, product((TABLE,), PLACES, PLACES))


def test_iterating_stays_within_an_array():
    check(walked, product(PLACES, PLACES))
