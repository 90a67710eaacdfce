"""Powers that agree with Python bit for bit.

A power with a constant exponent is what compilers simplify: Numba multiplies, LLVM turns
``pow(x, 2.0)`` into ``x * x``, and both round differently from the C library's ``pow``, which
Python calls, about once in a thousand. Here the exponent is hidden from them.
"""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import unwrap
from zerosum.native.extending import (
    WORD,
    Emitter,
    Implementation,
    Kind,
    Value,
    instruction,
    overload,
)


@instruction(types.float64(types.float64))
def hidden(emitter: Emitter, value: Value) -> Value:
    """Return a float as it is, in a way that no optimiser looks through."""
    builder = emitter.builder
    bits = builder.bitcast(value, WORD)
    kept = builder.asm(ir.FunctionType(WORD, [WORD]), "", "=r,0", [bits], side_effect=True)
    return builder.bitcast(kept, ir.DoubleType())


def power(x: Any, n: Any) -> Any:
    """``x ** n``."""
    return x**n


@overload(power)
def _power(x: Kind, n: Kind) -> Implementation:
    if isinstance(x, types.Optional):
        return lambda x, n: power(unwrap(x), n)
    if isinstance(n, types.Optional):
        return lambda x, n: power(x, unwrap(n))
    if isinstance(x, types.Float) or isinstance(n, types.Float):
        return lambda x, n: math.pow(x, hidden(float(n)))
    if isinstance(x, types.Integer) and isinstance(n, types.Integer):
        return _int_power
    raise LoweringError(f"A power must be of ints or floats; got {x} ** {n}.", x)


def _int_power(x: Any, n: Any) -> Any:
    if n < 0:
        raise ValueError("an int must not be raised to a negative power; write 1.0 / x ** n")
    result = 1
    for _ in range(n):
        result *= x
    return result
