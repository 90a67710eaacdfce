"""How Numba finds what hangs on a native value: fields, constants, properties, methods.

One template serves all records and families: it asks the class behind the type, as Python
would. Operators and built-in functions that Python sends to special methods go the same way.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import typeof
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import NativeValue, typeof_impl, unbox

from zerosum.native.overloads import overload, overload_method
from zerosum.native import values
from zerosum.native.types import (
    RANDOM,
    FamilyType,
    RandomType,
    RecordType,
    ViewType,
    WorkspaceType,
)
from zerosum.native.words import WORD, Native, from_words, word_count

_LOWERED: set[str] = set()


def _field_of(kind: Any, name: str) -> tuple[types.Type, int] | None:
    """Return the type of a field and where it lies: a member of a struct, or a first word."""
    if isinstance(kind, RecordType | ViewType):
        for place, (field, part) in enumerate(kind.fields):
            if field == name:
                return part, place
        return None
    for _, laid in kind.members:
        for field, part, start in laid:
            if field == name:
                return part, start
    return None


def _constant_of(kind: Any, name: str) -> Any:
    """Return a constant of the class, from its MRO; None where there is none."""
    cls = kind.cls if isinstance(kind, RecordType) else kind.classes[0]
    value = getattr(cls, name, None)
    return value if isinstance(value, bool | int | float | tuple) else None


@infer_getattr
class _RecordAttributes(AttributeTemplate):  # type: ignore[misc]
    key = RecordType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        field = _field_of(kind, name)
        if field is not None:
            return field[0]
        if kind.lowering.is_property(kind, name):
            return _signature(self.context, kind.lowering.method(kind, name), kind).return_type
        method = kind.lowering.method(kind, name)
        if method is not None:
            return types.BoundFunction(_method_template(name, kind, method), kind)
        value = _constant_of(kind, name)
        return None if value is None else typeof(value)


@infer_getattr
class _FamilyAttributes(_RecordAttributes):
    key = FamilyType


def _signature(context: Any, dispatcher: Any, kind: Any) -> Any:
    return types.Dispatcher(dispatcher).get_call_type(context, (kind,), {})


def _method_template(name: str, kind: Any, method: Any) -> Any:
    _lower_method(name)

    class Method(AbstractTemplate):  # type: ignore[misc]
        key = ("zerosum.method", name)

        def generic(self, args: Any, kws: Any) -> Any:
            signature = types.Dispatcher(method).get_call_type(self.context, (kind, *args), kws)
            return None if signature is None else signature.as_method()

    return Method


def _lower_method(name: str) -> None:
    if name in _LOWERED:
        return
    _LOWERED.add(name)

    @lower_builtin(("zerosum.method", name), types.VarArg(types.Any))
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        return _emit_call(context, builder, kind.lowering.method(kind, name), sig.args, args)


def _emit_call(context: Any, builder: Any, dispatcher: Any, kinds: Any, args: Any) -> Any:
    callee = types.Dispatcher(dispatcher)
    signature = callee.get_call_type(context.typing_context, kinds, {})
    function = context.get_function(callee, signature)
    context.add_linking_libs(getattr(function, "libs", ()))
    return function(builder, args)


@lower_getattr_generic(RecordType)
@lower_getattr_generic(FamilyType)
def _get_attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    field = _field_of(kind, name)
    if field is None:
        if kind.lowering.is_property(kind, name):
            method = kind.lowering.method(kind, name)
            return _emit_call(context, builder, method, (kind,), (value,))
        constant = _constant_of(kind, name)
        return context.get_constant_generic(builder, typeof(constant), constant)
    part, place = field
    if isinstance(kind, FamilyType):
        words = [builder.extract_value(value, 1 + place + n) for n in range(word_count(part))]
        return from_words(context, builder, part, words)
    item = builder.extract_value(value, place)
    if context.enable_nrt and context.data_model_manager[part].contains_nrt_meminfo():
        context.nrt.incref(builder, part, item)
    return item


@infer_getattr
class _ViewAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ViewType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        field = _field_of(kind, name)
        if field is not None:
            return field[0]
        method = kind.lowering.view_method(kind, name)
        return None if method is None else types.BoundFunction(_view_template(name, kind, method), kind)


def _view_template(name: str, kind: Any, method: Any) -> Any:
    _lower_view_method(name)

    class Method(AbstractTemplate):  # type: ignore[misc]
        key = ("zerosum.view", name)

        def generic(self, args: Any, kws: Any) -> Any:
            signature = types.Dispatcher(method).get_call_type(self.context, (kind, *args), kws)
            return None if signature is None else signature.as_method()

    return Method


def _lower_view_method(name: str) -> None:
    if f"view.{name}" in _LOWERED:
        return
    _LOWERED.add(f"view.{name}")

    @lower_builtin(("zerosum.view", name), types.VarArg(types.Any))
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        method = sig.args[0].lowering.view_method(sig.args[0], name)
        return _emit_call(context, builder, method, sig.args, args)


@lower_getattr_generic(ViewType)
def _get_view_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    field = _field_of(kind, name)
    assert field is not None
    return builder.extract_value(value, field[1])


# --- operators -------------------------------------------------------------------------------


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
    if isinstance(value, values.SequenceType):
        return lambda value: len(value) > 0
    return None


# --- crossing from Python --------------------------------------------------------------------


@typeof_impl.register(Native)
def _typeof_native(value: Native, context: Any) -> Any:
    return value.kind


@unbox(RecordType)
@unbox(FamilyType)
@unbox(ViewType)
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


# --- random numbers --------------------------------------------------------------------------

_GAMMA, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _emit_bits(builder: Any, generator: Any) -> Any:
    """Emit one step of SplitMix64, as :meth:`zerosum.rng.Random.bits`."""
    pointer = builder.extract_value(generator, 0)
    state = builder.add(builder.load(pointer), ir.Constant(WORD, _GAMMA))
    builder.store(state, pointer)
    for shift, factor in ((30, _MIX1), (27, _MIX2)):
        state = builder.xor(state, builder.lshr(state, ir.Constant(WORD, shift)))
        state = builder.mul(state, ir.Constant(WORD, factor))
    return builder.xor(state, builder.lshr(state, ir.Constant(WORD, 31)))


@values.intrinsic
def _random(context: Any, generator: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.lshr(_emit_bits(builder, args[0]), ir.Constant(WORD, 11))
        scale = ir.Constant(ir.DoubleType(), 2.0**-53)
        return builder.fmul(builder.uitofp(bits, ir.DoubleType()), scale)

    return types.float64(generator), codegen


@values.intrinsic
def _integer(context: Any, generator: Any, n: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        half = ir.Constant(WORD, 32)
        high = builder.lshr(_emit_bits(builder, args[0]), half)
        return builder.lshr(builder.mul(high, args[1]), half)

    return types.int64(generator, types.int64), codegen


@overload_method(RandomType, "random")
def _random_random(generator: Any) -> Any:
    return lambda generator: _random(generator)


@overload_method(RandomType, "integer")
def _random_integer(generator: Any, n: Any) -> Any:
    return lambda generator, n: _integer(generator, n)
