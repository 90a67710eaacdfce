"""Writing a number of a table, whatever its width: see :class:`zerosum.tables.Storage`.

A float is rounded to the nearest one. An integer is rounded down or up at random, up with the
probability of the fraction: so small gains count on average, as they would not if they were cut
off. It stays within 31 bits.
"""

from math import floor
from typing import Any

from numba.core import types

from zerosum.jit import give_native_form
from zerosum.kernels.names import Numbers
from zerosum.native.emit import Function, Kind, generic
from zerosum.rng import Random

_MOST = (1 << 31) - 1


def keep(cells: Numbers, place: int, number: float, rng: Random) -> None:
    """Write a number. Modified in place: ``cells``.

    >>> from array import array
    >>> cells, rng = memoryview(array("i", [0, 0])), Random(1)
    >>> keep(cells, 0, 2.0**40, rng)
    >>> for _ in range(1_000):
    ...     keep(cells, 1, cells[1] + 0.25, rng)
    >>> cells[0], 200 < cells[1] < 300
    (2147483647, True)
    """
    if getattr(cells, "format", "d") == "i":
        cells[place] = rounded(number, rng)
    else:
        cells[place] = number


def rounded(number: float, rng: Random) -> int:
    """Return the integer below or above a number, at random, within 31 bits."""
    below = floor(min(max(number, -_MOST), _MOST))
    up = below < number and below < _MOST and rng.random() < number - below
    return below + int(up)


@generic
def _keep(cells: Kind, place: Kind, number: Kind, rng: Kind) -> Function:
    if isinstance(cells.dtype, types.Integer):
        return _keep_whole
    return _keep_real


def _keep_real(cells: Any, place: Any, number: Any, rng: Any) -> None:
    cells[place] = number


def _keep_whole(cells: Any, place: Any, number: Any, rng: Any) -> None:
    below = floor(min(max(number, -float(_MOST)), float(_MOST)))
    up = below < number and below < _MOST and rng.random() < number - below
    cells[place] = types.int32(below + up)


give_native_form(keep, _keep)
