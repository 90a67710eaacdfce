"""Records: making them, taking a family's tag, comparing them."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types

from zerosum.native.casts import unwrap
from zerosum.native.convert import converter
from zerosum.native.encoding import emit_decode, emit_encode
from zerosum.native.extending import (
    Emitter,
    Function,
    Implementation,
    Kind,
    Value,
    instruction,
    overload,
    word,
)
from zerosum.native.syntax import define
from zerosum.native.types import EnumType, FamilyType, RecordType, SequenceType


def builder_of(kind: RecordType | FamilyType, member: int = 0) -> Function:
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
    make = _maker(kind, member, names)
    converted = ", ".join(f"to{place}({name})" for place, name in enumerate(names))
    source = f"def impl({', '.join(names)}):\n    return make({converted})\n"
    return define(source, {"make": make, **converters})


def _maker(kind: RecordType | FamilyType, member: int, names: list[str]) -> Function:
    """Return the instruction from members of the right types to a record."""

    def emit(emitter: Emitter, *members: Value) -> Value:
        if isinstance(kind, RecordType):
            value = emitter.undefined(kind)
            for place, item in enumerate(members):
                value = emitter.builder.insert_value(value, item, place)
            return value
        words = [word(0)] * kind.words
        for (_, part, start), item in zip(kind.members[member][1], members, strict=True):
            emitted = emit_encode(emitter, part, item)
            words[start : start + len(emitted)] = emitted
        return emit_decode(emitter, kind, [word(member), *words])

    given = ", ".join(["emitter", *names])
    make = define(f"def make({given}):\n    return emit({given})\n", {"emit": emit}, "make")
    return instruction(lambda *kinds: kind(*kinds))(make)


@instruction(lambda value: types.int64(value))
def tag_of(emitter: Emitter, value: Value) -> Value:
    """Return which class of its family a value is of."""
    return emitter.builder.extract_value(value, 0)


@cache
def constant(kind: Kind, words: tuple[int, ...]) -> Function:
    """Return a native function without arguments that gives a value known beforehand."""

    @instruction(kind())
    def value(emitter: Emitter) -> Value:
        return emit_decode(emitter, kind, list(map(word, words)))

    return value


@overload(operator.eq)
def _record_eq(a: Kind, b: Kind) -> Implementation:
    if isinstance(a, EnumType) and a == b:
        return lambda a, b: same_words(a, b)
    if isinstance(a, EnumType) and not isinstance(b, types.Optional):
        return lambda a, b: False
    if isinstance(a, FamilyType) and a == b:
        return _family_eq(a)
    if isinstance(a, RecordType) and a == b:
        compare: Function = a.lowering.equality(a)
        return compare
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
def _enum_is(a: Kind, b: Kind) -> Implementation:
    if isinstance(a, EnumType) and isinstance(b, EnumType):
        return lambda a, b: a == b
    return None


@overload(operator.ne)
def _record_ne(a: Kind, b: Kind) -> Implementation:
    ours = (EnumType, RecordType, FamilyType, SequenceType, types.Optional)
    if isinstance(a, ours) or isinstance(b, ours):
        return lambda a, b: not (a == b)
    return None


def _family_eq(kind: FamilyType) -> Function:
    """Return the comparison of a family: by words, but for members that compare by themselves."""
    own = kind.lowering.special(kind, "__eq__")
    return (lambda a, b: same_words(a, b)) if own is None else (lambda a, b: own(a, b))


def _optional_eq(a: Kind, b: Kind) -> Implementation:
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
