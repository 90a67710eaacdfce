"""How Numba finds what hangs on a native value: fields, constants, properties, methods.

One template serves records, families, enums and views: it asks the class behind the type, as
Python would.
"""

from functools import cache
from typing import Any

from numba.core import types
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    Signature,
    infer_getattr,
)

from zerosum.errors import LoweringError
from zerosum.native.classes import value_of, word_of
from zerosum.native.emit import WORD, Dispatcher, Emitter, Kind, Value, emits
from zerosum.native.encoding import emit_decode, emit_read, word_count
from zerosum.native.lowering import classes_of, lowering_of
from zerosum.native.types import (
    FIXED_FIELDS,
    EnumType,
    FamilyType,
    FixedType,
    RecordType,
    ViewType,
)


def _field_of(kind: Any, name: str) -> tuple[Kind, int] | None:
    """Return the type of a field and where it lies: a member of a struct, or a first word.

    Of a fixed field of a record that is the first of the words elsewhere.
    """
    if isinstance(kind, FamilyType):
        laid = [entry for _, fields in kind.members for entry in fields]
        return next(((part, start) for field, part, start in laid if field == name), None)
    fields = getattr(kind, "fields", ())
    place = next((n for n, (field, _) in enumerate(fields) if field == name), None)
    if place is None and _is_fixed(kind, name):
        return _field_of(dict(fields)[FIXED_FIELDS], name)
    if place is None:
        return None
    part = fields[place][1]
    if isinstance(kind, ViewType | FixedType):
        return part, sum(word_count(before) for _, before in fields[:place])
    return part, place


def _is_fixed(kind: Any, name: str) -> bool:
    return isinstance(kind, RecordType) and name in dict(kind.fixed)


def _method_of(kind: Any, name: str) -> tuple[Dispatcher | None, bool]:
    """Return the dispatcher behind a name, and whether the name alone calls it."""
    if isinstance(kind, ViewType):
        return kind.lowering.view_method(name), False
    if isinstance(kind, EnumType) and name == "name":
        raise LoweringError(
            f"The name of a member of {kind.cls.__qualname__} is a string, which has no native "
            f"form; compare the members.",
            kind,
        )
    if isinstance(kind, EnumType) and name == "value":
        return _value_reader(kind.cls), True
    lowering = getattr(kind, "lowering", None) or lowering_of(classes_of(kind)[0])
    return lowering.method(kind, name), lowering.is_property(kind, name)


@cache
def _value_reader(cls: Any) -> Dispatcher:
    """Return the native function from a member of an enum to its value."""
    lowering = lowering_of(cls)
    read = lowering.jit(value_of(cls))
    return lowering.jit(lambda member: read(word_of(member)))


class _Attributes(AttributeTemplate):  # type: ignore[misc]
    def generic_resolve(self, kind: Kind, name: str) -> Kind | None:
        field = _field_of(kind, name)
        if field is not None:
            return field[0]
        method, called = _method_of(kind, name)
        if method is None:
            return None
        if called:
            return types.Dispatcher(method).get_call_type(self.context, (kind,), {}).return_type
        return types.BoundFunction(_method_template(name), kind)


@infer_getattr
class _IntEnumAttributes(_Attributes):
    key = types.IntEnumMember

    def generic_resolve(self, kind: Kind, name: str) -> Kind | None:
        return None if name in ("value", "name") else super().generic_resolve(kind, name)


@cache
def _method_template(name: str) -> type:
    """Return what types and compiles the calls of all methods of one name."""

    class Method(AbstractTemplate):  # type: ignore[misc]
        key = ("zerosum.method", name)

        def generic(self, args: tuple[Kind, ...], kws: dict[str, Kind]) -> Signature | None:
            callee = types.Dispatcher(_method_of(self.this, name)[0])
            signature = callee.get_call_type(self.context, (self.this, *args), kws)
            return None if signature is None else signature.as_method()

    @lower_builtin(Method.key, types.VarArg(types.Any))
    @emits
    def lower(emitter: Emitter, sig: Signature, args: Any) -> Value:
        return _emit_call(emitter, name, sig.args, args)

    return Method


def _emit_call(emitter: Emitter, name: str, kinds: Any, args: Any) -> Value:
    """Emit the call of a method on the first argument."""
    context = emitter.context
    callee = types.Dispatcher(_method_of(kinds[0], name)[0])
    signature = callee.get_call_type(context.typing_context, kinds, {})
    function = context.get_function(callee, signature)
    context.add_linking_libs(getattr(function, "libs", ()))
    return function(emitter.builder, args)


@lower_getattr_generic(types.IntEnumMember)
@emits
def _get_attribute(emitter: Emitter, kind: Any, value: Value, name: str) -> Value:
    field = _field_of(kind, name)
    if field is None:
        return _emit_call(emitter, name, (kind,), (value,))
    (part, place), context, builder = field, emitter.context, emitter.builder
    if _is_fixed(kind, name):
        pointer = builder.inttoptr(builder.extract_value(value, 0), WORD.as_pointer())
        return emit_read(emitter, part, pointer, place, lasting=True)
    if isinstance(kind, RecordType):
        item = builder.extract_value(value, place)
        if context.enable_nrt and context.data_model_manager[part].contains_nrt_meminfo():
            context.nrt.incref(builder, part, item)
        return item
    if isinstance(kind, ViewType):
        return emit_read(emitter, part, builder.extract_value(value, 0), place)
    places = range(1 + place, 1 + place + word_count(part))
    return emit_decode(emitter, part, [builder.extract_value(value, n) for n in places])


for _kind in (RecordType, FamilyType, EnumType, ViewType):
    infer_getattr(type(f"_{_kind.__name__}Attributes", (_Attributes,), {"key": _kind}))
    lower_getattr_generic(_kind)(_get_attribute)
