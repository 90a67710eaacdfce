"""Hashing rows of words: two words a multiplication, the same number in Python and natively."""

from llvmlite import ir
from numba.core import types

from zerosum.jit import give_native_form, inlined, kernel
from zerosum.kernels.names import Numbers
from zerosum.native.emit import WORD, Emitter, Value, instruction

# The first digits of pi.
_FIRST = 0x243F6A8885A308D3
_SECOND = 0x13198A2E03707344
_THIRD = 0x082EFA98EC4E6C89
_FOURTH = 0x452821E638D01377
_ONES = (1 << 64) - 1


def fold(left: int, right: int) -> int:
    """Return both halves of the product of two words, folded to 62 bits.

    >>> fold(3, 8)
    6
    """
    product = (left & _ONES) * (right & _ONES)
    return ((product ^ (product >> 64)) & _ONES) >> 2


@inlined
def _hashed(words: Numbers, start: int, end: int, state: int, key: int) -> int:
    """Return a hash of ``words[start:end]``; two pairs of numbers make independent ones."""
    state ^= end - start
    place = start
    while place + 1 < end:
        state = fold(state ^ words[place], key ^ words[place + 1])
        place += 2
    if place < end:
        state = fold(state ^ words[place], key)
    return state


@kernel
def hash_row(words: Numbers, start: int, end: int) -> int:
    """Return a hash, 0 to 2**62 - 1, of ``words[start:end]``.

    The way of wyhash (Wang Yi, 2019): equal rows have equal hashes on every machine.
    """
    return _hashed(words, start, end, _FIRST, _SECOND)


@kernel
def hash_again(words: Numbers, start: int, end: int) -> int:
    """Return another hash of ``words[start:end]``, independent of that of :func:`hash_row`."""
    return _hashed(words, start, end, _THIRD, _FOURTH)


@instruction(types.int64(types.int64, types.int64))
def _fold(emitter: Emitter, left: Value, right: Value) -> Value:
    builder, wide = emitter.builder, ir.IntType(128)
    product = builder.mul(builder.zext(left, wide), builder.zext(right, wide))
    high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), WORD)
    mixed = builder.xor(builder.trunc(product, WORD), high)
    return builder.lshr(mixed, ir.Constant(WORD, 2))


give_native_form(fold, _fold)
