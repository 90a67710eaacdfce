"""Compile users' functions: where Python raises an error, so does what is compiled.

Kernels trust themselves, and Numba's own code does too. What a user writes is compiled with a
context of its own. In it, an index beyond an array is an IndexError, whatever Numba is told by
``NUMBA_BOUNDSCHECK``. An int that needs more than 64 bits is an OverflowError if a product, a
power, a shift or a float makes it. A function of ``math`` that makes NaN or infinity of finite
numbers is a ValueError. Sums and differences wrap around, since checking each of them costs one to
three percent of the speed; beyond 62 bits they are still refused as parts of a key.

Items of arrays may be narrower than Python's numbers. What is computed with a narrow int is an int
of 64 bits; the compiler's own rules would make ``int(x) - int(y)`` of bytes an unsigned one.
``float(x)`` and functions of ``math`` are of 64 bits too.
"""

import copy
import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature

from zerosum.errors import LoweringError
from zerosum.native.bool_or_int import RefuseBoolOrInt
from zerosum.native.emit import WORD, Builder, Value
from zerosum.native.linking import LINKED, Compiler

_MOST_SHIFT = WORD(63)
_LEAST = WORD(-(1 << 63))
_EDGE = float(1 << 63)
_TOO_LARGE = OverflowError, "an int must stay below 64 bits"
_NEGATIVE = ValueError, "negative shift count"
_NAN = ValueError, "cannot convert float NaN to integer"
_OUTSIDE = ValueError, "math domain error"
_NOTHING = AttributeError, "'NoneType' object has no attribute"
_INTS = types.Integer | types.Boolean
_NARROW_INTS = dict.fromkeys(
    (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32), types.int64
)
_NARROW = {**_NARROW_INTS, types.float32: types.float64}


class _WideningContext(Context):  # type: ignore[misc]
    """What gives operations their types, with Python's numbers for narrow ones."""

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call with arguments of these types."""
        if all(isinstance(kind, types.Number) for kind in args):
            narrow = _NARROW if _is_of_floats(func) else _NARROW_INTS
            args = tuple(narrow.get(kind, kind) for kind in args)
            if types.float32 in args and set(args) != {types.float32}:
                raise LoweringError(
                    "An item of an array of float32 beside another number is rounded to 32 bits "
                    "in Python, and not natively; write float(x) for the item x",
                    func,
                )
        return super().resolve_function_type(func, args, kws)


def _is_of_floats(function: Any) -> bool:
    """Return whether a function makes a float of 64 bits in Python, whatever it is given."""
    key = getattr(function, "typing_key", function)
    return key is float or getattr(key, "__module__", None) == math.__name__


class _CheckingContext(CPUContext):  # type: ignore[misc]
    """What lowers operations to LLVM instructions, with Python's checks."""

    enable_boundscheck = True
    # Where a function ends with an error: one block for all errors of a kind.
    ends: dict[Any, ir.Block]

    def get_function(self, fn: Any, sig: Signature, _firstcall: bool = True) -> Any:
        """Return what emits an operation of a signature."""
        found = super().get_function(fn, sig, _firstcall)
        key = getattr(fn, "typing_key", None)
        if getattr(key, "__module__", None) == math.__name__ and sig.return_type == types.float64:
            return _of_reals(self, sig, found)
        if sig.return_type != types.int64:
            return found
        if key in _OF_INTS and all(isinstance(kind, _INTS) for kind in sig.args):
            return _of_words(self, sig, _OF_INTS[key])
        if key in _OF_FLOATS and sig.args == (types.float64,):
            return _of_float(self, found)
        return found

    def get_getattr(self, typ: Any, attr: str) -> Any:
        """Return what emits the reading of an attribute."""
        found = super().get_getattr(typ, attr)
        return _of_some(found) if isinstance(typ, types.Optional) else found

    def end_if(self, builder: Builder, failed: Value, error: tuple[type[Exception], str]) -> None:
        """Emit the end of the function with an error."""
        place = builder.function, error
        if place not in self.ends:
            self.ends[place] = block = builder.append_basic_block("error")
            with builder.goto_block(block):
                self.call_conv.return_user_exc(builder, error[0], error[1:])
        after = builder.append_basic_block("checked")
        builder.cbranch(failed, self.ends[place], after).set_weights([1, 99])
        builder.position_at_end(after)


Emit = Callable[..., Value]


def _of_words(context: _CheckingContext, signature: Signature, emit: Emit) -> Emit:
    def operation(builder: Builder, values: Any, loc: Any = None) -> Value:
        pairs = zip(values, signature.args, strict=True)
        words = [context.cast(builder, value, kind, types.int64) for value, kind in pairs]
        return emit(context, builder, *words)

    return operation


def _of_float(context: _CheckingContext, found: Emit) -> Emit:
    """Return a conversion to an int that checks first whether there is one."""

    def operation(builder: Builder, values: Any, loc: Any = None) -> Value:
        (value,) = values
        edges = [ir.Constant(ir.DoubleType(), edge) for edge in (-_EDGE, _EDGE)]
        context.end_if(builder, builder.fcmp_unordered("uno", value, value), _NAN)
        context.end_if(builder, builder.fcmp_ordered("<", value, edges[0]), _TOO_LARGE)
        context.end_if(builder, builder.fcmp_ordered(">=", value, edges[1]), _TOO_LARGE)
        return found(builder, values)

    return operation


def _of_some(found: Emit) -> Emit:
    """Return the reading of an attribute of an optional that checks first that it is not None."""

    def read(
        context: _CheckingContext, builder: Builder, kind: Any, value: Value, name: str
    ) -> Any:
        there = context.make_helper(builder, kind, value=value).valid
        context.end_if(builder, builder.not_(cgutils.as_bool_bit(builder, there)), _NOTHING)
        return found(context, builder, kind, value, name)

    return read


def _of_reals(context: _CheckingContext, signature: Signature, found: Emit) -> Emit:
    """Return a function of ``math`` that must not make NaN or infinity of finite numbers."""

    def operation(builder: Builder, values: Any, loc: Any = None) -> Value:
        made = found(builder, values)
        failed = _is_endless(builder, made)
        for value, kind in zip(values, signature.args, strict=True):
            if isinstance(kind, types.Float):
                failed = builder.and_(failed, builder.not_(_is_endless(builder, value)))
        context.end_if(builder, failed, _OUTSIDE)
        return made

    return operation


def _is_endless(builder: Builder, value: Value) -> Value:
    """Return whether a float is NaN or infinite: then its difference from itself is NaN."""
    return builder.fcmp_unordered("uno", builder.fsub(value, value), ir.Constant(value.type, 0.0))


def _mul(context: _CheckingContext, builder: Builder, a: Value, b: Value) -> Value:
    pair = builder.smul_with_overflow(a, b)
    context.end_if(builder, builder.extract_value(pair, 1), _TOO_LARGE)
    return builder.extract_value(pair, 0)


def _neg(context: _CheckingContext, builder: Builder, a: Value) -> Value:
    context.end_if(builder, builder.icmp_signed("==", a, _LEAST), _TOO_LARGE)
    return builder.sub(WORD(0), a)


def _abs(context: _CheckingContext, builder: Builder, a: Value) -> Value:
    return builder.select(builder.icmp_signed("<", a, WORD(0)), _neg(context, builder, a), a)


def _floordiv(context: _CheckingContext, builder: Builder, a: Value, b: Value) -> Value:
    least, minus = builder.icmp_signed("==", a, _LEAST), builder.icmp_signed("==", b, WORD(-1))
    context.end_if(builder, builder.and_(least, minus), _TOO_LARGE)
    signature = types.int64(types.int64, types.int64)
    return context.get_function(operator.floordiv, signature)(builder, (a, b))


def _lshift(context: _CheckingContext, builder: Builder, a: Value, n: Value) -> Value:
    """Emit ``a << n``; what is unusual is sorted out off the path."""
    if isinstance(a, ir.Constant) and isinstance(a.constant, int):
        most = WORD(63 - max(a.constant, ~a.constant).bit_length())
    else:
        bits = builder.xor(a, builder.ashr(a, _MOST_SHIFT))
        most = builder.sub(builder.ctlz(bits, ir.Constant(ir.IntType(1), 0)), WORD(1))
    with builder.if_then(builder.icmp_unsigned(">", n, most), likely=False):
        context.end_if(builder, builder.icmp_signed("<", n, WORD(0)), _NEGATIVE)
        context.end_if(builder, builder.icmp_signed("!=", a, WORD(0)), _TOO_LARGE)
    return builder.shl(a, builder.and_(n, _MOST_SHIFT))


def _rshift(context: _CheckingContext, builder: Builder, a: Value, n: Value) -> Value:
    """Emit ``a >> n``, which leaves only the sign where n is large."""
    made, before = builder.ashr(a, builder.and_(n, _MOST_SHIFT)), builder.block
    with builder.if_then(builder.icmp_unsigned(">", n, _MOST_SHIFT), likely=False):
        context.end_if(builder, builder.icmp_signed("<", n, WORD(0)), _NEGATIVE)
        sign, far = builder.ashr(a, _MOST_SHIFT), builder.block
    found = builder.phi(WORD)
    found.add_incoming(made, before)
    found.add_incoming(sign, far)
    return found


_OF_INTS: dict[Any, Emit] = {
    # Numba's say that they never wrap, and LLVM would take checks away that follow.
    operator.add: lambda context, builder, a, b: builder.add(a, b),
    operator.sub: lambda context, builder, a, b: builder.sub(a, b),
    operator.mul: _mul,
    operator.neg: _neg,
    operator.floordiv: _floordiv,
    operator.lshift: _lshift,
    operator.rshift: _rshift,
    abs: _abs,
}
_OF_FLOATS = {int, round, math.floor, math.ceil, math.trunc}


class _Checked(Compiler):
    """The compiler of linked functions, for those of users."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        context = copy.copy(self.state.targetctx)
        context.__class__ = _CheckingContext
        context.ends = {}
        self.state.targetctx = context
        typing = copy.copy(self.state.typingctx)
        typing.__class__ = _WideningContext
        self.state.typingctx = typing


class _CheckedValue(_Checked):
    """The same for functions whose values stand in keys."""

    look_at_returns = RefuseBoolOrInt


CHECKED: dict[str, Any] = LINKED | {"pipeline_class": _Checked}
CHECKED_VALUE: dict[str, Any] = LINKED | {"pipeline_class": _CheckedValue}
