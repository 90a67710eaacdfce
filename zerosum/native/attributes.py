"""How Numba finds what hangs on a native value: fields, constants, properties, methods.

One template serves all records and families: it asks the class behind the type, as Python
would. Operators and built-in functions that Python sends to special methods go the same way.
"""

from __future__ import annotations

from typing import Any

from numba import typeof
from numba.core import types
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr

from zerosum.native.types import (
    FamilyType,
    RecordType,
    ViewType,
)
from zerosum.native.words import from_words, word_count

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
