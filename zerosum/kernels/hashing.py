"""Hashing rows of words: two words a multiplication, the same number in Python and natively."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zerosum.jit import give_native_form, kernel
from zerosum.kernels.names import Numbers

# The first digits of pi.
_FIRST = 0x243F6A8885A308D3
_SECOND = 0x13198A2E03707344
_WORD = (1 << 64) - 1


def fold(left: int, right: int) -> int:
    """Return both halves of the product of two words, folded to 62 bits.

    >>> fold(3, 8)
    6
    """
    product = (left & _WORD) * (right & _WORD)
    return ((product ^ (product >> 64)) & _WORD) >> 2


@kernel
def hash_row(words: Numbers, start: int, end: int) -> int:
    """Return a hash, 0 to 2**62 - 1, of ``words[start:end]``.

    The way of wyhash (Wang Yi, 2019): equal rows have equal hashes on every machine.
    """
    state = _FIRST ^ (end - start)
    place = start
    while place + 1 < end:
        state = fold(state ^ words[place], _SECOND ^ words[place + 1])
        place += 2
    if place < end:
        state = fold(state ^ words[place], _SECOND)
    return state


@intrinsic
def _fold(context: Any, left: Any, right: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)
        factors = [builder.zext(arg, wide) for arg in args]
        product = builder.mul(*factors)
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        mixed = builder.xor(builder.trunc(product, word), high)
        return builder.lshr(mixed, ir.Constant(word, 2))

    return types.int64(types.int64, types.int64), codegen


give_native_form(fold, _fold)
