"""Native values as rows of 64-bit words: how they cross between Python and compiled code.

``pack`` and ``unpack`` are the Python side; ``to_words`` and ``from_words`` emit the native
side. A row is as wide as its type says: an int, bool, float or enum takes one word, a record
its fields one after another, an optional value a flag and the value, a bounded tuple its
count and room for all items, an array its address, shape and strides.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types

from zerosum.errors import LoweringError
from zerosum.native.types import (
    EnumType,
    FamilyType,
    RecordType,
    SequenceType,
    StaticType,
    ViewType,
)
from zerosum.tokens import enum_payloads

WORD = ir.IntType(64)
_ENUMS = (types.EnumMember, types.IntEnumMember)


def word_count(kind: types.Type) -> int:
    """Return how many words a value of a type takes.

    >>> word_count(types.UniTuple(types.int64, 3))
    3
    """
    if isinstance(kind, RecordType | ViewType):
        return sum(word_count(field) for _, field in kind.fields)
    if isinstance(kind, FamilyType):
        return 1 + kind.words
    if isinstance(kind, SequenceType):
        return 1 + kind.capacity * word_count(kind.item)
    if isinstance(kind, types.BaseTuple):
        return sum(word_count(item) for item in kind)
    if isinstance(kind, types.Optional):
        return 1 + word_count(kind.type)
    if isinstance(kind, types.Array):
        return 1 + 2 * int(kind.ndim)
    return 0 if _is_nothing(kind) else 1


def _is_nothing(kind: types.Type) -> bool:
    return kind is types.none or isinstance(kind, StaticType)


def holds_arrays(kind: types.Type) -> bool:
    """Return whether a value of a type points to arrays."""
    if isinstance(kind, RecordType):
        return any(holds_arrays(field) for _, field in kind.fields)
    if isinstance(kind, types.BaseTuple):
        return any(holds_arrays(item) for item in kind)
    return isinstance(kind, types.Array)


def pack(kind: types.Type, value: Any) -> list[int]:
    """Return a Python value as words, signed."""
    if isinstance(kind, RecordType | ViewType):
        return [w for name, field in kind.fields for w in pack(field, getattr(value, name))]
    if isinstance(kind, FamilyType):
        return _pack_member(kind, value)
    if isinstance(kind, SequenceType):
        room = (kind.capacity - len(value)) * word_count(kind.item)
        return [len(value), *(w for item in value for w in pack(kind.item, item)), *[0] * room]
    if isinstance(kind, types.BaseTuple):
        return [w for item, part in zip(value, kind, strict=True) for w in pack(part, item)]
    if isinstance(kind, types.Optional):
        if value is None:
            return [0] * word_count(kind)
        return [1, *pack(kind.type, value)]
    if isinstance(kind, types.Array):
        return _pack_array(kind, value)
    if isinstance(kind, EnumType):
        return [enum_payloads(kind.cls)[value]]
    if isinstance(kind, types.Float):
        return [struct.unpack("<q", struct.pack("<d", float(value)))[0]]
    if _is_nothing(kind):
        return []
    return [int(value.value if isinstance(value, Enum) else value)]


def _pack_array(kind: Any, value: Any) -> list[int]:
    """Return where an array lies and its shape; a kernel would read anything else as noise."""
    wanted = np.dtype(str(kind.dtype))
    fits = isinstance(value, np.ndarray) and value.dtype == wanted and value.ndim == kind.ndim
    if not fits or not value.flags.c_contiguous:
        got = f"{value.dtype} of shape {value.shape}" if isinstance(value, np.ndarray) else value
        raise LoweringError(
            f"An array field must be a contiguous {wanted} array of {kind.ndim} dimensions, as "
            f"it is annotated; got {got}. Write np.ascontiguousarray(x, np.{wanted}).",
            value,
        )
    return [value.ctypes.data, *value.shape, *value.strides]


def _pack_member(kind: FamilyType, value: Any) -> list[int]:
    tag = kind.classes.index(type(value))
    words = [0] * kind.words
    for name, field, start in kind.members[tag][1]:
        part = pack(field, getattr(value, name))
        words[start : start + len(part)] = part
    return [tag, *words]


def unpack(kind: types.Type, words: Sequence[int]) -> Any:
    """Return the Python value of a row of words."""
    if isinstance(kind, RecordType):
        values, at = {}, 0
        for name, field in kind.fields:
            width = word_count(field)
            values[name] = unpack(field, words[at : at + width])
            at += width
        return kind.cls(**values)
    if isinstance(kind, FamilyType):
        tag = int(words[0])
        fields = {
            name: unpack(field, words[1 + start : 1 + start + word_count(field)])
            for name, field, start in kind.members[tag][1]
        }
        return kind.classes[tag](**fields)
    if isinstance(kind, SequenceType):
        items = [kind.item] * int(words[0])
        return unpack(types.Tuple(items), words[1:]) if items else ()
    if isinstance(kind, types.BaseTuple):
        found, at = [], 0
        for part in kind:
            found.append(unpack(part, words[at : at + word_count(part)]))
            at += word_count(part)
        return tuple(found)
    if isinstance(kind, types.Optional):
        return unpack(kind.type, words[1:]) if words[0] else None
    return _unpack_scalar(kind, words)


def _unpack_scalar(kind: types.Type, words: Sequence[int]) -> Any:
    if kind is types.none:
        return None
    if isinstance(kind, types.Float):
        return struct.unpack("<d", struct.pack("<q", int(words[0])))[0]
    if isinstance(kind, types.Boolean):
        return bool(words[0])
    if isinstance(kind, _ENUMS):
        return kind.instance_class(int(words[0]))
    if isinstance(kind, EnumType):
        payloads = enum_payloads(kind.cls)
        return next(member for member, word in payloads.items() if word == int(words[0]))
    return int(words[0])


def to_words(context: Any, builder: Any, kind: types.Type, value: Any) -> list[Any]:
    """Emit code that takes a native value apart into words."""
    if isinstance(kind, RecordType | FamilyType):
        names = _members(kind)
        return [
            word
            for place, (_, part) in enumerate(names)
            for word in to_words(context, builder, part, builder.extract_value(value, place))
        ]
    if isinstance(kind, SequenceType):
        count = builder.extract_value(value, 0)
        items = types.UniTuple(kind.item, kind.capacity)
        return [count, *to_words(context, builder, items, builder.extract_value(value, 1))]
    if isinstance(kind, types.BaseTuple):
        return [
            word
            for place, part in enumerate(kind)
            for word in to_words(context, builder, part, builder.extract_value(value, place))
        ]
    if isinstance(kind, types.Optional):
        pair = context.make_helper(builder, kind, value=value)
        flag = builder.zext(pair.valid, WORD)
        inner = to_words(context, builder, kind.type, pair.data)
        zero = ir.Constant(WORD, 0)
        return [flag, *(builder.select(pair.valid, word, zero) for word in inner)]
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        shape = cgutils.unpack_tuple(builder, array.shape)
        strides = cgutils.unpack_tuple(builder, array.strides)
        return [builder.ptrtoint(array.data, WORD), *shape, *strides]
    return _scalar_to_words(builder, kind, value)


def _scalar_to_words(builder: Any, kind: types.Type, value: Any) -> list[Any]:
    if _is_nothing(kind):
        return []
    if isinstance(kind, types.Float):
        wide = builder.fpext(value, ir.DoubleType()) if kind.bitwidth == 32 else value
        return [builder.bitcast(wide, WORD)]
    if value.type.width < 64:
        signed = isinstance(kind, types.Integer) and kind.signed
        return [(builder.sext if signed else builder.zext)(value, WORD)]
    return [value]


def from_words(context: Any, builder: Any, kind: types.Type, words: Sequence[Any]) -> Any:
    """Emit code that puts a native value together from words."""
    words = list(words)
    if isinstance(kind, RecordType | FamilyType | types.BaseTuple):
        parts = list(kind) if isinstance(kind, types.BaseTuple) else [p for _, p in _members(kind)]
        return _aggregate(context, builder, kind, parts, words)
    if isinstance(kind, SequenceType):
        items = types.UniTuple(kind.item, kind.capacity)
        return _aggregate(context, builder, kind, [types.int64, items], words)
    if isinstance(kind, types.Optional):
        pair = context.make_helper(builder, kind)
        pair.valid = builder.icmp_signed("!=", words[0], ir.Constant(WORD, 0))
        pair.data = from_words(context, builder, kind.type, words[1:])
        return pair._getvalue()
    if isinstance(kind, types.Array):
        return _array_from_words(context, builder, kind, words)
    if _is_nothing(kind):
        return context.get_dummy_value()
    width = context.get_value_type(kind)
    if isinstance(kind, types.Float):
        return builder.bitcast(words[0], width)
    return words[0] if width.width == 64 else builder.trunc(words[0], width)


def _members(kind: Any) -> list[tuple[str, types.Type]]:
    if isinstance(kind, FamilyType):
        return [("tag", types.int64), *((f"w{n}", types.int64) for n in range(kind.words))]
    return list(kind.fields)


def _aggregate(context: Any, builder: Any, kind: Any, parts: list[Any], words: list[Any]) -> Any:
    value = ir.Constant(context.get_value_type(kind), ir.Undefined)
    at = 0
    for place, part in enumerate(parts):
        width = word_count(part)
        item = from_words(context, builder, part, words[at : at + width])
        value = builder.insert_value(value, item, place)
        at += width
    return value


def _array_from_words(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """Borrow an array: no reference is counted, since Python holds it through the call."""
    from numba.np.arrayobj import populate_array

    array = context.make_array(kind)(context, builder)
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    populate_array(
        array,
        data=builder.inttoptr(words[0], context.get_data_type(kind.dtype).as_pointer()),
        shape=words[1 : 1 + kind.ndim],
        strides=words[1 + kind.ndim :],
        itemsize=context.get_constant(types.intp, size),
        meminfo=None,
    )
    return array._getvalue()


class Native:
    """A Python value in a form that kernels take: its words, and the type that reads them.

    Parameters
    ----------
    kind
        The native type.
    value
        The Python value; held, so that arrays inside it stay alive.
    """

    def __init__(self, kind: types.Type, value: Any) -> None:
        self.kind = kind
        self.value = value
        self.words = np.array([*pack(kind, value), 0], np.int64)
        self.address = int(self.words.ctypes.data)

    def __deepcopy__(self, memo: Any) -> Native:
        # Its words point to what is here, and nothing of it ever changes.
        return self
