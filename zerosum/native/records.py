"""Records: making them, taking a family's tag, comparing them."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zerosum.native.casts import unwrap
from zerosum.native.convert import converter
from zerosum.native.overloads import overload
from zerosum.native.syntax import define
from zerosum.native.types import EnumType, FamilyType, RecordType, SequenceType
from zerosum.native.words import WORD, from_words, to_words


def builder_of(kind: RecordType | FamilyType, member: int = 0) -> Any:
    """Return a native function from the fields of a record, in order, to the record.

    Parameters
    ----------
    kind
        Type of the record, or of its family.
    member
        Which class of the family.
    """
    if isinstance(kind, FamilyType):
        name, laid = kind.members[member]
        fields = [(field, part) for field, part, _ in laid]
    else:
        name, fields = kind.name.split("#")[0], list(kind.fields)
    short = name.rsplit(".", 1)[-1]
    names = [f"a{place}" for place in range(len(fields))]
    converters = {f"to{n}": converter(part, f"{short}.{f}") for n, (f, part) in enumerate(fields)}
    make = _maker(kind, member, len(fields))
    converted = ", ".join(f"to{place}({name})" for place, name in enumerate(names))
    source = f"def impl({', '.join(names)}):\n    return make({converted})\n"
    return define(source, {"make": make, **converters})


def _maker(kind: RecordType | FamilyType, member: int, count: int) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if isinstance(kind, RecordType):
            value = ir.Constant(context.get_value_type(kind), ir.Undefined)
            for place, item in enumerate(args):
                value = builder.insert_value(value, item, place)
            return value
        words = [ir.Constant(WORD, 0)] * kind.words
        for (_, part, start), item in zip(kind.members[member][1], args, strict=True):
            emitted = to_words(context, builder, part, item)
            words[start : start + len(emitted)] = emitted
        return from_words(context, builder, kind, [ir.Constant(WORD, member), *words])

    def resolve(context: Any, *args: Any) -> Any:
        return kind(*args), codegen

    names = ", ".join(f"a{place}" for place in range(count))
    source = f"def make(context, {names}):\n    return resolve(context, {names})\n"
    return intrinsic(define(source, {"resolve": resolve}, "make"))


@intrinsic
def tag_of(context: Any, value: Any) -> Any:
    """Return which class of its family a value is of."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.extract_value(args[0], 0)

    return types.int64(value), codegen


@cache
def constant(kind: types.Type, words: tuple[int, ...]) -> Any:
    """Return a native function without arguments that gives a value known beforehand."""

    @intrinsic
    def value(context: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            return from_words(ctx, builder, kind, [ir.Constant(WORD, word) for word in words])

        return kind(), codegen

    return value


@overload(operator.eq)
def _record_eq(a: Any, b: Any) -> Any:
    if isinstance(a, EnumType) and a == b:
        return lambda a, b: same_words(a, b)
    if isinstance(a, EnumType) and not isinstance(b, types.Optional):
        return lambda a, b: False
    if isinstance(a, FamilyType) and a == b:
        return _family_eq(a)
    if isinstance(a, RecordType) and a == b:
        return a.lowering.equality(a)
    if isinstance(a, RecordType | FamilyType) and isinstance(b, RecordType | FamilyType):
        return lambda a, b: False
    if isinstance(a, types.Optional) or isinstance(b, types.Optional):
        return _optional_eq(a, b)
    if isinstance(a, SequenceType) and isinstance(b, SequenceType | types.BaseTuple):
        return _sequence_eq
    if isinstance(b, SequenceType) and isinstance(a, types.BaseTuple):
        return _sequence_eq
    return None


@overload(operator.is_)
def _enum_is(a: Any, b: Any) -> Any:
    if isinstance(a, EnumType) and isinstance(b, EnumType):
        return lambda a, b: a == b
    return None


@overload(operator.ne)
def _record_ne(a: Any, b: Any) -> Any:
    ours = (EnumType, RecordType, FamilyType, SequenceType, types.Optional)
    if isinstance(a, ours) or isinstance(b, ours):
        return lambda a, b: not (a == b)
    return None


def _family_eq(kind: FamilyType) -> Any:
    """Return the comparison of a family: by words, but for members that compare by themselves."""
    own = kind.lowering.special(kind, "__eq__")
    return (lambda a, b: same_words(a, b)) if own is None else (lambda a, b: own(a, b))


def _optional_eq(a: Any, b: Any) -> Any:
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


@intrinsic
def same_words(context: Any, a: Any, b: Any) -> Any:
    """Return whether two values of one type are the same word for word."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = ir.Constant(ir.IntType(1), 1)
        left, right = (to_words(ctx, builder, a, value) for value in args)
        for x, y in zip(left, right, strict=True):
            result = builder.and_(result, builder.icmp_signed("==", x, y))
        return result

    return types.boolean(a, b), codegen
