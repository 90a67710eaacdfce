"""How Numba finds what hangs on a native value: fields, constants, properties, methods.

One template serves records, families, enums and views: it asks the class behind the type, as
Python would.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr

from zerosum.native.classes import value_of, word_of
from zerosum.native.lowering import lowering_of
from zerosum.native.types import EnumType, FamilyType, RecordType, ViewType
from zerosum.native.words import WORD, from_words, word_count

_LOWERED: set[str] = set()


def _field_of(kind: Any, name: str) -> tuple[types.Type, int] | None:
    """Return the type of a field and where it lies: a member of a struct, or a first word."""
    if isinstance(kind, FamilyType):
        for _, laid in kind.members:
            for field, part, start in laid:
                if field == name:
                    return part, start
        return None
    words = 0
    for place, (field, part) in enumerate(getattr(kind, "fields", ())):
        if field == name:
            return part, words if isinstance(kind, ViewType) else place
        words += word_count(part)
    return None


def _method_of(kind: Any, name: str) -> Any:
    """Return the dispatcher behind a name, and whether the name alone calls it."""
    if isinstance(kind, ViewType):
        return kind.lowering.view_method(name), False
    if isinstance(kind, EnumType) and name == "value":
        return _value_reader(kind), True
    lowering = getattr(kind, "lowering", None) or lowering_of(_class_of(kind))
    return lowering.method(kind, name), lowering.is_property(kind, name)


def _class_of(kind: Any) -> Any:
    return kind.cls if isinstance(kind, EnumType) else kind.instance_class


def _value_reader(kind: EnumType) -> Any:
    lowering = lowering_of(kind.cls)
    key = ("value", kind)
    if key not in lowering._functions:
        read = lowering.jit(value_of(kind.cls))
        lowering._functions[key] = lowering.jit(lambda member: read(word_of(member)))
    return lowering._functions[key]


class _Attributes(AttributeTemplate):  # type: ignore[misc]
    def generic_resolve(self, kind: Any, name: str) -> Any:
        field = _field_of(kind, name)
        if field is not None:
            return field[0]
        method, called = _method_of(kind, name)
        if method is None:
            return None
        if called:
            return types.Dispatcher(method).get_call_type(self.context, (kind,), {}).return_type
        return types.BoundFunction(_method_template(name, kind, method), kind)


@infer_getattr
class _RecordAttributes(_Attributes):
    key = RecordType


@infer_getattr
class _FamilyAttributes(_Attributes):
    key = FamilyType


@infer_getattr
class _EnumAttributes(_Attributes):
    key = EnumType


@infer_getattr
class _ViewAttributes(_Attributes):
    key = ViewType


@infer_getattr
class _IntEnumAttributes(_Attributes):
    key = types.IntEnumMember

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return None if name in ("value", "name") else super().generic_resolve(kind, name)


def _method_template(name: str, kind: Any, method: Any) -> Any:
    _lower_method(name)

    class Method(AbstractTemplate):  # type: ignore[misc]
        key = ("zerosum.method", name)

        def generic(self, args: Any, kws: Any) -> Any:
            callee = types.Dispatcher(method)
            signature = callee.get_call_type(self.context, (kind, *args), kws)
            return None if signature is None else signature.as_method()

    return Method


def _lower_method(name: str) -> None:
    if name in _LOWERED:
        return
    _LOWERED.add(name)

    @lower_builtin(("zerosum.method", name), types.VarArg(types.Any))
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        method, _ = _method_of(sig.args[0], name)
        return _emit_call(context, builder, method, sig.args, args)


def _emit_call(context: Any, builder: Any, dispatcher: Any, kinds: Any, args: Any) -> Any:
    callee = types.Dispatcher(dispatcher)
    signature = callee.get_call_type(context.typing_context, kinds, {})
    function = context.get_function(callee, signature)
    context.add_linking_libs(getattr(function, "libs", ()))
    return function(builder, args)


@lower_getattr_generic(RecordType)
@lower_getattr_generic(FamilyType)
@lower_getattr_generic(EnumType)
@lower_getattr_generic(ViewType)
@lower_getattr_generic(types.IntEnumMember)
def _get_attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    field = _field_of(kind, name)
    if field is None:
        method, _ = _method_of(kind, name)
        return _emit_call(context, builder, method, (kind,), (value,))
    part, place = field
    if isinstance(kind, ViewType):
        pointer = builder.extract_value(value, 0)
        places = [ir.Constant(WORD, place + n) for n in range(word_count(part))]
        words = [builder.load(builder.gep(pointer, [at])) for at in places]
        return from_words(context, builder, part, words)
    if isinstance(kind, FamilyType):
        words = [builder.extract_value(value, 1 + place + n) for n in range(word_count(part))]
        return from_words(context, builder, part, words)
    item = builder.extract_value(value, place)
    if context.enable_nrt and context.data_model_manager[part].contains_nrt_meminfo():
        context.nrt.incref(builder, part, item)
    return item
