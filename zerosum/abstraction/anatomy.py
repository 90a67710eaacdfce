"""The parts of objects that matter for their meaning."""

import dataclasses
import functools
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from zerosum.game import Hooks
from zerosum.support.blame import is_package
from zerosum.support.hints import choices
from zerosum.support.tokens import GENERATED, field_kinds

MISSING: Any = object()
"""Stands for a name that is not bound to anything."""

_WRITTEN = frozenset(
    {"__init__", "__new__", "__eq__", "__ne__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__"}
    | {"__setattr__", "__delattr__", "__replace__", "__getstate__", "__setstate__"}
)
_SILENT = frozenset(
    {"__repr__", "__str__", "__format__", "_repr_html_", "_abc_impl"}
    | {"__annotate__", "__annotate_func__"}
)
# Of a field that a class did not always have: while it has its default, it is no part of a meaning,
# so that the identities of saved strategies last.
_LATER = "later"
_PROTOCOL = ("_is_protocol", "_is_runtime_protocol")


def module_of(obj: Any) -> str:
    """Return the module of a function or class; for a program run by ``-m``, its real name.

    >>> module_of(module_of)
    'zerosum.abstraction.anatomy'
    """
    module = str(getattr(obj, "__module__", None) or "")
    spec = getattr(sys.modules[module], "__spec__", None) if module == "__main__" else None
    return module if spec is None else str(spec.name)


def package_of(module: str) -> str:
    """Return the top package of a module."""
    return module.partition(".")[0]


def is_standard(package: str) -> bool:
    """Whether a package belongs to Python itself."""
    return package != "__main__" and package in sys.stdlib_module_names


@functools.cache
def is_installed(package: str) -> bool:
    """Whether a package lies among the installed libraries."""
    file = getattr(sys.modules.get(package), "__file__", None) or ""
    return is_package(file)


def resolve(name: str, scope: Mapping[str, Any]) -> Any:
    """Return what a dotted name is bound to; attributes are followed through modules only.

    >>> resolve("math.inf", {"math": math}) if (math := __import__("math")) else None
    inf
    """
    root, *attributes = name.split(".")
    found = scope.get(root, MISSING)
    for attribute in attributes:
        if not isinstance(found, types.ModuleType):
            break
        found = getattr(found, attribute, MISSING)
    return found


def closed_over(function: types.FunctionType) -> dict[str, Any]:
    """Return the values that a function closes over, by name, without empty cells."""
    values = {}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    for name, cell in cells:
        try:
            values[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return values


def wrapped(obj: Any) -> tuple[Any, ...] | None:
    """Return the parts of a wrapper (a property, an alias of types, a factor); else None."""
    if isinstance(obj, property):
        return (obj.fget, obj.fset)
    if isinstance(obj, staticmethod | classmethod):
        return (obj.__func__,)
    if isinstance(obj, types.MethodType):
        return (obj.__func__, obj.__self__)
    if isinstance(obj, functools.partial):
        return (obj.func, obj.args, obj.keywords)
    if isinstance(obj, functools.cached_property):
        return (obj.func,)
    origin = typing.get_origin(obj)
    if origin is not None:
        return typing.get_args(obj) if len(choices(obj)) > 1 else (origin, *typing.get_args(obj))
    inner = getattr(obj, "py_func", None) or getattr(obj, "__wrapped__", None)
    return None if inner is None else (inner,)


def kind_of(obj: object) -> str:
    """Return the name of an object's type, the same for both spellings of a union."""
    return "Union" if len(choices(obj)) > 1 else type(obj).__name__


def field_names(cls: Any) -> tuple[str, ...]:
    """Return the names of the fields of a record (dataclass, attrs class or named tuple)."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    if hasattr(cls, "__attrs_attrs__"):
        return tuple(field.name for field in cls.__attrs_attrs__)
    return tuple(getattr(cls, "_fields", ()))


def state(obj: Any) -> dict[str, Any]:
    """Return the values of a record's fields, or of all attributes.

    The data of a factor, which are not compared, are not part of its meaning.
    """
    cls: Any = type(obj)
    names = field_names(cls)
    if names:
        if hasattr(cls, "prepared") and not isinstance(obj, tuple):
            names = tuple(name for name, _ in field_kinds(cls))
        return {n: getattr(obj, n) for n in names if not _is_as_before(obj, n)}
    slots = [vars(base).get("__slots__", ()) for base in cls.__mro__]
    names = tuple(n for slot in slots for n in ((slot,) if isinstance(slot, str) else slot))
    values = {name: getattr(obj, name) for name in names if hasattr(obj, name)}
    return dict(sorted({**values, **getattr(obj, "__dict__", {})}.items()))


def _is_as_before(obj: Any, name: str) -> bool:
    """Return whether a field that was added later has its default."""
    field = getattr(obj, "__dataclass_fields__", {}).get(name)
    return field is not None and _LATER in field.metadata and getattr(obj, name) == field.default


def fields(cls: Any) -> Iterator[tuple[str, object, tuple[Any, ...]]]:
    """Yield name, type and options of each field of a record."""
    for field in dataclasses.fields(cls) if "__dataclass_fields__" in vars(cls) else ():
        if _LATER in field.metadata:
            continue
        options = (field.compare, field.init, field.kw_only)
        defaults = (field.default, field.default_factory)
        given = ["missing" if d is dataclasses.MISSING else d for d in defaults]
        yield field.name, field.type, (*given, *options)
    for field in vars(cls).get("__attrs_attrs__", ()):
        options = (field.eq, field.init, field.kw_only)
        yield field.name, field.type, (field.default, field.converter, *options)
    for name in vars(cls).get("_fields", ()):
        yield name, cls.__annotations__.get(name), ()


def members(cls: type) -> list[tuple[str, Any]]:
    """Return what a class itself defines, by name, without what dataclasses and enums generate."""
    if issubclass(cls, Enum):
        values = [(name, member.value) for name, member in cls.__members__.items()]
        own = [(n, m) for n, m in vars(cls).items() if n not in cls.__members__ and n[:1] != "_"]
        return values + sorted(own, key=lambda pair: pair[0])
    names = field_names(cls)
    own = [(n, m) for n, m in vars(cls).items() if n not in names and _is_own(cls, n, m)]
    return sorted(own, key=lambda pair: pair[0])


def _is_own(cls: type, name: str, member: Any) -> bool:
    if name in _SILENT or name in _PROTOCOL:
        return False
    if isinstance(member, types.MemberDescriptorType | Hooks):
        return False
    if not (name.startswith("__") and name.endswith("__")):
        return True
    function = getattr(member, "__func__", member)
    if not isinstance(function, types.FunctionType):
        return name == "__abstraction__"
    if name in _WRITTEN and function.__code__.co_filename.startswith(GENERATED):
        return False
    package = package_of(function.__module__)
    return package == package_of(cls.__module__) or not (
        is_standard(package) or is_installed(package)
    )
