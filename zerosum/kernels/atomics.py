"""Words that several threads change at once: loads, stores, sums and swaps in one order for all.

Every operation is sequentially consistent, but for :func:`publish`, which only promises that what
was written before it is seen by whoever loads the word.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zerosum.jit import give_native_form

_STRICT = "seq_cst"
_WORD = ir.IntType(64)


def load(words: Any, place: int) -> int:
    """Return a word; what its writer wrote before publishing it is visible from here on."""
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
    """Replace a number if it is still the one that is known; return whether it was.

    >>> words = [4]
    >>> swap(words, 0, 4, 5), swap(words, 0, 4, 6), words
    (True, False, [5])
    """
    if words[place] != known:
        return False
    words[place] = value
    return True


def _emit_place(builder: Any, words: Any, place: Any) -> Any:
    """Emit the address of a word, whatever it holds."""
    return builder.bitcast(builder.gep(words, [place]), _WORD.as_pointer())


@intrinsic
def _load(context: Any, words: Any, place: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_emit_place(builder, args[0], args[1]), _STRICT, 8)

    return types.int64(words, types.int64), codegen


@intrinsic
def _publish(context: Any, words: Any, place: Any, value: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _emit_place(builder, args[0], args[1]), "release", 8)
        return ctx.get_dummy_value()

    return types.none(words, types.int64, types.int64), codegen


@intrinsic
def _add(context: Any, words: Any, place: Any, amount: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        at = _emit_place(builder, args[0], args[1])
        return builder.atomic_rmw("add", at, args[2], _STRICT)

    return types.int64(words, types.int64, types.int64), codegen


@intrinsic
def _swap(context: Any, words: Any, place: Any, known: Any, value: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        at = _emit_place(builder, args[0], args[1])
        before, after = (builder.bitcast(arg, _WORD) for arg in args[2:])
        found = builder.cmpxchg(at, before, after, _STRICT, _STRICT)
        return builder.extract_value(found, 1)

    return types.boolean(words, types.int64, words.dtype, words.dtype), codegen


for _operation, _form in ((load, _load), (publish, _publish), (add, _add), (swap, _swap)):
    give_native_form(_operation, _form)
