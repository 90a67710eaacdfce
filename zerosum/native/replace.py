"""``dataclasses.replace`` and ``attrs.evolve``: a constructor with some fields new."""

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import present
from zerosum.native.emit import Function, Kind, define, generic
from zerosum.native.records import tag_of
from zerosum.native.spelling import spelled
from zerosum.native.types import FIXED_FIELDS, FamilyType, RecordType


@cache
def replacer(names: tuple[str, ...]) -> Function:
    """Return the native function ``(value, *news)`` that replaces certain fields."""

    @generic
    def replaced(value: Kind, *news: Kind) -> Function:
        if isinstance(value, types.Optional):
            return lambda value, *news: replaced(present(value), *news)
        if isinstance(value, FamilyType):
            return _of_family(value, names)
        if not isinstance(value, RecordType):
            raise LoweringError(
                f"replace must be given a frozen record; got {spelled(value)}: call the "
                f"constructor.",
                value,
            )
        fixed = dict(value.fixed)
        if kept := [name for name in names if name in fixed]:
            raise LoweringError(
                f"replace must leave {value.cls.__qualname__}.{kept[0]} as it is, since it is "
                f"FIXED; replace other fields only, or leave FIXED out of its annotation.",
                value,
            )
        fields = [name for name, _ in value.fields]
        if unknown := [name for name in names if name not in fields]:
            raise LoweringError(
                f"{value.cls.__qualname__} has no field {unknown[0]} to replace; write one of "
                f"{', '.join(name for name in fields if name != FIXED_FIELDS)}.",
                value,
            )
        source = f"def impl(value, *news):\n    return make({_parts(fields, names)})\n"
        return define(source, {"make": value.lowering.maker(value.cls, value)})

    return replaced


def _of_family(kind: FamilyType, names: tuple[str, ...]) -> Function:
    """Return the ``replace`` of a family, which depends on the class of the value."""
    lines = ["def impl(value, *news):", "    tag = tag_of(value)"]
    made: dict[str, Any] = {"tag_of": tag_of}
    for place, (cls, (_, laid)) in enumerate(zip(kind.classes, kind.members, strict=True)):
        fields = [name for name, _, _ in laid]
        if set(names) <= set(fields):
            made[f"make{place}"] = kind.lowering.maker(cls)
            lines.append(f"    if tag == {place}:")
            lines.append(f"        return make{place}({_parts(fields, names)})")
    lines.append("    raise TypeError('replace of a field that this record does not have')")
    return define("\n".join(lines), made)


def _parts(fields: list[str], names: tuple[str, ...]) -> str:
    """Return the fields of a record, with some of them new, as the arguments of its constructor."""
    return ", ".join(
        f"news[{names.index(name)}]" if name in names else f"value.{name}" for name in fields
    )
