"""The native form of :class:`zerosum.rng.Random`: one step of SplitMix64 on a word in memory."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zerosum.native.overloads import overload_method
from zerosum.native.types import RandomType
from zerosum.native.words import WORD

_GAMMA, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LEAP = (_GAMMA << 32) & ((1 << 64) - 1)


def _emit_bits(builder: Any, generator: Any) -> Any:
    """Emit one step of SplitMix64, as :meth:`zerosum.rng.Random.bits`."""
    pointer = builder.extract_value(generator, 0)
    state = builder.add(builder.load(pointer), ir.Constant(WORD, _GAMMA))
    builder.store(state, pointer)
    for shift, factor in ((30, _MIX1), (27, _MIX2)):
        state = builder.xor(state, builder.lshr(state, ir.Constant(WORD, shift)))
        state = builder.mul(state, ir.Constant(WORD, factor))
    return builder.xor(state, builder.lshr(state, ir.Constant(WORD, 31)))


@intrinsic
def _random(context: Any, generator: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.lshr(_emit_bits(builder, args[0]), ir.Constant(WORD, 11))
        scale = ir.Constant(ir.DoubleType(), 2.0**-53)
        return builder.fmul(builder.uitofp(bits, ir.DoubleType()), scale)

    return types.float64(generator), codegen


@intrinsic
def _integer(context: Any, generator: Any, n: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        half = ir.Constant(WORD, 32)
        high = builder.lshr(_emit_bits(builder, args[0]), half)
        return builder.lshr(builder.mul(high, args[1]), half)

    return types.int64(generator, types.int64), codegen


@intrinsic
def _branch(context: Any, generator: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.lshr(_emit_bits(builder, args[0]), ir.Constant(WORD, 2))

    return types.int64(generator), codegen


@intrinsic
def _follow(context: Any, generator: Any, branch: Any, stream: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        leap = builder.mul(args[2], ir.Constant(WORD, _LEAP))
        builder.store(builder.add(args[1], leap), builder.extract_value(args[0], 0))
        return ctx.get_dummy_value()

    return types.none(generator, types.int64, types.int64), codegen


@overload_method(RandomType, "random")
def _random_random(generator: Any) -> Any:
    return lambda generator: _random(generator)


@overload_method(RandomType, "integer")
def _random_integer(generator: Any, n: Any) -> Any:
    return lambda generator, n: _integer(generator, n)


@overload_method(RandomType, "branch")
def _random_branch(generator: Any) -> Any:
    return lambda generator: _branch(generator)


@overload_method(RandomType, "follow")
def _random_follow(generator: Any, branch: Any, stream: Any) -> Any:
    return lambda generator, branch, stream: _follow(generator, branch, stream)
