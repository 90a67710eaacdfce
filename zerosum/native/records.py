"""Records: making them, and taking a family's tag."""

from functools import cache
from typing import Any

from numba.core import types

from zerosum.native.convert import converter
from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    always,
    define,
    generic,
    instruction,
)
from zerosum.native.encoding import emit_decode, emit_encode, word_count
from zerosum.native.types import FamilyType, RecordType


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
        words = [WORD(0)] * kind.words
        for (_, part, start), item in zip(kind.members[member][1], members, strict=True):
            emitted = emit_encode(emitter, part, item)
            words[start : start + len(emitted)] = emitted
        return emit_decode(emitter, kind, [WORD(member), *words])

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
        return emit_decode(emitter, kind, list(map(WORD, words)))

    return value


@cache
def no_pairs(kind: Kind) -> Function:
    """Return a native function without arguments that gives no outcomes, given their type."""
    outcome = constant(kind, (0,) * word_count(kind))

    @generic
    @always
    def pairs() -> Any:
        return [(outcome(), 1.0)][1:]

    return pairs
