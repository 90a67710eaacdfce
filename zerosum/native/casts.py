"""Casts between native types that do not change a value."""

from typing import Any

from numba.core import types
from numba.core.imputils import lower_builtin, lower_cast

from zerosum.native.emit import Emitter, Value, always, emits, generic, instruction

LISTS = (types.List, types.ListType)


def fits(given: types.Type, wanted: types.Type) -> bool:
    """Return whether a cast takes one type to another without changing the value."""
    if isinstance(wanted, types.Optional):
        return given is types.none or given == wanted or fits(given, wanted.type)
    if isinstance(given, types.Optional):
        return False
    if isinstance(wanted, types.Integer) and not isinstance(wanted, types.Boolean):
        return isinstance(given, types.Integer | types.Boolean | types.IntEnumMember)
    if isinstance(wanted, types.Float):
        return isinstance(given, types.Float | types.Integer | types.Boolean | types.IntEnumMember)
    if isinstance(wanted, types.BaseTuple) and isinstance(given, types.BaseTuple):
        pairs = list(zip(given, wanted, strict=False))
        return len(given) == len(wanted) and all(fits(a, b) for a, b in pairs)
    if isinstance(wanted, types.Array) and isinstance(given, types.Array):
        alike = given.dtype == wanted.dtype and given.ndim == wanted.ndim
        return bool(alike and given.layout == wanted.layout)
    return bool(given == wanted)


def emit_cast(emitter: Emitter, value: Value, given: Any, wanted: Any) -> Value:
    """Emit a cast that :func:`fits` allows; an array is passed on as it is."""
    if isinstance(wanted, types.Array):
        return value
    return emitter.context.cast(emitter.builder, value, given, wanted)


@lower_cast(types.IntEnumMember, types.Float)
@emits
def _cast_member(emitter: Emitter, given: Any, wanted: Any, value: Value) -> Value:
    """Take a member to a float, as Numba does with ints; it only knows how to take it to an int."""
    return emitter.context.cast(emitter.builder, value, given.dtype, wanted)


@instruction(lambda value: (value.type if isinstance(value, types.Optional) else value)(value))
def unwrap(emitter: Emitter, value: Value) -> Value:
    """Return the value inside an optional that is known to hold one."""
    (kind,) = emitter.signature.args
    if not isinstance(kind, types.Optional):
        return value
    return emitter.context.make_helper(emitter.builder, kind, value=value).data


@generic
@always
def present(value: Any) -> Any:
    """Return the value of an optional that must not be None."""
    if value is None:
        raise TypeError("a value that is used here must not be None")
    return unwrap(value)


@lower_builtin("static_getitem", types.Optional, types.Any)
@emits
def _item_of_optional(emitter: Emitter, signature: Any, args: Any) -> Value:
    """Emit an index that is known, which Numba types for an optional and then does not lower."""
    optional, index = signature.args
    value = emitter.context.cast(emitter.builder, args[0], optional, optional.type)
    inner = signature.return_type(optional.type, index)
    return emitter.context.get_function("static_getitem", inner)(emitter.builder, (value, args[1]))
