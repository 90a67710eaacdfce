"""How native values lie in memory: the LLVM type behind each Numba type."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from zerosum.native.types import (
    ArenaType,
    EnumType,
    FamilyType,
    HeldType,
    ListTupleType,
    RandomType,
    RangedType,
    RecordType,
    SequenceType,
    StaticType,
    ViewType,
)


@register_default(RecordType)
class _RecordModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        # An empty struct is no good as an argument; one byte stands in.
        super().__init__(manager, kind, list(kind.fields) or [("nothing", types.int8)])


@register_default(StaticType)
class _StaticModel(models.OpaqueModel):  # type: ignore[misc]
    pass


@register_default(EnumType)
class _EnumModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: EnumType) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@register_default(ViewType)
class _ViewModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ViewType) -> None:
        super().__init__(manager, kind, [("words", types.CPointer(types.int64))])


@register_default(FamilyType)
class _FamilyModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: FamilyType) -> None:
        words = [(f"w{place}", types.int64) for place in range(kind.words)]
        super().__init__(manager, kind, [("tag", types.int64), *words])


@register_default(SequenceType)
class _SequenceModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: SequenceType) -> None:
        items = types.UniTuple(kind.item, kind.capacity)
        super().__init__(manager, kind, [("count", types.int64), ("items", items)])


@register_default(RangedType)
class _RangedModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RangedType) -> None:
        members = [(name, types.int64) for name in ("count", "start", "step")]
        super().__init__(manager, kind, members)


@register_default(HeldType)
class _HeldModel(models.PointerModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: HeldType) -> None:
        self._pointee_model = manager.lookup(kind.sequence)
        self._pointee_be_type = self._pointee_model.get_value_type()
        models.DataModel.__init__(self, manager, kind)

    def get_value_type(self) -> Any:
        """Return the pointer's LLVM type."""
        return self._pointee_be_type.as_pointer()


@register_default(ListTupleType)
class _ListTupleModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ListTupleType) -> None:
        super().__init__(manager, kind, [("items", kind.items)])


@register_default(RandomType)
class _RandomModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RandomType) -> None:
        super().__init__(manager, kind, [("word", types.CPointer(types.uint64))])


@register_default(ArenaType)
class _ArenaModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ArenaType) -> None:
        super().__init__(manager, kind, [("words", types.CPointer(types.int64))])
