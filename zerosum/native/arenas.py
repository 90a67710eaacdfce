"""The native form of arenas: their fields, and parts of their arrays.

A kernel is written in the symbols of a formula, each a part of a long array: ``array[place:]``,
in the same memory. In Python that is what slicing a memoryview means; natively it is an address.
"""

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from zerosum.native.emit import WORD, Emitter, Function, Kind, Value, emits, instruction, overload
from zerosum.native.types import ArenaType, RandomType

_NUMBERS = types.Integer | types.Float


@infer_getattr
class _ArenaAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ArenaType

    def generic_resolve(self, kind: ArenaType, name: str) -> Kind | None:
        return dict(kind.fields).get(name)


def _emit_field(emitter: Emitter, kind: ArenaType, value: Value, name: str) -> tuple[Kind, Value]:
    """Emit where a field's word lies; return its type and that."""
    place, part = next((n, part) for n, (field, part) in enumerate(kind.fields) if field == name)
    at = emitter.builder.gep(emitter.builder.extract_value(value, 0), [WORD(place)])
    if isinstance(part, _NUMBERS):
        at = emitter.builder.bitcast(at, emitter.context.get_value_type(part).as_pointer())
    return part, at


@lower_getattr_generic(ArenaType)
@emits
def _get_field(emitter: Emitter, kind: ArenaType, value: Value, name: str) -> Value:
    context, builder = emitter.context, emitter.builder
    part, at = _emit_field(emitter, kind, value, name)
    found = builder.load(at)
    if isinstance(part, _NUMBERS):
        return found
    # While a kernel runs nothing moves: what is loaded once need not be loaded again.
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    if isinstance(part, types.CPointer):
        return builder.inttoptr(found, context.get_value_type(part))
    struct = cgutils.create_struct_proxy(part)(context, builder)
    pointer = builder.inttoptr(found, WORD.as_pointer())
    setattr(struct, "word" if isinstance(part, RandomType) else "words", pointer)
    return struct._getvalue()


@lower_setattr_generic(ArenaType)
@emits
def _set_number(emitter: Emitter, sig: Any, args: Any, name: str) -> None:
    _, at = _emit_field(emitter, sig.args[0], args[0], name)
    emitter.builder.store(args[1], at)


@instruction(lambda array, place: array(array, types.int64))
def _from(emitter: Emitter, array: Value, place: Value) -> Value:
    return emitter.builder.gep(array, [place])


@overload(operator.getitem)
def _part(array: Kind, part: Kind) -> Function | None:
    if isinstance(array, types.CPointer) and isinstance(part, types.SliceType):
        return lambda array, part: _from(array, part.start)
    return None
