"""Eight floats of 32 bits in one register of the processor.

Whether two parts of memory overlap is not known when a kernel is compiled; so a loop over eight
columns of one that adds them to another becomes no vector instructions by itself. Kernels say with
lanes that all eight are read before one is written.
"""

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from zerosum.jit import give_native_form
from zerosum.kernels.names import Numbers
from zerosum.native.emit import Emitter, Kind, Value, instruction, overload
from zerosum.native.types import ValueType

WIDTH = 8
"""How many columns there are."""
_VECTOR, _INDEX = ir.VectorType(ir.FloatType(), WIDTH), ir.IntType(32)


class LanesType(ValueType):
    """The native type of eight floats."""

    parts = ()
    spelling = "zerosum.Lanes"


_LANES = LanesType()


@register_default(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: LanesType) -> None:
        super().__init__(manager, kind, _VECTOR)


def lanes(numbers: Numbers, place: int) -> Any:
    """Return eight numbers from a place on, as floats of 32 bits; integers of 16 are converted.

    >>> lanes(memoryview(np.arange(9, dtype=np.float32)), 1).tolist()
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    """
    return np.array(numbers[place : place + WIDTH], np.float32)


def put_lanes(numbers: Numbers, place: int, eight: Any) -> None:
    """Write eight numbers from a place on. Modified in place: ``numbers``."""
    numbers[place : place + WIDTH] = memoryview(eight)


def sum_of(eight: Any) -> Any:
    """Return the sum of eight numbers, added one after another.

    >>> sum_of(lanes(memoryview(np.arange(8, dtype=np.float32)), 0))
    np.float32(28.0)
    """
    return reduce(operator.add, eight)


def turn(
    source: Numbers, rows: Numbers, place: int, target: Numbers, columns: Numbers, to: int
) -> None:
    """Copy a block of eight times eight numbers such that its rows become columns.

    Modified in place: ``target``.

    Parameters
    ----------
    source, rows, place
        Row ``k`` of the block begins at ``rows[k] + place`` of the source.
    target, columns, to
        Column ``k`` goes to the target from ``columns[k] + to`` on.
    """
    block = [lanes(source, rows[row] + place) for row in range(WIDTH)]
    for column, eight in enumerate(np.array(block).T):
        put_lanes(target, columns[column] + to, np.ascontiguousarray(eight))


def greatest(numbers: Numbers, size: int) -> Any:
    """Return the greatest size of the first so many numbers, 0 if there are none.

    >>> greatest(memoryview(np.array([1, -3, 2, 9], np.float32)), 3)
    3.0
    """
    return max((abs(number) for number in numbers[:size]), default=0.0)


def _eight(emitter: Emitter, numbers: Value, place: Value) -> Value:
    """Emit the address of eight numbers."""
    return emitter.builder.bitcast(emitter.builder.gep(numbers, [place]), _VECTOR.as_pointer())


def _mixed(emitter: Emitter, one: Value, other: Value, places: list[int]) -> Value:
    """Emit the lanes of two registers at some places."""
    mask = ir.Constant(ir.VectorType(_INDEX, WIDTH), places)
    return emitter.builder.shuffle_vector(one, other, mask)


@instruction(lambda numbers, place: _LANES(numbers, types.int64))
def _lanes(emitter: Emitter, numbers: Value, place: Value) -> Value:
    builder = emitter.builder
    if emitter.signature.args[0].dtype is types.float32:
        return builder.load(_eight(emitter, numbers, place), align=4)
    short = ir.VectorType(ir.IntType(16), WIDTH).as_pointer()
    eight = builder.load(builder.bitcast(builder.gep(numbers, [place]), short), align=2)
    return builder.sitofp(eight, _VECTOR)


@instruction(lambda numbers, place, eight: types.none(numbers, types.int64, _LANES))
def _put_lanes(emitter: Emitter, numbers: Value, place: Value, eight: Value) -> None:
    emitter.builder.store(eight, _eight(emitter, numbers, place), align=4)


@instruction(lambda eight: types.float32(_LANES))
def _sum_of(emitter: Emitter, eight: Value) -> Value:
    each = [emitter.builder.extract_element(eight, _INDEX(lane)) for lane in range(WIDTH)]
    return reduce(emitter.builder.fadd, each)


@instruction(lambda number: _LANES(types.float32))
def _all_of(emitter: Emitter, number: Value) -> Value:
    nothing = emitter.undefined(_LANES)
    first = emitter.builder.insert_element(nothing, number, ir.Constant(_INDEX, 0))
    return _mixed(emitter, first, nothing, [0] * WIDTH)


@instruction(
    lambda source, rows, place, target, columns, to: types.none(
        source, rows, types.int64, target, columns, types.int64
    )
)
def _turn(
    emitter: Emitter,
    source: Value,
    rows: Value,
    place: Value,
    target: Value,
    columns: Value,
    to: Value,
) -> None:
    builder = emitter.builder

    def at(array: Value, starts: Value, row: int, offset: Value) -> Value:
        start = builder.load(builder.gep(starts, [ir.Constant(ir.IntType(64), row)]))
        return _eight(emitter, array, builder.add(start, offset))

    def both(one: Value, other: Value, places: list[int], step: int) -> list[Value]:
        later = [place + step for place in places]
        return [_mixed(emitter, one, other, chosen) for chosen in (places, later)]

    block = [builder.load(at(source, rows, row, place), align=4) for row in range(WIDTH)]
    # Interleave single numbers, then pairs, within halves of a register; then exchange halves.
    ones, twos = [0, 8, 1, 9, 4, 12, 5, 13], [0, 1, 8, 9, 4, 5, 12, 13]
    for row in range(0, WIDTH, 2):
        block[row : row + 2] = both(block[row], block[row + 1], ones, 2)
    for row in (0, 4):
        a, b, c, d = block[row : row + 4]
        block[row : row + 4] = [*both(a, c, twos, 2), *both(b, d, twos, 2)]
    for row in range(WIDTH // 2):
        halves = both(block[row], block[row + 4], [0, 1, 2, 3, 8, 9, 10, 11], 4)
        block[row], block[row + 4] = halves
    for row, found in enumerate(block):
        builder.store(found, at(target, columns, row, to), align=4)


@instruction(lambda numbers, size: types.float32(numbers, types.int64))
def _greatest(emitter: Emitter, numbers: Value, size: Value) -> Value:
    builder, word = emitter.builder, ir.IntType(64)
    # Numbers above 0 are ordered as their bits are; the highest bit is the sign.
    bits = ir.VectorType(_INDEX, WIDTH)
    found = cgutils.alloca_once_value(builder, ir.Constant(bits, [0] * WIDTH))
    whole = builder.and_(size, word(-WIDTH))

    def larger(one: Value, other: Value) -> Value:
        return builder.select(builder.icmp_signed(">", one, other), one, other)

    with cgutils.for_range_slice(builder, word(0), whole, word(WIDTH), word) as (place, _):
        eight = builder.load(_eight(emitter, numbers, place), align=4)
        positive = ir.Constant(bits, [0x7FFFFFFF] * WIDTH)
        eight = builder.and_(builder.bitcast(eight, bits), positive)
        builder.store(larger(builder.load(found), eight), found)
    lanes_found = builder.load(found)
    each = [builder.extract_element(lanes_found, _INDEX(lane)) for lane in range(WIDTH)]
    most = cgutils.alloca_once_value(builder, reduce(larger, each))
    with cgutils.for_range_slice(builder, whole, size, word(1), word) as (place, _):
        one = builder.bitcast(builder.load(builder.gep(numbers, [place])), _INDEX)
        one = builder.and_(one, _INDEX(0x7FFFFFFF))
        builder.store(larger(builder.load(most), one), most)
    return builder.bitcast(builder.load(most), ir.FloatType())


def _operation(name: str) -> Callable[..., Any]:
    """Return the native form of an operation on each of eight numbers."""

    @instruction(_LANES(_LANES, _LANES))
    def both(emitter: Emitter, one: Value, other: Value) -> Value:
        return getattr(emitter.builder, name)(one, other)

    def resolve(one: Kind, other: Kind) -> Any:
        if one is _LANES and other is _LANES:
            return lambda one, other: both(one, other)
        if one is _LANES and other is types.float32:
            return lambda one, other: both(one, _all_of(other))
        return None

    return resolve


for _symbol, _name in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul")):
    overload(_symbol)(_operation(_name))
_FORMS: dict[Callable[..., Any], Any] = {
    lanes: _lanes,
    put_lanes: _put_lanes,
    sum_of: _sum_of,
    turn: _turn,
    greatest: _greatest,
}
for _function, _form in _FORMS.items():
    give_native_form(_function, _form)
