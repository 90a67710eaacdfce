"""The cells of a table: numbers of any width, and words that several threads change.

A number is written as :class:`zerosum.tables.Storage` says. A float is rounded to the nearest one.
An integer is rounded down or up at random, up with the probability of the fraction: so small gains
count on average, as they would not if they were cut off. It stays within 31 bits.

Words are ints of 64 bits, or of 32; what is loaded always has 64. Every operation on them is atomic
and sequentially consistent, except :func:`publish`, which only guarantees that a thread that loads
the word also sees everything written before it.
"""

import sys
from collections.abc import Callable
from math import floor
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from zerosum.jit import give_native_form
from zerosum.kernels.names import Numbers
from zerosum.native.emit import WORD, Emitter, Function, Kind, Value, generic, instruction
from zerosum.rng import Random

_MOST = (1 << 31) - 1
_STRICT = "seq_cst"


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


def load(words: Any, place: int) -> int:
    """Return a word; everything written before it was published is visible afterwards."""
    return int(words[place])


def publish(words: Any, place: int, value: int) -> None:
    """Write a word, after everything that was written before."""
    words[place] = value


def add(words: Any, place: int, amount: int) -> int:
    """Add to a word; return what it was before."""
    before = int(words[place])
    words[place] = before + amount
    return before


def swap(words: Any, place: int, known: Any, value: Any) -> bool:
    """Replace a number if it still has a known value; return whether it had.

    >>> words = [4]
    >>> swap(words, 0, 4, 5), swap(words, 0, 4, 6), words
    (True, False, [5])
    """
    if words[place] != known:
        return False
    words[place] = value
    return True


def give_way() -> None:
    """Let another thread have the core, while this one waits."""


def _kind_of(emitter: Emitter) -> Any:
    """Return the LLVM type of as many bits as the words have that an operation is for."""
    return ir.IntType(emitter.signature.args[0].dtype.bitwidth)


def _place(emitter: Emitter, words: Value, place: Value) -> Value:
    """Emit the address of a word, whatever it holds."""
    return emitter.builder.bitcast(emitter.builder.gep(words, [place]), WORD.as_pointer())


@instruction(lambda words, place: types.int64(words, types.int64))
def _load(emitter: Emitter, words: Value, place: Value) -> Value:
    builder, kind = emitter.builder, _kind_of(emitter)
    found = builder.load_atomic(builder.gep(words, [place]), _STRICT, kind.width // 8)
    return builder.sext(found, WORD) if kind.width < WORD.width else found


@instruction(lambda words, place, value: types.none(words, types.int64, types.int64))
def _publish(emitter: Emitter, words: Value, place: Value, value: Value) -> None:
    builder, kind = emitter.builder, _kind_of(emitter)
    stored = builder.trunc(value, kind) if kind.width < WORD.width else value
    builder.store_atomic(stored, builder.gep(words, [place]), "release", kind.width // 8)


@instruction(lambda words, place, amount: types.int64(words, types.int64, types.int64))
def _add(emitter: Emitter, words: Value, place: Value, amount: Value) -> Value:
    return emitter.builder.atomic_rmw("add", _place(emitter, words, place), amount, _STRICT)


@instruction(lambda words, *_: types.boolean(words, types.int64, words.dtype, words.dtype))
def _swap(emitter: Emitter, words: Value, place: Value, known: Value, value: Value) -> Value:
    builder, kind = emitter.builder, _kind_of(emitter)
    at = builder.bitcast(builder.gep(words, [place]), kind.as_pointer())
    before, after = builder.bitcast(known, kind), builder.bitcast(value, kind)
    found = builder.cmpxchg(at, before, after, _STRICT, _STRICT)
    return builder.extract_value(found, 1)


@instruction(types.none())
def _give_way(emitter: Emitter) -> None:
    name = "SwitchToThread" if sys.platform == "win32" else "sched_yield"
    function = ir.FunctionType(ir.IntType(32), [])
    made = cgutils.get_or_insert_function(emitter.builder.module, function, name)
    emitter.builder.call(made, [])


_FORMS: dict[Callable[..., Any], Any] = {
    load: _load,
    publish: _publish,
    add: _add,
    swap: _swap,
    give_way: _give_way,
}
for _operation, _form in _FORMS.items():
    give_native_form(_operation, _form)
