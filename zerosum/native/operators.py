"""Operators and built-in functions that Python sends to special methods of a record."""

from __future__ import annotations

import operator
from typing import Any

from zerosum.native.extending import overload
from zerosum.native.types import FamilyType, RecordType, SequenceType


def _send(function: Any, name: str, reversed_name: str = "") -> None:
    """Send an operator to the special method of the record on its left, or on its right."""

    def binary(a: Any, b: Any) -> Any:
        if isinstance(a, RecordType | FamilyType):
            method = a.lowering.special(a, name)
            if method is not None:
                return lambda a, b: method(a, b)
        if reversed_name and isinstance(b, RecordType | FamilyType):
            reverse = b.lowering.special(b, reversed_name)
            if reverse is not None:
                return lambda a, b: reverse(b, a)
        return None

    overload(function)(binary)


for _operator, _name in (
    (operator.or_, "or"),
    (operator.and_, "and"),
    (operator.xor, "xor"),
    (operator.sub, "sub"),
    (operator.add, "add"),
    (operator.mul, "mul"),
):
    _send(_operator, f"__{_name}__", f"__r{_name}__")
for _operator, _name in (
    (operator.lt, "lt"),
    (operator.le, "le"),
    (operator.gt, "gt"),
    (operator.ge, "ge"),
    (operator.contains, "contains"),
    (operator.getitem, "getitem"),
):
    _send(_operator, f"__{_name}__")


@overload(len)
def _record_len(value: Any) -> Any:
    if isinstance(value, RecordType | FamilyType):
        method = value.lowering.special(value, "__len__")
        if method is not None:
            return lambda value: method(value)
    return None


@overload(bool)
def _record_bool(value: Any) -> Any:
    if isinstance(value, RecordType | FamilyType):
        method = value.lowering.special(value, "__bool__")
        if method is not None:
            return lambda value: method(value)
        length = value.lowering.special(value, "__len__")
        return (lambda value: True) if length is None else (lambda value: length(value) > 0)
    if isinstance(value, SequenceType):
        return lambda value: len(value) > 0
    return None
