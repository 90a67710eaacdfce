"""``tuple(list)``: natively the list itself, marked as a tuple, since its length varies."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zerosum.native.overloads import overload
from zerosum.native.types import ListTupleType


@intrinsic
def as_tuple(context: Any, items: Any) -> Any:
    """Return a list as what ``tuple`` makes of it."""
    kind = ListTupleType(items)

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        ctx.nrt.incref(builder, items, args[0])
        empty = ir.Constant(ctx.get_value_type(kind), ir.Undefined)
        return builder.insert_value(empty, args[0], 0)

    return kind(items), codegen


@intrinsic
def items_of(context: Any, value: Any) -> Any:
    """Return the list behind a tuple made of one."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        items = builder.extract_value(args[0], 0)
        ctx.nrt.incref(builder, value.items, items)
        return items

    return value.items(value), codegen


@overload(len)
def _len(value: Any) -> Any:
    return (lambda value: len(items_of(value))) if isinstance(value, ListTupleType) else None


@overload(operator.getitem)
def _getitem(value: Any, index: Any) -> Any:
    if isinstance(value, ListTupleType) and isinstance(index, types.Integer):
        return lambda value, index: items_of(value)[index]
    return None


@overload(operator.contains)
def _contains(value: Any, item: Any) -> Any:
    if isinstance(value, ListTupleType):
        return lambda value, item: item in items_of(value)
    return None
