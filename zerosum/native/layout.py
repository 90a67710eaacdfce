"""Annotations to native types: which struct a class becomes, which classes form a family.

``Lowering(game class)`` is one reading of a game and of everything it names. Types that it
makes carry its fingerprint, so two versions of a game never share a type.
"""

import dataclasses
from collections.abc import Container
from enum import Enum, Flag
from functools import cache
from typing import Any, get_args, get_origin

import attrs
import numpy as np
from numba import typeof
from numba.core import types

from zerosum.abstraction.algebra import Algebraic
from zerosum.abstraction.combined import Combined
from zerosum.abstraction.identity import digest, fingerprint
from zerosum.abstraction.values import is_frozen
from zerosum.actions import UpTo
from zerosum.errors import LoweringError
from zerosum.native import types as kinds
from zerosum.native.declarations import (
    argument_of,
    bounded,
    fixed_names,
    full_name,
    record_fields,
    unresolved,
)
from zerosum.native.emit import Kind
from zerosum.native.families import action_groups, lay_words, merged, records_below
from zerosum.native.places import field_at, located
from zerosum.rng import Random
from zerosum.support.hints import annotations_of, choices

_SCALARS: dict[Any, Kind] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    type(None): types.none,
    Random: kinds.RANDOM,
}
_INSTEAD: dict[Any, str] = {
    str: "write an enum instead of a string",
    list: "write a tuple annotated UpTo(n) instead of a list",
    tuple: "write Annotated[tuple[int, ...], UpTo(n)], with the type of the items for int",
    dict: "write a tuple or an array indexed by an int instead of a dict",
    set: "write an int whose bits are the items instead of a set",
    frozenset: "write an int whose bits are the items instead of a frozenset",
}
_DTYPES = ("float64", "float32", "int64", "int32", "uint8", "bool")
# How many actions menus have room for, if nothing declares it and no longer ones are met.
CAPACITY = 16
Room = tuple[tuple[str, int], ...]
"""Names of fields that are tuples, each with a length that is greater than it declares."""


class Layout:
    """Native types of classes and annotations, for one game.

    Parameters
    ----------
    game
        The game's class.
    capacity
        How many actions menus have room for; it is part of the fingerprint.
    room
        The fields that need more room than they declare; part of the fingerprint, too.
    """

    def __init__(self, game: type, capacity: int, room: Room = ()) -> None:
        self.game = game
        self._room = dict(room)
        self.cacheable = True
        self._records: dict[type, kinds.RecordType] = {}
        self._families: dict[type, kinds.FamilyType] = {}
        groups = merged([list(group) for group in action_groups(game)])
        classes = [game, *(cls for group in groups for cls in group)]
        menus, fields = "" if capacity == CAPACITY else str(capacity), str(room) if room else ""
        self.fingerprint = digest("".join(_fingerprint(cls) for cls in classes) + menus + fields)
        for group in groups:
            self.family(group)

    def family(self, classes: list[type]) -> kinds.FamilyType:
        """Make, or find, the shared type of several records."""
        known = {self._families.get(cls) for cls in classes}
        if len(known) == 1 and (only := next(iter(known))) is not None:
            return only
        if any(known):
            raise LoweringError(
                f"Records of one family must stay together; "
                f"{' | '.join(cls.__name__ for cls in classes)} mixes two families. "
                f"Use one union, or one base class, for all actions and outcomes of the game.",
                tuple(classes),
            )
        ordered = sorted(set(classes), key=lambda cls: (cls.__module__, cls.__qualname__))
        laid = [(cls, self.fields(cls)) for cls in ordered]
        for cls, fields in laid:
            for name, part in fields:
                if kinds.holds_arrays(part):
                    raise LoweringError(
                        f"{cls.__qualname__}.{name} must not hold an array, since actions and "
                        f"records of a family are words; write a tuple, or an index into an array "
                        f"of the module.",
                        cls,
                    )
        members, words = lay_words(laid)
        names = "|".join(map(full_name, ordered))
        kind = kinds.FamilyType(
            f"{names}#{self.fingerprint}",
            tuple(members),
            words,
            self._lasting(ordered),
            classes=tuple(ordered),
            lowering=self,
        )
        for cls in ordered:
            self._families[cls] = kind
        return kind

    def action_type(self) -> Kind:
        """Return the type of the actions that ``apply`` takes."""
        hint = argument_of(self.game, "apply")
        return self.annotation(int if hint is None else hint, f"{self.game.__qualname__}.apply")

    def record(self, cls: type, example: Any = None) -> kinds.RecordType | kinds.FamilyType:
        """Return the native type of a record class.

        The dimensions of its arrays come from an example, since annotations seldom give them.
        """
        if cls in self._families:
            return self._families[cls]
        if isinstance(example, Combined):
            return self._combined(example)
        if example is not None and (arrays := _arrays_of(example)):
            fields = tuple((n, arrays.get(n, kind)) for n, kind in self.fields(cls, set(arrays)))
            shape = ".".join(f"{kind.dtype}{kind.ndim}" for kind in arrays.values())
            return self._record(cls, f"{_fingerprint(cls)}.{shape}", fields)
        if cls not in self._records:
            if not is_frozen(cls):
                raise LoweringError(
                    f"{cls.__qualname__} must be a frozen dataclass (dataclasses or attrs) to be "
                    f"a native value; decorate it with @dataclass(frozen=True).",
                    cls,
                )
            self._records[cls] = self._record(cls, _fingerprint(cls), self.fields(cls))
        return self._records[cls]

    def _record(
        self, cls: type, shape: str, fields: kinds.Fields, lasting: bool = True
    ) -> kinds.RecordType:
        """Make a record's type; ``shape`` is a text that changes with the fields."""
        name = f"{full_name(cls)}#{self.fingerprint}.{shape}"
        lasting = self._lasting([cls]) and lasting
        laid = kinds.set_apart(fields, fixed_names(cls))
        return kinds.RecordType(name, laid, lasting, cls=cls, lowering=self)

    def _combined(self, example: Any) -> kinds.RecordType:
        """Return the native type of a record that holds factors, as this one does."""
        arrays = _arrays_of(example)
        held = [e.name for e in dataclasses.fields(example) if e.compare or e.name in arrays]
        parts = [arrays.get(name) or self.held(getattr(example, name)) for name in held]
        kind: Any = type(example)
        shape = digest(_print_of(kind) + repr(list(map(str, parts))))
        lasting = all(map(_is_lasting, parts))
        return self._record(type(example), shape, tuple(zip(held, parts, strict=True)), lasting)

    def held(self, value: Any) -> Kind:
        """Return the native type of a value that a combinator holds."""
        if isinstance(value, Algebraic) and value.function is not None:
            name, lasting = f"{value.identity}#{self.fingerprint}", value.function.__module__
            return kinds.StaticType(name, lasting != "__main__", value=value, lowering=self)
        if isinstance(value, str) or _are_numbers(value):
            return kinds.StaticType(repr(value), True, value=value, lowering=self)
        if isinstance(value, Algebraic):
            value = value.target
        if isinstance(value, tuple):
            return types.Tuple([self.held(part) for part in value])
        if is_frozen(type(value)):
            return self.record(type(value), value)
        if isinstance(value, Enum):
            return enum_type(type(value))
        return _SCALARS[type(value)]

    def fields(self, cls: type, known: Container[str] = ()) -> kinds.Fields:
        """Return name and native type of each field of a record class."""
        hints = annotations_of(cls)
        found = []
        for name in (entry.name for entry in record_fields(cls)):
            if name in known:
                found.append((name, types.none))
                continue
            if name not in hints:
                raise _unresolved(cls, unresolved(cls) or name)
            place = f"{cls.__qualname__}.{name}"
            try:
                found.append((name, self.annotation(hints[name], place)))
            except LoweringError as error:
                told = located(place, field_at(cls, name))
                raise LoweringError(str(error).replace(place, told, 1), error.subject) from error
        return tuple(found)

    def annotation(self, hint: Any, place: str) -> Kind:
        """Return the native type of an annotation; ``place`` is named in errors."""
        hint, bound = bounded(hint)
        if bound is not None and bound.bits is not None:
            return self._packed(hint, bound, place)
        if hint in _SCALARS:
            return _SCALARS[hint]
        if isinstance(hint, types.Type):
            return hint
        origin, parts = get_origin(hint), get_args(hint)
        if len(several := choices(hint)) > 1:
            return self._union(several, place)
        if origin is tuple:
            return self._tuple(parts, bound, place)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return enum_type(hint, place)
        if is_frozen(hint) or hint in self._families:
            return self.record(hint)
        if origin is np.ndarray or hint is np.ndarray:
            return self._array(parts, place)
        if isinstance(hint, type) and (group := records_below(hint)):
            return self.family(group)
        raise LoweringError(
            f"{place} must be an int, bool, float, enum, fixed tuple, frozen record, one of these "
            f"or None, a tuple annotated UpTo(n), or a NumPy array; got {_spelled(hint)}; "
            f"{_instead(hint)}.",
            hint,
        )

    def _union(self, parts: tuple[Any, ...], place: str) -> Kind:
        some = [part for part in parts if part is not type(None)]
        inner: Kind
        if len(some) == 1:
            inner = self.annotation(some[0], place)
        elif all(is_frozen(part) for part in some):
            inner = self.family(some)
        elif all(part in (int, bool) or _is_int_enum(part) for part in some):
            inner = types.int64
        else:
            raise LoweringError(
                f"A union at {place} must be of frozen records, or of one type and None; got "
                f"{' | '.join(map(_spelled, parts))}: {_instead_of_union(some)}.",
                parts,
            )
        return inner if len(some) == len(parts) else types.Optional(inner)

    def _packed(self, hint: Any, bound: UpTo, place: str) -> Kind:
        parts = get_args(hint)
        if get_origin(hint) is not tuple or parts[1:] != (Ellipsis,) or parts[0] is not int:
            raise LoweringError(
                f"{place} must be tuple[int, ...], since it is annotated {bound}; got "
                f"{_spelled(hint)}; leave bits out.",
                place,
            )
        if bound.bits not in range(1, 63):
            raise LoweringError(
                f"The bits of {place} must be from 1 to 62; got {bound.bits}; leave them out if "
                f"the items need more.",
                place,
            )
        length = self._room.get(place.rpartition(".")[2], bound.length)
        return kinds.PackedType(length, bound.bits)

    def _tuple(self, parts: tuple[Any, ...], bound: UpTo | None, place: str) -> Kind:
        if len(parts) == 2 and parts[1] is Ellipsis:
            if bound is None:
                owner, _, name = place.rpartition(".")
                raise LoweringError(
                    f"{place} must have a known greatest length; write "
                    f"{name}: Annotated[tuple[{_spelled(parts[0])}, ...], UpTo(n)] in {owner}, "
                    f"with UpTo of zerosum.actions and the greatest length for n.",
                    place,
                )
            return kinds.SequenceType(self.annotation(parts[0], place), bound.length)
        items = [self.annotation(part, place) for part in parts if part != ()]
        return types.Tuple(tuple(items))

    def _array(self, parts: tuple[Any, ...], place: str) -> Kind:
        text = str(parts)
        dtype = next((name for name in _DTYPES if name in text), "float64")
        shape = get_args(parts[0]) if parts else ()
        dims = len(shape) if shape and Ellipsis not in shape else 1
        return types.Array(typeof(np.zeros(1, dtype)).dtype, dims, "C", readonly=True)

    def _lasting(self, classes: list[type]) -> bool:
        """Return whether a fresh process finds the classes again: not those of a notebook."""
        lasting = all(cls.__module__ != "__main__" for cls in classes)
        self.cacheable = self.cacheable and lasting
        return lasting


def enum_type(cls: type[Enum], place: str = "") -> Kind:
    """Return the native type of an enum's members."""
    if issubclass(cls, Flag):
        raise LoweringError(
            f"The flags {cls.__qualname__} of {place} have no native form; write an int and "
            f"constants of its bits.",
            cls,
        )
    if issubclass(cls, int):
        return typeof(cls).member_type
    return kinds.EnumType(full_name(cls), cls=cls)


def _arrays_of(record: Any) -> dict[str, types.Array]:
    """Return the native types of the arrays in a record's fields."""
    found = {}
    for entry in record_fields(type(record)):
        value = getattr(record, entry.name)
        if isinstance(value, np.ndarray):
            dtype = typeof(value).dtype
            found[entry.name] = types.Array(dtype, value.ndim, "C", readonly=True)
    return found


def _fingerprint(cls: type) -> str:
    return fingerprint(cls, asides=True)  # a kernel or a factor may call what no rule uses


@cache
def _print_of(cls: Any) -> str:
    return _fingerprint(cls)


def _are_numbers(value: Any) -> bool:
    numbers = isinstance(value, tuple) and all(type(part) in (int, float) for part in value)
    return numbers and len(value) > 0


def _is_lasting(kind: Any) -> bool:
    """Return whether a fresh process finds what a type was made of."""
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_lasting, kind))
    return bool(getattr(kind, "cacheable", True))


def _unresolved(cls: type, name: str) -> LoweringError:
    told = located(f"The annotation of {cls.__qualname__}.{name}", field_at(cls, name))
    return LoweringError(
        f"{told} does not resolve; define the names it uses at the top of the module "
        f"{cls.__module__}.",
        cls,
    )


def _instead_of_union(parts: list[Any]) -> str:
    enums = [part for part in parts if isinstance(part, type) and issubclass(part, Enum)]
    if enums and all(part in (int, bool) or part in enums for part in parts):
        return f"make {' and '.join(map(_spelled, enums))} an IntEnum, and annotate int"
    return "make each of them a frozen record"


def _is_int_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum) and issubclass(hint, int)


def _instead(hint: Any) -> str:
    if isinstance(hint, type) and (dataclasses.is_dataclass(hint) or attrs.has(hint)):
        return "write @dataclass(frozen=True) above it"
    return _INSTEAD.get(get_origin(hint) or hint, "annotate it with one of these")


def _spelled(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
