"""How values cross from Python into kernels: a word at a time, from memory that Python holds."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, typeof_impl, unbox

from zerosum.native.types import (
    RANDOM,
    FamilyType,
    RandomType,
    RecordType,
    ViewType,
    WorkspaceType,
)
from zerosum.native.words import WORD, Native, from_words, word_count


@typeof_impl.register(Native)
def _typeof_native(value: Native, context: Any) -> Any:
    return value.kind


@unbox(RecordType)
@unbox(FamilyType)
def _unbox_native(kind: Any, obj: Any, c: Any) -> Any:
    address = _attribute_word(obj, "address", c)
    pointer = c.builder.inttoptr(address, WORD.as_pointer())
    words = [
        c.builder.load(c.builder.gep(pointer, [ir.Constant(WORD, place)]))
        for place in range(word_count(kind))
    ]
    if isinstance(kind, FamilyType):
        value = from_words(c.context, c.builder, kind, words)
    else:
        parts = [part for _, part in kind.fields]
        value = ir.Constant(c.context.get_value_type(kind), ir.Undefined)
        at = 0
        for place, part in enumerate(parts):
            width = word_count(part)
            item = from_words(c.context, c.builder, part, words[at : at + width])
            value = c.builder.insert_value(value, item, place)
            at += width
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@unbox(ViewType)
def _unbox_view(kind: Any, obj: Any, c: Any) -> Any:
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    value.words = c.builder.inttoptr(_attribute_word(obj, "address", c), WORD.as_pointer())
    return NativeValue(value._getvalue())


def _attribute_word(obj: Any, name: str, c: Any) -> Any:
    found = c.pyapi.object_getattr_string(obj, name)
    word = c.pyapi.long_as_longlong(found)
    c.pyapi.decref(found)
    return word


@unbox(WorkspaceType)
def _unbox_workspace(kind: Any, obj: Any, c: Any) -> Any:
    address = _attribute_word(obj, "address", c)
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    value.addresses = c.builder.inttoptr(address, WORD.as_pointer())
    return NativeValue(value._getvalue())


@infer_getattr
class _WorkspaceAttributes(AttributeTemplate):  # type: ignore[misc]
    key = WorkspaceType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return next((part for field, part in kind.arrays if field == name), None)


@lower_getattr_generic(WorkspaceType)
def _get_array(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    place = next(n for n, (field, _) in enumerate(kind.arrays) if field == name)
    part = kind.arrays[place][1]
    addresses = builder.extract_value(value, 0)
    word = builder.load(builder.gep(addresses, [ir.Constant(WORD, place)]))
    if isinstance(part, RandomType):
        struct = cgutils.create_struct_proxy(RANDOM)(context, builder)
        struct.word = builder.inttoptr(word, WORD.as_pointer())
        return struct._getvalue()
    return builder.inttoptr(word, context.get_value_type(part))
