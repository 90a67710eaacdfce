"""How native values lie in memory: the LLVM type behind each Numba type."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from zerosum.native import types as kinds

_WORDS = types.CPointer(types.int64)
_ARRANGED: dict[type, kinds.Fields] = {
    kinds.RangedType: tuple((name, types.int64) for name in ("count", "start", "step")),
    kinds.RandomType: (("word", types.CPointer(types.uint64)),),
    kinds.ViewType: (("words", _WORDS),),
    kinds.ArenaType: (("words", _WORDS),),
}
_STRUCTS = (kinds.RecordType, kinds.FamilyType, kinds.SequenceType, kinds.PackedType)


class _Struct(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        # An empty struct is no good as an argument; one byte stands in.
        members = _ARRANGED.get(type(kind)) or kind.struct or (("nothing", types.int8),)
        super().__init__(manager, kind, list(members))


for _kind in (*_STRUCTS, *_ARRANGED, kinds.ListTupleType):
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
