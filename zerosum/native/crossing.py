"""How values cross from Python into kernels: a word at a time, from memory that Python holds."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.extending import NativeValue, typeof_impl, unbox

from zerosum.native.types import FamilyType, RecordType, ViewType
from zerosum.native.words import WORD, Native, from_words, word_count


@typeof_impl.register(Native)
def _typeof_native(value: Native, context: Any) -> Any:
    return value.kind


@unbox(RecordType)
@unbox(FamilyType)
def _unbox_native(kind: Any, obj: Any, c: Any) -> Any:
    address = attribute_word(obj, "address", c)
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
    value.words = c.builder.inttoptr(attribute_word(obj, "address", c), WORD.as_pointer())
    return NativeValue(value._getvalue())


def attribute_word(obj: Any, name: str, c: Any) -> Any:
    """Emit the reading of an attribute that is an int."""
    found = c.pyapi.object_getattr_string(obj, name)
    word = c.pyapi.long_as_longlong(found)
    c.pyapi.decref(found)
    return word
