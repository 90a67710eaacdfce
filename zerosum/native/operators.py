"""What Python's operators and built-in functions do with native values.

Records are asked by their special methods. Powers agree with Python bit for bit: one with a
constant exponent is what compilers simplify: Numba multiplies, LLVM turns ``pow(x, 2.0)`` into
``x * x``, and both round differently from the C library's ``pow``, which Python calls, about once
in a thousand. Here the exponent is hidden from them.
"""

import math
import operator
from collections.abc import Container
from typing import Any

from llvmlite import ir
from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import present, unwrap
from zerosum.native.checking import CHECKED
from zerosum.native.emit import WORD, Emitter, Function, Kind, Value, define, instruction, overload
from zerosum.native.encoding import emit_encode
from zerosum.native.protocols import truth
from zerosum.native.records import tag_of
from zerosum.native.sequences import ANY_LENGTH, BOUNDED
from zerosum.native.spelling import spelled
from zerosum.native.types import (
    FIXED_FIELDS,
    EnumType,
    FamilyType,
    FixedType,
    PackedType,
    RecordType,
)
from zerosum.support.tokens import field_kinds


@overload(operator.eq)
def _record_eq(a: Kind, b: Kind) -> Function | None:
    if isinstance(a, EnumType | RecordType | FamilyType) and a == b:
        return _equality(a)
    if isinstance(a, FixedType | PackedType) and a == b:
        return lambda a, b: same_words(a, b)
    if isinstance(a, EnumType) and not isinstance(b, types.Optional):
        return _unlike(a)
    if isinstance(a, RecordType | FamilyType) and isinstance(b, RecordType | FamilyType):
        return lambda a, b: False
    if isinstance(a, types.Optional) or isinstance(b, types.Optional):
        return _optional_eq(a, b)
    if isinstance(a, ANY_LENGTH) and isinstance(b, ANY_LENGTH | types.BaseTuple):
        return _sequence_eq if b != types.Tuple(()) else lambda a, b: len(a) == 0
    if isinstance(b, ANY_LENGTH) and isinstance(a, types.BaseTuple):
        return lambda a, b: b == a
    return None


@overload(operator.is_)
def _enum_is(a: Kind, b: Kind) -> Function | None:
    if isinstance(a, EnumType) and isinstance(b, EnumType):
        return lambda a, b: a == b
    return None


@overload(operator.ne)
def _record_ne(a: Kind, b: Kind) -> Function | None:
    ours = EnumType | RecordType | FamilyType | ANY_LENGTH | types.Optional
    if isinstance(a, ours) or isinstance(b, ours):
        return lambda a, b: not (a == b)
    return None


def _unlike(kind: EnumType) -> Function:
    """Return the comparison of a member with what is no member of its enum."""
    if kind.cls._member_type_ is not object:
        name = kind.cls.__qualname__
        raise LoweringError(
            f"Members of {name} equal their values in Python, and not natively; compare "
            f"members, as in x == {name}.{next(iter(kind.cls)).name}.",
            kind,
        )
    return lambda a, b: False


def _equality(kind: Kind) -> Function:
    """Return the comparison of two values of a type: their class's own, by fields, or by words."""
    own = _special(kind, "__eq__")
    if own is not None:
        return lambda a, b: own(a, b)
    if isinstance(kind, EnumType) or (isinstance(kind, FamilyType) and _tells_by_words(kind)):
        return lambda a, b: same_words(a, b)
    if isinstance(kind, RecordType):
        source = f"def impl(a, b):\n    return {_by_fields(kind.cls, dict(kind.fixed))}\n"
        return define(source, {})
    lines = ["def impl(a, b):", "    tag = tag_of(a)", "    if tag != tag_of(b):"]
    lines.append("        return False")
    for place, cls in enumerate(kind.classes):
        lines += [f"    if tag == {place}:", f"        return {_by_fields(cls)}"]
    return define("\n".join([*lines, "    return True"]), {"tag_of": tag_of})


def _by_fields(cls: type, fixed: Container[str] = ()) -> str:
    """Return the source of a comparison of the records ``a`` and ``b`` of a class.

    Fields that are fixed are equal if they are the same ones.
    """
    if getattr(cls, "__eq__", None) is object.__eq__:
        raise LoweringError(
            f"A {cls.__qualname__} equals only itself, which natively cannot be told; leave "
            f"eq=False out, or compare its fields.",
            cls,
        )
    tests = {name: f"a.{name} == b.{name}" for name, _ in field_kinds(cls)}
    apart = " and ".join(test for name, test in tests.items() if name in fixed)
    terms = [f"(a.{FIXED_FIELDS} == b.{FIXED_FIELDS} or ({apart}))"] if apart else []
    return " and ".join([*terms, *(t for name, t in tests.items() if name not in fixed)]) or "True"


def _tells_by_words(kind: Any) -> bool:
    """Return whether values of a type are equal if, and only if, their words are the same.

    They are not with floats, with tuples of varying length, whose room is not cleared, and with
    fields that are not compared.
    """
    if isinstance(kind, types.Optional):
        return _tells_by_words(kind.type)
    if isinstance(kind, types.BaseTuple):
        return all(map(_tells_by_words, kind))
    if isinstance(kind, RecordType | FamilyType):
        laid = kind.members if isinstance(kind, FamilyType) else (("", kind.fields),)
        classes = kind.classes if isinstance(kind, FamilyType) else (kind.cls,)
        plain = _special(kind, "__eq__") is None
        counted = [len(field_kinds(cls)) for cls in classes] == [len(fields) for _, fields in laid]
        parts = [field[1] for _, fields in laid for field in fields]
        return plain and counted and all(map(_tells_by_words, parts))
    words = types.Integer | types.Boolean | types.IntEnumMember | types.NoneType
    return isinstance(kind, words | EnumType | PackedType)


def _optional_eq(a: Kind, b: Kind) -> Function | None:
    if a is types.none or b is types.none:
        return None
    if isinstance(a, types.Optional) and isinstance(b, types.Optional):

        def both(a: Any, b: Any) -> Any:
            if a is None or b is None:
                return a is None and b is None
            return unwrap(a) == unwrap(b)

        return both
    if isinstance(a, types.Optional):
        return lambda a, b: False if a is None else unwrap(a) == b
    return lambda a, b: False if b is None else a == unwrap(b)


def _sequence_eq(a: Any, b: Any) -> bool:
    if len(a) != len(b):
        return False
    for place in range(len(a)):
        if a[place] != b[place]:
            return False
    return True


@instruction(lambda a, b: types.boolean(a, b))
def same_words(emitter: Emitter, a: Value, b: Value) -> Value:
    """Return whether two values of one type are the same word for word."""
    result = ir.Constant(ir.IntType(1), 1)
    left, right = (emit_encode(emitter, emitter.signature.args[0], value) for value in (a, b))
    for x, y in zip(left, right, strict=True):
        same = emitter.builder.icmp_signed("==", x, y)
        result = emitter.builder.and_(result, same)
    return result


def _special(value: Any, name: str) -> Function | None:
    """Return the special method that the class of a value defines, or None."""
    asked = isinstance(value, RecordType | FamilyType)
    return value.lowering.special(value, name) if asked else None


def _send(name: str, reverse: bool) -> None:
    """Send an operator to the special method of the record on its left, or on its right."""

    def binary(a: Kind, b: Kind) -> Function | None:
        method = _special(a, f"__{name}__")
        if method is not None and name == "contains":
            return lambda a, b: truth(method(a, b))
        if method is not None:
            return lambda a, b: method(a, b)
        reversed_ = _special(b, f"__r{name}__") if reverse else None
        return None if reversed_ is None else lambda a, b: reversed_(b, a)

    overload(getattr(operator, f"__{name}__"))(binary)


for _name in ("or", "and", "xor", "sub", "add", "mul"):
    _send(_name, reverse=True)
for _name in ("lt", "le", "gt", "ge", "contains", "getitem"):
    _send(_name, reverse=False)


@overload(len)
def _record_len(value: Kind) -> Function | None:
    length = _special(value, "__len__")
    return None if length is None else lambda value: present(length(value))


@overload(bool)
def _record_bool(value: Kind) -> Function | None:
    if isinstance(value, BOUNDED):
        return lambda value: len(value) > 0
    if not isinstance(value, RecordType | FamilyType):
        return None
    method = _special(value, "__bool__")
    if method is not None:
        return lambda value: present(method(value))
    length = _special(value, "__len__")
    return (lambda value: True) if length is None else (lambda value: present(length(value)) > 0)


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


@overload(power, compiler=CHECKED)
def _power(x: Kind, n: Kind) -> Function | None:
    if isinstance(x, types.Optional):
        return lambda x, n: power(present(x), n)
    if isinstance(n, types.Optional):
        return lambda x, n: power(x, present(n))
    if isinstance(x, types.Float) or isinstance(n, types.Float):
        return lambda x, n: math.pow(x, hidden(float(n)))
    if isinstance(x, types.Integer) and isinstance(n, types.Integer):
        return _int_power
    raise LoweringError(f"A power must be of ints or floats; got {spelled(x)} ** {spelled(n)}.", x)


def _int_power(x: Any, n: Any) -> Any:
    if n < 0:
        raise ValueError("an int must not be raised to a negative power; write 1.0 / x ** n")
    result = 1
    while n > 0:
        if n & 1:
            result *= x
        n >>= 1
        if n > 0:  # If this overflows, so would the result.
            x *= x
    return result


def low_product(x: Any, y: Any) -> Any:
    """``x * y``, of which a mask takes the low bits."""
    return x * y


def low_shift(x: Any, n: Any) -> Any:
    """``x << n``, of which a mask takes the low bits."""
    return x << n


@overload(low_product, compiler=CHECKED)
def _low_product(x: Kind, y: Kind) -> Function | None:
    return (lambda x, y: _wrapped(x, y)) if _are_ints(x, y) else (lambda x, y: x * y)


@overload(low_shift, compiler=CHECKED)
def _low_shift(x: Kind, n: Kind) -> Function | None:
    if not _are_ints(x, n):
        return lambda x, n: x << n
    return lambda x, n: _shifted(x, n) if n >= 0 else x << n


def _are_ints(*kinds: Kind) -> bool:
    return all(isinstance(kind, types.Integer | types.Boolean) for kind in kinds)


@instruction(types.int64(types.int64, types.int64))
def _wrapped(emitter: Emitter, x: Value, y: Value) -> Value:
    return emitter.builder.mul(x, y)


@instruction(types.int64(types.int64, types.int64))
def _shifted(emitter: Emitter, x: Value, n: Value) -> Value:
    builder = emitter.builder
    inside = builder.icmp_unsigned("<", n, WORD(64))
    return builder.select(inside, builder.shl(x, n), WORD(0))
