"""The native form of arenas: their fields, and parts of their arrays.

A kernel is written in the symbols of a formula, each a part of a long array: ``array[place:]``,
in the same memory. In Python that is what slicing a memoryview means; natively it is an address.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, intrinsic, unbox

from zerosum.native.crossing import attribute_word
from zerosum.native.overloads import overload
from zerosum.native.types import ArenaType, RandomType
from zerosum.native.words import WORD


@unbox(ArenaType)
def _unbox_arena(kind: Any, obj: Any, c: Any) -> Any:
    address = attribute_word(obj, "address", c)
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    value.words = c.builder.inttoptr(address, WORD.as_pointer())
    return NativeValue(value._getvalue())


@infer_getattr
class _ArenaAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ArenaType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return next((part for field, part in kind.fields if field == name), None)


def _emit_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> tuple[Any, Any]:
    """Emit where a field's word lies; return its type and that."""
    place = next(n for n, (field, _) in enumerate(kind.fields) if field == name)
    part = kind.fields[place][1]
    word = builder.gep(builder.extract_value(value, 0), [ir.Constant(WORD, place)])
    if isinstance(part, types.Integer | types.Float):
        word = builder.bitcast(word, context.get_value_type(part).as_pointer())
    return part, word


@lower_getattr_generic(ArenaType)
def _get_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    part, place = _emit_field(context, builder, kind, value, name)
    word = builder.load(place)
    if isinstance(part, types.Integer | types.Float):
        return word
    # While a kernel runs nothing moves: what is loaded once need not be loaded again.
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    if isinstance(part, types.CPointer):
        return builder.inttoptr(word, context.get_value_type(part))
    struct = cgutils.create_struct_proxy(part)(context, builder)
    setattr(
        struct,
        "word" if isinstance(part, RandomType) else "words",
        builder.inttoptr(word, WORD.as_pointer()),
    )
    return struct._getvalue()


@lower_setattr_generic(ArenaType)
def _set_number(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    _, place = _emit_field(context, builder, sig.args[0], args[0], name)
    builder.store(args[1], place)


@intrinsic
def _from(context: Any, array: Any, place: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return array(array, types.int64), codegen


@overload(operator.getitem)
def _part(array: Any, part: Any) -> Any:
    if isinstance(array, types.CPointer) and isinstance(part, types.SliceType):
        return lambda array, part: _from(array, part.start)
    return None
