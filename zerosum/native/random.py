"""The native form of :class:`zerosum.rng.Random`: one step of SplitMix64 on a word in memory."""

from llvmlite import ir
from numba.core import types

from zerosum.native.emit import WORD, Emitter, Value, always, instruction, overload
from zerosum.native.types import RANDOM, RandomType

_GAMMA, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LEAP = (_GAMMA << 32) & ((1 << 64) - 1)


def _emit_bits(emitter: Emitter, generator: Value) -> Value:
    """Emit one step of SplitMix64, as :meth:`zerosum.rng.Random.bits`."""
    builder = emitter.builder
    pointer = builder.extract_value(generator, 0)
    state = builder.add(builder.load(pointer), WORD(_GAMMA))
    builder.store(state, pointer)
    for shift, factor in ((30, _MIX1), (27, _MIX2)):
        state = builder.xor(state, builder.lshr(state, WORD(shift)))
        state = builder.mul(state, WORD(factor))
    return builder.xor(state, builder.lshr(state, WORD(31)))


@instruction(types.float64(RANDOM))
def _random(emitter: Emitter, generator: Value) -> Value:
    builder = emitter.builder
    bits = builder.lshr(_emit_bits(emitter, generator), WORD(11))
    scale = ir.Constant(ir.DoubleType(), 2.0**-53)
    return builder.fmul(builder.uitofp(bits, ir.DoubleType()), scale)


@instruction(types.int64(RANDOM, types.int64))
def _integer(emitter: Emitter, generator: Value, n: Value) -> Value:
    builder, half = emitter.builder, WORD(32)
    high = builder.lshr(_emit_bits(emitter, generator), half)
    return builder.lshr(builder.mul(high, n), half)


@instruction(types.int64(RANDOM))
def _branch(emitter: Emitter, generator: Value) -> Value:
    return emitter.builder.lshr(_emit_bits(emitter, generator), WORD(2))


@instruction(types.none(RANDOM, types.int64, types.int64))
def _follow(emitter: Emitter, generator: Value, branch: Value, stream: Value) -> None:
    builder = emitter.builder
    state = builder.add(branch, builder.mul(stream, WORD(_LEAP)))
    builder.store(state, builder.extract_value(generator, 0))


overload(RandomType, "random")(always(lambda generator: _random(generator)))
overload(RandomType, "integer")(always(lambda generator, n: _integer(generator, n)))
overload(RandomType, "branch")(always(lambda generator: _branch(generator)))
overload(RandomType, "follow")(
    always(lambda generator, branch, stream: _follow(generator, branch, stream))
)
