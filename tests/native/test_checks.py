"""Where Python raises an error in a user's function, the compiled function raises the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numba
import numpy as np
import pytest

from tests.native.board import GRID, ROW, TABLE
from tests.native.both import ROOM, check, native_twin
from zerosum.support.tokens import read

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


def multiplied(how, a, b):
    """Compute an int in ways that may need more than 64 bits."""
    if how == 0:
        return a * b
    if how == 1:
        a *= b
        return a
    if how == 2:
        return -a
    if how == 3:
        return abs(a)
    return a // b if b != 0 else a % -1


def raised(how, a, b):
    """Compute powers in each way."""
    if how == 0:
        return a ** (b & 127)
    if how == 1:
        a **= b & 31
        return a
    return pow(a, b & 63)


def shifted(how, a, b):
    """Shift in each way, by counts below 0 and above 63 too."""
    by = b & 127 if b >= 0 else b
    if how == 0:
        return a << by
    if how == 1:
        return 5 << by
    if how == 2:
        return -3 << by
    if how == 3:
        a <<= by
        return a
    if how == 4:
        return a >> b
    if how == 5:
        a >>= b
        return a
    return (a > b) << by


def halved(function):
    """Return a function whose result is in two parts, of which each may stand in a key."""

    def halves(how, a, b):
        found = function(how, a, b)
        return found >> 32, found & 0xFFFFFFFF

    return halves


def rounded(how, x):
    """Make an int of a float in each way."""
    if how == 0:
        return int(x) >> 8
    if how == 1:
        return round(x) >> 8
    if how == 2:
        return math.floor(x) >> 8
    return math.ceil(x) >> 8


LEAST, MOST = -(2**63), 2**63 - 1
INTS = (0, 1, -1, 2, -2, 3, 5, 31, 62, 63, 64, 65, 2**31, -(2**32), 2**62, -(2**62), MOST, LEAST)
FLOATS = (0.5, 2.5, -1.5, 1e18, -1e18, 2.0**63, -(2.0**63), 1e19, -1e19, math.inf, math.nan)


def outcome(function, *arguments):
    """Return what a function returns, or the class of its error."""
    try:
        return function(*arguments)
    except (OverflowError, ValueError) as error:
        return type(error)


def compare(function, inputs, bits):
    """Compare a function with its native twin, where an int of more bits is an error."""
    twin, words = native_twin(function), np.zeros(ROOM, np.int64)
    for arguments in inputs:
        found = outcome(twin, words, *arguments)
        found = read(words) if isinstance(found, int) else found
        expected = outcome(function, *arguments)
        highest = expected[0] if isinstance(expected, tuple) else expected
        if isinstance(highest, int) and not -(1 << bits) <= highest < 1 << bits:
            expected = OverflowError
        assert found == expected, f"{arguments}: {found} natively, {expected} in Python"


@pytest.mark.parametrize(("function", "ways"), [(multiplied, 5), (raised, 3), (shifted, 7)])
def test_an_int_beyond_64_bits_is_an_error(function, ways):
    compare(halved(function), product(range(ways), INTS, INTS), 31)


@pytest.mark.parametrize(("function", "ways"), [(shifted, 7)])
def test_a_bool_counts_as_an_int(function, ways):
    compare(halved(function), product(range(ways), (True, False), (True, False, 3, 64)), 31)


def test_a_float_without_an_int_is_an_error():
    compare(rounded, product(range(4), FLOATS), 55)


def of_math(how, x, y):
    """Call functions of math in and outside their domains."""
    if how == 0:
        return math.sqrt(x)
    if how == 1:
        return math.log(x)
    if how == 2:
        return math.exp(x)
    if how == 3:
        return math.pow(abs(x), y)
    return abs(x) ** y if x else 0.5


REALS = (0.0, -0.5, 0.25, 3.0, 800.0, -800.0, 1e300, math.inf)


def test_a_function_outside_its_domain_is_an_error():
    twin, words = native_twin(of_math), np.zeros(ROOM, np.int64)
    for arguments in product(range(5), REALS, REALS):
        found = outcome(twin, words, *arguments)
        found = read(words) if isinstance(found, int) else ValueError
        expected = outcome(of_math, *arguments)
        assert found == (ValueError if isinstance(expected, type) else expected), arguments


def wrapped(a, b):
    return ROW[a + b]


def test_a_sum_that_wraps_is_no_way_around_the_check_of_an_index():
    twin = native_twin(wrapped)
    for b in (1, 3):
        with pytest.raises(IndexError):
            twin(np.zeros(ROOM, np.int64), MOST, b)
