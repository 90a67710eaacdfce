"""``dataclasses.replace`` and ``attrs.evolve``: a constructor with some fields new."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import unwrap
from zerosum.native.emit import define, overload
from zerosum.native.records import tag_of
from zerosum.native.types import FamilyType, RecordType


@cache
def replacer(names: tuple[str, ...]) -> Any:
    """Return the native function ``(value, *news)`` that replaces certain fields."""
    arguments = ", ".join(["value", *(f"{name}_" for name in names)])
    stub = define(f"def impl({arguments}):\n    raise NotImplementedError\n", {})

    def resolve(value: Any) -> Any:
        if isinstance(value, types.Optional):
            names_ = {"replaced": stub, "unwrap": unwrap}
            given = arguments.replace("value", "unwrap(value)", 1)
            return define(f"def impl({arguments}):\n    return replaced({given})\n", names_)
        if isinstance(value, FamilyType):
            return _of_family(value, names, arguments)
        if not isinstance(value, RecordType):
            raise LoweringError(
                f"replace must be given a frozen record; got {value}. Call the constructor.", value
            )
        fields = [name for name, _ in value.fields]
        if unknown := [name for name in names if name not in fields]:
            raise LoweringError(
                f"{value.cls.__qualname__} has no field {unknown[0]} to replace; write one of "
                f"{', '.join(fields)}.",
                value,
            )
        make = {"make": value.lowering.maker(value.cls, value)}
        return define(f"def impl({arguments}):\n    return make({_parts(fields, names)})\n", make)

    source = f"def impl({arguments}):\n    return resolve(value)\n"
    overload(stub)(define(source, {"resolve": resolve}))
    return stub


def _of_family(kind: FamilyType, names: tuple[str, ...], arguments: str) -> Any:
    """Return the ``replace`` of a family: that of the class that a value is of."""
    lines = [f"def impl({arguments}):", "    tag = tag_of(value)"]
    made: dict[str, Any] = {"tag_of": tag_of}
    for place, (cls, (_, laid)) in enumerate(zip(kind.classes, kind.members, strict=True)):
        fields = [name for name, _, _ in laid]
        if set(names) <= set(fields):
            made[f"make{place}"] = kind.lowering.maker(cls)
            lines.append(f"    if tag == {place}:")
            lines.append(f"        return make{place}({_parts(fields, names)})")
    lines.append("    raise TypeError('replace of a field that this record has not')")
    return define("\n".join(lines), made)


def _parts(fields: list[str], names: tuple[str, ...]) -> str:
    return ", ".join(f"{name}_" if name in names else f"value.{name}" for name in fields)
