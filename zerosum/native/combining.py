"""Combinators and menus natively: how factors that hold factors ask them."""

from __future__ import annotations

from typing import Any

from numba.core import types

from zerosum.abstraction.combined import as_number, attribute, value_of
from zerosum.abstraction.projections import reached
from zerosum.errors import LoweringError
from zerosum.native.overloads import overload
from zerosum.native.sequences import hold, sequence_item
from zerosum.native.syntax import define
from zerosum.native.types import FamilyType, RecordType, SequenceType, StaticType


@overload(value_of)
def _value_of(factor: Any, infoset: Any) -> Any:
    if isinstance(factor, StaticType):
        call = factor.lowering.callable(factor.value)
        return lambda factor, infoset: call(infoset)
    if isinstance(factor, RecordType | FamilyType):
        return lambda factor, infoset: factor.__call__(infoset)
    return None


@overload(attribute)
def _attribute(infoset: Any, name: Any) -> Any:
    if not isinstance(name, StaticType):
        return None
    return define(f"def impl(infoset, name):\n    return infoset.{name.value}\n", {})


@overload(as_number)
def _as_number(value: Any) -> Any:
    if isinstance(value, types.Integer | types.Float | types.Boolean):
        return lambda value: value
    raise LoweringError(
        f"The value of a function to quantise must be an int or a float; got {value}: return a "
        f"number for every infoset.",
        value,
    )


@overload(reached)
def _reached(value: Any, edges: Any) -> Any:
    if not isinstance(edges, SequenceType):
        return lambda value, edges: 0

    def impl(value: Any, edges: Any) -> Any:
        held, count = hold(edges), 0
        for place in range(len(edges)):
            if value >= sequence_item(held, place):
                count += 1
        return count

    return impl
