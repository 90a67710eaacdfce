"""Arrays in records: which are taken, and that each is freed once, when nothing holds it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import pytest
from numba.core.errors import NumbaError
from numba.core.runtime import _nrt_python, rtsys
from numpy.typing import NDArray

from tests.native.board import Board
from tests.native.both import ROOM, check, native_twin
from zerosum.actions import UpTo
from zerosum.errors import LoweringError
from zerosum.native.lowering import lowering_of

WHOLE = np.arange(12)
TURNED = np.asfortranarray(np.arange(6.0).reshape(2, 3))


@dataclass(frozen=True)
class Row:
    items: NDArray[np.int64]
    n: int = 0

    def grown(self, n: int) -> int:
        return int(self.items[0]) if n <= 0 else replace(self, n=n).grown_from(n)

    def grown_from(self, n: int) -> int:
        return self.n + int(self.items[-1])


@dataclass(frozen=True)
class Grid:
    items: np.ndarray[tuple[int, int], np.dtype[np.float64]]


@dataclass(frozen=True)
class Twice:
    row: Row
    pair: tuple[NDArray[np.int64], int]


@dataclass(frozen=True)
class Perhaps:
    items: NDArray[np.int64] | None = None


def part(first):
    return int(Row(WHOLE[first:]).items[1]) + int(Row(WHOLE[first : first + 4]).items[-1])


def every_other(first):
    return int(Row(WHOLE[first::2]).items[1])


def backwards(first):
    return int(Row(WHOLE[::-1]).items[first])


def column(first):
    return int(Grid(TURNED).items[0, first])


def bytes_of(first):
    return int(Row(WHOLE.astype(np.uint8)).items[first])


def copied(first):
    return int(Row(np.ascontiguousarray(WHOLE[first::2])).items[1])


@pytest.mark.parametrize("function", [part, copied])
def test_an_array_whose_items_lie_side_by_side_is_taken(function):
    check(function, [(0,), (1,), (3,)])


@pytest.mark.parametrize(
    ("function", "advice"),
    [
        (every_other, "write np.ascontiguousarray"),
        (backwards, "write np.ascontiguousarray"),
        (column, "write np.ascontiguousarray"),
        (bytes_of, "make it an array of int64"),
    ],
)
def test_any_other_is_refused(function, advice):
    with pytest.raises((LoweringError, NumbaError), match=advice):
        native_twin(function)(np.zeros(ROOM, np.int64), 1)


def chained(items, n):
    return int(items[0]) if n <= 0 else chained(items, n - 1) + int(items[1])


def held(n):
    """Let records be the only ones that hold arrays."""
    total = 0
    for k in range(50):
        fresh = np.full(40, n + k)
        row = replace(Row(fresh), n=k)
        twice = Twice(row, (fresh, k))
        perhaps = Perhaps(fresh if k % 2 else None)
        items = perhaps.items
        if items is not None:
            total += int(items[2])
        total += twice.row.n + int(twice.pair[0][3]) + row.grown(k) + chained(fresh, 3)
    return total


def kept(n):
    row = Row(np.full(40, n))
    for _ in range(50):
        other = np.ones(40, np.int64)
        row = replace(row, n=row.n + int(other[1]))
    return int(row.items[0]) + row.n


@pytest.fixture
def counting():
    """Let Numba count what it allocates and frees."""
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("function", [held, kept])
def test_arrays_are_freed_once(function):
    check(function, [(3,), (4,)])
    twin, words = native_twin(function), np.zeros(ROOM, np.int64)
    twin(words, 3)
    before = rtsys.get_allocation_stats()
    twin(words, 3)
    after = rtsys.get_allocation_stats()
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free > 0


@dataclass(frozen=True)
class Several:
    rows: Annotated[tuple[Row, ...], UpTo(3)] = ()


@dataclass(frozen=True)
class Move:
    """An action that holds an array."""

    items: NDArray[np.int64]


@dataclass(frozen=True)
class Moving:
    def apply(self, action: Move) -> Moving:
        return self


def test_where_no_reference_can_be_counted_an_array_is_refused():
    with pytest.raises(LoweringError, match="one array with one more dimension"):
        lowering_of(Board).record(Several)
    with pytest.raises(LoweringError, match=r"Move.items must not hold an array, .* write a tuple"):
        lowering_of(Moving)
