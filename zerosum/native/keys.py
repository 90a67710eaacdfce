"""Keys natively: how the parts of an infoset's key are written as tokens, and how many they are.

The native form of :func:`zerosum.support.tokens.put`. ``_FORMS`` says of each kind of type how many
tokens a value takes at most, and which native function writes them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native import types as kinds
from zerosum.native.casts import unwrap
from zerosum.native.classes import word_of
from zerosum.native.emit import (
    WORD,
    Emitter,
    Function,
    Kind,
    Value,
    define,
    generic,
    instruction,
    overload,
)
from zerosum.native.lowering import classes_of
from zerosum.native.records import tag_of
from zerosum.native.spelling import spelled
from zerosum.support import tokens
from zerosum.support.tokens import class_number, key_fields, put


@dataclass(frozen=True)
class _Form:
    """How values of one kind of type are tokens: at most how many, and what writes them."""

    most: Callable[[Any], int]
    writer: Callable[[Any], Function]


def most_words(kind: Kind) -> int:
    """Return how many tokens a value of a native type takes at most.

    >>> most_words(types.UniTuple(types.int64, 3))
    4

    Raises
    ------
    LoweringError
        If nothing bounds them.
    """
    return kinds.nearest(_FORMS, kind).most(kind)


@overload(put)
def _put(words: Kind, at: Kind, value: Kind) -> Function:
    return kinds.nearest(_FORMS, value).writer(value)


@generic
def put_value(words: Kind, at: Kind, value: Kind) -> Function:
    """Write the value of a factor, which must not be a float: as Python does."""
    if kinds.holds(value, types.Float):
        raise LoweringError(
            f"The value of a factor must be an int, bool, None, enum, frozen record or a tuple of "
            f"these; got {spelled(value)}: cut it into steps, as in `return round(x * 20)`, or "
            f"make it an int, as in int(x).",
            value,
        )
    return lambda words, at, value: put(words, at, value)


def _put_int(words: Any, at: Any, value: Any) -> Any:
    if value < tokens.LEAST or value > tokens.MOST:
        raise OverflowError("an int of a key must stay within 62 bits")
    words[at] = value
    return at + 1


def _put_bool(words: Any, at: Any, value: Any) -> Any:
    words[at] = tokens.TRUE if value else tokens.FALSE
    return at + 1


def _put_none(words: Any, at: Any, value: Any) -> Any:
    words[at] = tokens.NONE
    return at + 1


def _put_real(words: Any, at: Any, value: Any) -> Any:
    if isnan(value):
        raise ValueError("a number of a key must be equal to itself")
    words[at] = tokens.REAL
    words[at + 1] = float_bits(value + 0.0)  # -0.0, which is equal to 0.0, has its bits
    return at + 2


def _put_optional(words: Any, at: Any, value: Any) -> Any:
    if value is None:
        words[at] = tokens.NONE
        return at + 1
    return put(words, at, unwrap(value))


def _put_items(words: Any, at: Any, value: Any) -> Any:
    words[at] = tokens.TUPLE + len(value)
    at += 1
    for place in range(len(value)):
        at = put(words, at, value[place])
    return at


@instruction(types.int64(types.float64))
def float_bits(emitter: Emitter, value: Value) -> Value:
    """Return the bits of a float as an int."""
    return emitter.builder.bitcast(value, WORD)


def _enum_writer(kind: Kind) -> Function:
    token = tokens.ENUM + class_number(classes_of(kind)[0])
    read = word_of if isinstance(kind, kinds.EnumType) else int

    def put_enum(words: Any, at: Any, value: Any) -> Any:
        words[at] = token
        words[at + 1] = read(value)
        return at + 2

    return put_enum


def _writer(*lines: str) -> Function:
    source = "\n    ".join(["def impl(words, at, value):", *lines, "return at"])
    return define(source, {"put": put, "tag_of": tag_of})


def _tuple_writer(kind: types.BaseTuple) -> Function:
    parts = [f"at = put(words, at, value[{place}])" for place in range(len(kind))]
    return _writer(f"words[at] = {tokens.TUPLE + len(kind)}", "at += 1", *parts)


def _record_lines(cls: type) -> list[str]:
    parts = [f"at = put(words, at, value.{name})" for name, _ in key_fields(cls)]
    return [f"words[at] = {tokens.RECORD + class_number(cls)}", "at += 1", *parts]


def _family_writer(kind: kinds.FamilyType) -> Function:
    lines = ["tag = tag_of(value)"]
    for place, cls in enumerate(kind.classes):
        lines.append(f"{'elif' if place else 'if'} tag == {place}:")
        lines += [f"    {line}" for line in _record_lines(cls)]
    return _writer(*lines)


def _most_of_family(kind: kinds.FamilyType) -> int:
    widths = [sum(most_words(part) for _, part, _ in laid) for _, laid in kind.members]
    return 1 + max(widths, default=0)


def _refuse(kind: Kind) -> Function:
    raise LoweringError(
        f"A value of a key must be an int, bool, None, enum, frozen record or a tuple of these; "
        f"got {spelled(kind)}.",
        kind,
    )


def _refuse_list(kind: Kind) -> int:
    raise LoweringError(
        "A tuple of varying length inside a value has no native form, since nothing bounds it; "
        "return it from a factor of its own, or declare its length, as in UpTo(8).",
        kind,
    )


_ITEMS = _Form(lambda kind: 1 + kind.capacity * most_words(kind.item), lambda kind: _put_items)
_FORMS: dict[type, _Form] = {
    types.Type: _Form(lambda kind: 2, _refuse),
    types.Integer: _Form(lambda kind: 1, lambda kind: _put_int),
    types.Boolean: _Form(lambda kind: 1, lambda kind: _put_bool),
    types.NoneType: _Form(lambda kind: 1, lambda kind: _put_none),
    types.Float: _Form(lambda kind: 2, lambda kind: _put_real),
    kinds.EnumType: _Form(lambda kind: 2, _enum_writer),
    types.EnumMember: _Form(lambda kind: 2, _enum_writer),
    types.Optional: _Form(lambda kind: most_words(kind.type), lambda kind: _put_optional),
    kinds.SequenceType: _ITEMS,
    kinds.PackedType: _ITEMS,
    kinds.RangedType: _ITEMS,
    kinds.HeldType: replace(_ITEMS, most=lambda kind: most_words(kind.sequence)),
    kinds.ListTupleType: replace(_ITEMS, most=_refuse_list),
    types.BaseTuple: _Form(lambda kind: 1 + sum(map(most_words, kind)), _tuple_writer),
    kinds.RecordType: _Form(
        lambda kind: 1 + sum(most_words(part) for _, part in kind.fields),
        lambda kind: _writer(*_record_lines(kind.cls)),
    ),
    kinds.FixedType: _Form(lambda kind: sum(most_words(part) for _, part in kind.fields), _refuse),
    kinds.FamilyType: _Form(_most_of_family, _family_writer),
}
