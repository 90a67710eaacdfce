"""Native values as rows of 64-bit words: how they pass between Python and compiled code.

An int, bool, float or enum takes one word, a record its fields one after another, an optional
value a flag and the value, a bounded tuple its count and room for all items, one record of a
family its tag and room for the widest, an array its address, shape and strides, and all the fixed
fields of a record the address of their words.

``_FORMS`` says of each kind of type how many words it takes, how Python writes them, and how
compiled code writes and reads them. Python passes values as :class:`Native`, and reads none.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import NativeValue, typeof_impl, unbox

from zerosum.errors import LoweringError
from zerosum.native import types as kinds
from zerosum.native.emit import WORD, Emitter, Kind, Value
from zerosum.support.tokens import enum_payloads


@dataclass(frozen=True)
class Form:
    """How the values of one kind of type are words.

    Parameters
    ----------
    count
        Returns how many words a value of a type takes.
    encode
        Returns the words of a Python value, given the type.
    emit_encode, emit_decode
        Emit code from a native value to its words and back, given the type.
    """

    count: Callable[[Any], int]
    encode: Callable[[Any, Any], list[int]]
    emit_encode: Callable[[Emitter, Any, Value], list[Value]]
    emit_decode: Callable[[Emitter, Any, Sequence[Value]], Value]


def word_count(kind: Kind) -> int:
    """Return how many words a value of a type takes.

    >>> word_count(types.UniTuple(types.int64, 3))
    3
    """
    return kinds.nearest(_FORMS, kind).count(kind)


def encode(kind: Kind, value: Any) -> list[int]:
    """Return a Python value as words, signed."""
    return kinds.nearest(_FORMS, kind).encode(kind, value)


def emit_encode(emitter: Emitter, kind: Kind, value: Value) -> list[Value]:
    """Emit code that takes a native value apart into words."""
    return kinds.nearest(_FORMS, kind).emit_encode(emitter, kind, value)


def emit_decode(emitter: Emitter, kind: Kind, words: Sequence[Value]) -> Value:
    """Emit code that puts a native value together from words."""
    return kinds.nearest(_FORMS, kind).emit_decode(emitter, kind, words)


def emit_read(
    emitter: Emitter, kind: Kind, pointer: Value, start: int = 0, *, lasting: bool = False
) -> Value:
    """Emit code that reads a value from the words behind a pointer, from one of them on.

    ``lasting`` words never change: what is read once need not be read again.
    """
    builder, words = emitter.builder, []
    for place in range(start, start + word_count(kind)):
        words.append(builder.load(builder.gep(pointer, [WORD(place)])))
        if lasting:
            words[-1].set_metadata("invariant.load", builder.module.add_metadata([]))
    return emit_decode(emitter, kind, words)


def _parts(kind: Any) -> list[Kind]:
    """Return the types of the members of a type that is natively a struct or an array."""
    return list(kind) if isinstance(kind, types.BaseTuple) else [part for _, part in kind.struct]


def _struct(encode: Callable[[Any, Any], list[int]]) -> Form:
    """Return the form of a struct, whose members lie one after another."""
    return Form(
        count=lambda kind: sum(map(word_count, _parts(kind))),
        encode=encode,
        emit_encode=_emit_encode_struct,
        emit_decode=_emit_decode_struct,
    )


def _emit_encode_struct(emitter: Emitter, kind: Any, value: Value) -> list[Value]:
    return [
        each
        for place, part in enumerate(_parts(kind))
        for each in emit_encode(emitter, part, emitter.builder.extract_value(value, place))
    ]


def _emit_decode_struct(emitter: Emitter, kind: Any, words: Sequence[Value]) -> Value:
    value = emitter.undefined(kind)
    at = 0
    for place, part in enumerate(_parts(kind)):
        width = word_count(part)
        item = emit_decode(emitter, part, words[at : at + width])
        value = emitter.builder.insert_value(value, item, place)
        at += width
    return value


# The words of fixed fields: a few, which compiled code may point to for the life of the process.
_BLOCKS: dict[tuple[Kind, tuple[int, ...]], Any] = {}


class _Unfit(LoweringError):
    """A value that the type of its field has no room for; what has the field knows its name."""


def _encode_fields(cls: type, fields: Any, value: Any) -> list[list[int]]:
    """Return the words of each field of a record."""
    found = []
    for name, kind in fields:
        # What is fixed are fields of the record themselves.
        held = value if isinstance(kind, kinds.FixedType) else getattr(value, name)
        try:
            found.append(encode(kind, held))
        except _Unfit as error:
            place = f"{cls.__qualname__}.{name}"
            raise LoweringError(f"{place} {error}", error.subject) from error
    return found


def _encode_record(kind: Any, value: Any) -> list[int]:
    return [word for words in _encode_fields(type(value), kind.fields, value) for word in words]


def _encode_all(pairs: Any) -> list[int]:
    return [each for kind, value in pairs for each in encode(kind, value)]


def _check_length(kind: Any, value: Any) -> None:
    if len(value) > kind.capacity:
        raise _Unfit(
            f"must hold at most {kind.capacity} items; got {len(value)}; raise its "
            f"UpTo({kind.capacity}).",
            value,
        )


def _encode_sequence(kind: kinds.SequenceType, value: Any) -> list[int]:
    _check_length(kind, value)
    words = [len(value), *_encode_all((kind.item, item) for item in value)]
    return words + [0] * (word_count(kind) - len(words))


def _encode_fixed(kind: kinds.FixedType, value: Any) -> list[int]:
    """Return the address of the words of a record's fixed fields, one for equal words."""
    words = tuple(_encode_record(kind, value))
    block = _BLOCKS.setdefault((kind, words), np.array(words, np.int64))
    return [int(block.ctypes.data)]


def _encode_packed(kind: kinds.PackedType, value: Any) -> list[int]:
    """Return the count and the words; as Python passes values once, it checks them."""
    unfit = [item for item in value if not 0 <= item < 1 << kind.bits]
    if unfit:
        raise _Unfit(
            f"must hold ints from 0 to 2**{kind.bits} - 1; got {unfit[0]}; raise its "
            f"bits={kind.bits}, or leave bits out.",
            value,
        )
    _check_length(kind, value)
    words = [0] * kind.words
    for place, item in enumerate(value):
        words[place // kind.each] |= int(item) << place % kind.each * kind.bits
    return [len(value), *words]


def _encode_member(kind: kinds.FamilyType, value: Any) -> list[int]:
    tag = kind.classes.index(type(value))
    words = [0] * kind.words
    laid = kind.members[tag][1]
    parts = _encode_fields(type(value), [field[:2] for field in laid], value)
    for (_, _, start), part in zip(laid, parts, strict=True):
        words[start : start + len(part)] = part
    return [tag, *words]


def _emit_encode_optional(emitter: Emitter, kind: Any, value: Value) -> list[Value]:
    pair = emitter.context.make_helper(emitter.builder, kind, value=value)
    inner = emit_encode(emitter, kind.type, pair.data)
    flag = emitter.builder.zext(pair.valid, WORD)
    return [flag, *(emitter.builder.select(pair.valid, each, WORD(0)) for each in inner)]


def _emit_decode_optional(emitter: Emitter, kind: Any, words: Sequence[Value]) -> Value:
    pair = emitter.context.make_helper(emitter.builder, kind)
    pair.valid = emitter.builder.icmp_signed("!=", words[0], WORD(0))
    pair.data = emit_decode(emitter, kind.type, words[1:])
    return pair._getvalue()


def _encode_array(kind: Any, value: Any) -> list[int]:
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


def _emit_encode_array(emitter: Emitter, kind: Any, value: Value) -> list[Value]:
    array = emitter.context.make_array(kind)(emitter.context, emitter.builder, value)
    shape = cgutils.unpack_tuple(emitter.builder, array.shape)
    strides = cgutils.unpack_tuple(emitter.builder, array.strides)
    return [emitter.builder.ptrtoint(array.data, WORD), *shape, *strides]


def _emit_decode_array(emitter: Emitter, kind: Any, words: Sequence[Value]) -> Value:
    """Borrow an array: no reference is counted, since Python holds it through the call."""
    from numba.np.arrayobj import populate_array

    array = emitter.context.make_array(kind)(emitter.context, emitter.builder)
    item = emitter.context.get_data_type(kind.dtype)
    populate_array(
        array,
        data=emitter.builder.inttoptr(words[0], item.as_pointer()),
        shape=words[1 : 1 + kind.ndim],
        strides=words[1 + kind.ndim :],
        itemsize=emitter.context.get_constant(types.intp, emitter.context.get_abi_sizeof(item)),
        meminfo=None,
    )
    return array._getvalue()


def _emit_encode_float(emitter: Emitter, kind: Any, value: Value) -> list[Value]:
    wide = emitter.builder.fpext(value, ir.DoubleType()) if kind.bitwidth == 32 else value
    return [emitter.builder.bitcast(wide, WORD)]


def _emit_encode_int(emitter: Emitter, kind: Any, value: Value) -> list[Value]:
    if value.type.width == 64:
        return [value]
    signed = isinstance(kind, types.Integer) and kind.signed
    return [(emitter.builder.sext if signed else emitter.builder.zext)(value, WORD)]


def _emit_decode_int(emitter: Emitter, kind: Any, words: Sequence[Value]) -> Value:
    wanted = emitter.context.get_value_type(kind)
    return words[0] if wanted.width == 64 else emitter.builder.trunc(words[0], wanted)


_NOTHING = Form(
    count=lambda kind: 0,
    encode=lambda kind, value: [],
    emit_encode=lambda emitter, kind, value: [],
    emit_decode=lambda emitter, kind, words: emitter.context.get_dummy_value(),
)
_INT = Form(
    count=lambda kind: 1,
    encode=lambda kind, value: [int(value.value if isinstance(value, Enum) else value)],
    emit_encode=_emit_encode_int,
    emit_decode=_emit_decode_int,
)
_FLOAT = Form(
    count=lambda kind: 1,
    encode=lambda kind, value: list(struct.unpack("<q", struct.pack("<d", float(value)))),
    emit_encode=_emit_encode_float,
    emit_decode=lambda emitter, kind, words: emitter.builder.bitcast(
        words[0], emitter.context.get_value_type(kind)
    ),
)
_OPTIONAL = Form(
    count=lambda kind: 1 + word_count(kind.type),
    encode=lambda kind, value: (
        [0] * word_count(kind) if value is None else [1, *encode(kind.type, value)]
    ),
    emit_encode=_emit_encode_optional,
    emit_decode=_emit_decode_optional,
)
_ARRAY = Form(
    count=lambda kind: 1 + 2 * int(kind.ndim),
    encode=_encode_array,
    emit_encode=_emit_encode_array,
    emit_decode=_emit_decode_array,
)
_RECORD = _struct(_encode_record)
_FORMS: dict[type, Form] = {
    types.Type: _INT,
    kinds.FixedType: replace(_INT, encode=_encode_fixed),
    kinds.EnumType: replace(_INT, encode=lambda kind, value: [enum_payloads(kind.cls)[value]]),
    types.Float: _FLOAT,
    types.NoneType: _NOTHING,
    kinds.StaticType: _NOTHING,
    types.Optional: _OPTIONAL,
    types.Array: _ARRAY,
    kinds.RecordType: _RECORD,
    kinds.ViewType: _RECORD,
    kinds.FamilyType: _struct(_encode_member),
    kinds.SequenceType: replace(
        _struct(_encode_sequence), count=lambda kind: 1 + kind.capacity * word_count(kind.item)
    ),
    kinds.PackedType: _struct(_encode_packed),
    types.BaseTuple: _struct(lambda kind, value: _encode_all(zip(kind, value, strict=True))),
}


class Native:
    """A Python value in a form that kernels take: its words, and the type that reads them.

    Parameters
    ----------
    kind
        The native type.
    value
        The Python value; held, so that arrays inside it stay alive.
    """

    def __init__(self, kind: Kind, value: Any) -> None:
        self.kind = kind
        self.value = value
        self.words = np.array([*encode(kind, value), 0], np.int64)
        self.address = int(self.words.ctypes.data)

    def __deepcopy__(self, memo: Any) -> Native:
        # Its words point to what is here, and nothing of it ever changes.
        return self


@typeof_impl.register(Native)
def _typeof_native(value: Native, context: Any) -> Kind:
    return value.kind


@unbox(kinds.RecordType)
@unbox(kinds.FamilyType)
def _unbox_value(kind: Kind, obj: Value, c: Any) -> NativeValue:
    value = emit_read(Emitter(c.context, c.builder), kind, _emit_words_of(obj, c))
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@unbox(kinds.ViewType)
@unbox(kinds.ArenaType)
def _unbox_pointer(kind: Kind, obj: Value, c: Any) -> NativeValue:
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    value.words = _emit_words_of(obj, c)
    return NativeValue(value._getvalue())


def _emit_words_of(obj: Value, c: Any) -> Value:
    """Emit the reading of an attribute ``address``, where words lie that Python holds."""
    found = c.pyapi.object_getattr_string(obj, "address")
    address = c.pyapi.long_as_longlong(found)
    c.pyapi.decref(found)
    return c.builder.inttoptr(address, WORD.as_pointer())
