"""Atomic words for several threads: loads, stores, additions and swaps.

Words are ints of 64 bits, or of 32; what is loaded always has 64.

Every operation is sequentially consistent, except :func:`publish`, which only guarantees that a
thread that loads the word also sees everything written before it.
"""

import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from zerosum.jit import give_native_form
from zerosum.native.emit import WORD, Emitter, Value, instruction

_STRICT = "seq_cst"


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
