"""Arrays in records: which are taken, and that each is freed once, when nothing holds it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
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
BYTES = np.array([1, 3, 200], np.uint8)
SHORTS = np.array([-30_000, 1, 30_000], np.int16)
HALVES = np.array([0.1, 0.3, 0.7], np.float32)
WORDS = np.array([1, 2], np.uint64)
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
class Price:
    chips: float = 0.0


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


@pytest.mark.parametrize("function", [part, pytest.param(copied, marks=pytest.mark.slow)])
def test_an_array_whose_items_lie_side_by_side_is_taken(function):
    check(function, [(0,), (1,), (3,)])


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
@pytest.mark.parametrize("function", [held, pytest.param(kept, marks=pytest.mark.slow)])
def test_arrays_are_freed_once(function):
    twin, words = check(function, [(3,), (4,)]), np.zeros(ROOM, np.int64)
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


def of_narrow_ints(how, a, b):
    """Compute with the items of narrow arrays in each way."""
    x, y = int(BYTES[a]), int(SHORTS[b])
    if how == 0:
        return x - int(BYTES[b])
    if how == 1:
        return -x
    if how == 2:
        return ~x
    if how == 3:
        return abs(x - int(BYTES[b])) - (x - 9) // 2 - (x - 9) % 7
    if how == 4:
        return y * y * x
    if how == 5:
        return (x - int(BYTES[b])) >> 1
    return x**2 - 9 if a else 0


def of_narrow_floats(how, a, b):
    """Compute with the items of an array of float32 in each way."""
    x, y = float(HALVES[a]), float(HALVES[b])
    if how == 0:
        return x * y
    if how == 1:
        return x / 3 - y
    if how == 2:
        return x if HALVES[a] > HALVES[b] else 0.5
    return math.sqrt(HALVES[a]) + x**2


@pytest.mark.parametrize(("function", "ways"), [(of_narrow_ints, 7), (of_narrow_floats, 4)])
def test_items_of_narrow_arrays_count_as_numbers_of_python(function, ways):
    check(function, product(range(ways), range(3), range(3)))


def beside_a_float(a):
    return HALVES[a] * 1.5


def beside_an_int(a):
    return HALVES[a] > 0


def in_a_field(a):
    return int(Price(HALVES[a]).chips)


def unsigned(a):
    return int(WORDS[a])


GAPS = "write np.ascontiguousarray"
ROUNDED = r"rounded to 32 bits in Python.*write float\(x\)"


@pytest.mark.parametrize(
    ("function", "advice"),
    [
        *((each, GAPS) for each in (every_other, backwards, column)),
        (bytes_of, "make it an array of int64"),
        (in_a_field, r"Price.chips must be float.*write float\(x\)"),
        *((each, ROUNDED) for each in (beside_a_float, beside_an_int)),
        (unsigned, r"WORDS of uint64.*write WORDS.astype\(np.int64\)"),
    ],
)
def test_any_other_array_or_item_is_refused(function, advice):
    with pytest.raises((LoweringError, NumbaError), match=advice):
        native_twin(function)(np.zeros(ROOM, np.int64), 1)
