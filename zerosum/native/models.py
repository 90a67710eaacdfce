"""How native values lie in memory: the LLVM type behind each Numba type."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from zerosum.native import types as kinds

_WORDS = types.CPointer(types.int64)
_MEMBERS: dict[type, Callable[[Any], kinds.Fields]] = {
    # An empty struct is no good as an argument; one byte stands in.
    kinds.RecordType: lambda kind: kind.fields or (("nothing", types.int8),),
    kinds.FamilyType: lambda kind: (
        ("tag", types.int64),
        *((f"w{place}", types.int64) for place in range(kind.words)),
    ),
    kinds.SequenceType: lambda kind: (
        ("count", types.int64),
        ("items", types.UniTuple(kind.item, kind.capacity)),
    ),
    kinds.PackedType: lambda kind: (
        ("count", types.int64),
        *((f"w{place}", types.int64) for place in range(kind.words)),
    ),
    kinds.RangedType: lambda kind: tuple((n, types.int64) for n in ("count", "start", "step")),
    kinds.ListTupleType: lambda kind: (("items", kind.items),),
    kinds.RandomType: lambda kind: (("word", types.CPointer(types.uint64)),),
    kinds.ViewType: lambda kind: (("words", _WORDS),),
    kinds.ArenaType: lambda kind: (("words", _WORDS),),
}


class _Struct(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, list(_MEMBERS[type(kind)](kind)))


for _kind in _MEMBERS:
    register_default(_kind)(_Struct)
register_default(kinds.StaticType)(models.OpaqueModel)


@register_default(kinds.EnumType)
@register_default(kinds.FixedType)
class _WordModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: kinds.EnumType | kinds.FixedType) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@register_default(kinds.HeldType)
class _HeldModel(models.PointerModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: kinds.HeldType) -> None:
        self._pointee_model = manager.lookup(kind.sequence)
        self._pointee_be_type = self._pointee_model.get_value_type()
        models.DataModel.__init__(self, manager, kind)

    def get_value_type(self) -> Any:
        """Return the pointer's LLVM type."""
        return self._pointee_be_type.as_pointer()
