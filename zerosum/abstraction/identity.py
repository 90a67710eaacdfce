"""Identity: the meaning of a function, class or value as text, and the hash of that text.

The text of a function contains its syntax (without comments, docstrings, annotations and
decorators), its defaults, its closed-over values and, by name, the constants, helper functions and
classes that it reaches. The text of a class contains its bases, fields and members. Objects of
Python or of other libraries are represented by their names alone.
"""

import hashlib
import re
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from zerosum.abstraction import anatomy
from zerosum.abstraction.source import said, said_by_annotation
from zerosum.hooks import is_aside
from zerosum.support.hints import meant, own_annotations

_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, range, slice})
_HOUSE = ("zerosum", "blood")  # one distribution, read also where it is installed
_PARTS = frozenset(
    {"abstracted", "algebra", "anatomy", "combinators", "combined", "fitting", "identity"}
    | {"menus", "naming", "pickling", "projections", "source", "values"}
)
# A meet and colours have meanings of their own; their code reaches trees and kernels.
_MACHINERY = {f"zerosum.abstraction.{part}" for part in _PARTS}
_MACHINERY |= {f"zerosum.lattice.{part}" for part in ("meet", "minimise", "within")}
_MACHINERY |= {"zerosum.workshop"}
# What moved keeps the name that it has in the identities of saved strategies and fits.
_FORMERLY = {
    "zerosum.workshop": "zerosum.abstraction.fitting",
    "zerosum.pkr.hands.deck": "zerosum.pkr.holdem.deck",
}
_MERGED = (  # into which module of poker, from which, and what
    ("buckets.factor", "buckets.memo", "new_memo no_memo remembered memorise _slot _tag"),
    ("buckets.river.features", "buckets.river.sampling", "Deals dealer deal_all deal_street"),
    ("buckets.river.sampled", "buckets.river.tables", "Table tabulated hands list_flops"),
    ("buckets.holdem.plans", "buckets.holdem.strengths", "strengths mapped Steps Parts middles"),
    ("buckets.holdem.plans", "features.percentiles", "percentiles"),
    ("situations.boards", "situations.shapes", "Blocks blocks_of _fill"),
)
_FORMERLY |= {
    f"zerosum.pkr.{now}:{name}": f"zerosum.pkr.{before}"
    for now, before, names in _MERGED
    for name in names.split()
}
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONG = 1000  # characters of a value; longer ones stand by their hash


def meaning(obj: object, *, asides: bool = False, library: bool = True) -> str:
    """Return the meaning of an object as canonical text.

    It does not depend on comments, docstrings, annotations of parameters, line numbers or the
    process. It changes with every constant, closed-over value, default, helper function and
    method of a base class. Only the text of files is kept between calls. What is marked with
    :func:`zerosum.game.aside`, and what functions are annotated to return, have no part in it,
    unless ``asides``: native code depends on both. What this library defines is read as all else,
    unless ``library`` is false: then it stands by its name.

    >>> def double(x: int) -> int:
    ...     return 2 * x
    >>> meaning(double) == meaning(double)
    True
    """
    walk = _Walk(asides, library)
    root = walk.home(obj)
    walk.define_reached()
    return "\n".join([root, *(f"{key} = {text}" for key, text in walk.definitions.items())])


def fingerprint(obj: object, *, asides: bool = False) -> str:
    """Return the hash of an object's meaning: 16 hex digits.

    >>> len(fingerprint(meaning))
    16
    """
    return digest(meaning(obj, asides=asides))


def digest(text: str) -> str:
    """Return the hash of a text: 16 hex digits.

    >>> digest("") == digest("")
    True
    """
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class _Walk:
    """Walks from an object to everything that its meaning depends on, each thing once."""

    def __init__(self, asides: bool, library: bool) -> None:
        self.asides, self.library = asides, library
        self.definitions: dict[str, str] = {}
        self.keys: dict[int, str] = {}
        self.taken: dict[str, int] = {}
        self.reached: list[Any] = []  # also keeps the objects, and so their ids, alive
        self.package = ""  # the one whose code is being read
        self.within: set[int] = set()

    def define_reached(self) -> None:
        """Write the definitions of all functions and classes reached, and of what they reach."""
        for obj in self.reached:  # grows on the way
            self.package = anatomy.package_of(anatomy.module_of(obj))
            define = self.define_class if isinstance(obj, type) else self.define_function
            self.definitions[self.keys[id(obj)]] = define(obj)

    def define_function(self, function: FunctionType) -> str:
        """Return the text of a function and of the values that its names are bound to."""
        words = said(function)
        scope = {**function.__globals__, **anatomy.closed_over(function)}
        defaults = self.value((function.__defaults__ or (), function.__kwdefaults__ or {}))
        returned = own_annotations(function).get("return") if self.asides else None
        bound = "" if returned is None else self.annotation(returned, function.__module__)
        return f"{words.text} {defaults}{bound}{self.bindings(words.names, scope)}"

    def define_class(self, cls: type) -> str:
        """Return the text of a class: bases, fields, members."""
        bases = [base for base in cls.__bases__ if self.asides or not is_aside(base)] or [object]
        lines = [f"base {self.home(base)}" for base in bases]
        for name, annotation, options in anatomy.fields(cls):
            homes = (c for c in cls.__mro__ if name in own_annotations(c))
            kind = self.annotation(annotation, next(homes, cls).__module__)
            lines.append(f"field {name}: {kind} {self.all(options)}")
        own = [pair for pair in anatomy.members(cls) if self.asides or not is_aside(pair[1])]
        lines += [f"{name}: {self.value(member)}" for name, member in own]
        return "\n  ".join(lines)

    def home(self, obj: Any) -> str:
        """Return the text of a value, whichever package it is from."""
        outer, self.package = self.package, anatomy.package_of(anatomy.module_of(obj))
        text = self.value(obj)
        self.package = outer
        return text

    def value(self, obj: Any) -> str:
        """Return the text of any value."""
        if type(obj) in _PLAIN:
            return repr(obj)
        if isinstance(obj, type | FunctionType):
            return self.reference(obj)
        if id(obj) in self.within:
            return "<itself>"
        self.within.add(id(obj))
        text = self.composite(obj)
        self.within.discard(id(obj))
        return text if len(text) <= _LONG else f"<{digest(text)}>"

    def reference(self, obj: Any) -> str:
        """Return the name of a function or class, and note it if it is to be defined."""
        if id(obj) in self.keys:
            return self.keys[id(obj)]
        module = anatomy.module_of(obj)
        merged = f"{module}:{obj.__qualname__.partition('.')[0]}"
        name = f"{_FORMERLY.get(merged) or _FORMERLY.get(module, module)}:{obj.__qualname__}"
        if self.stands_by_name(obj):
            return name
        self.taken[name] = count = self.taken.get(name, 0) + 1
        self.keys[id(obj)] = name if count == 1 else f"{name}#{count}"
        self.reached.append(obj)
        return self.keys[id(obj)]

    def composite(self, obj: Any) -> str:
        """Return the text of a value that holds others."""
        if meant(obj) is not obj:  # another name of a type
            return self.value(meant(obj))
        if isinstance(obj, Enum):
            return f"{self.value(type(obj))}.{obj.name}"
        if isinstance(obj, dict):
            pairs = ", ".join(f"{self.value(k)}: {self.value(v)}" for k, v in obj.items())
            return f"{anatomy.kind_of(obj)}({pairs})"
        if isinstance(obj, tuple | list):
            return f"{anatomy.kind_of(obj)}({self.all(obj)})"
        if isinstance(obj, set | frozenset):
            return f"{anatomy.kind_of(obj)}({', '.join(sorted(map(self.value, obj)))})"
        if isinstance(obj, np.ndarray) and not obj.dtype.hasobject:
            content = hashlib.blake2b(np.ascontiguousarray(obj).tobytes(), digest_size=16)
            return f"array({obj.dtype.str}, {obj.shape}, {content.hexdigest()})"
        if isinstance(obj, ModuleType):
            return f"module {obj.__name__}"
        if hasattr(type(obj), "__meaning__"):  # factors and products
            return f"{type(obj).__name__}({', '.join(map(self.home, obj.__meaning__()))})"
        parts = anatomy.wrapped(obj)
        return self.instance(obj) if parts is None else f"{anatomy.kind_of(obj)}({self.all(parts)})"

    def instance(self, obj: Any) -> str:
        """Return the text of a record, or of any other object by its attributes."""
        if self.stands_by_name(type(obj)) and not anatomy.field_names(type(obj)):
            return f"{anatomy.module_of(type(obj))}:{_ADDRESS.sub('', repr(obj))}"
        state = anatomy.state(obj)
        fields = ", ".join(f"{name}={self.value(value)}" for name, value in state.items())
        return f"{self.value(type(obj))}({fields})"

    def all(self, objects: Iterable[Any]) -> str:
        """Return the texts of several values."""
        return ", ".join(map(self.value, objects))

    def annotation(self, annotation: object, module: str) -> str:
        """Return the text of a field's type, given as a string or as an object."""
        if not isinstance(annotation, str):
            return self.value(annotation)
        words = said_by_annotation(annotation)
        scope = vars(sys.modules[module]) if module in sys.modules else {}
        return f"{words.text}{self.bindings(words.names, scope)}"

    def bindings(self, names: Iterable[str], scope: Mapping[str, Any]) -> str:
        """Return the texts of the values that names are bound to."""
        found = ((name, anatomy.resolve(name, scope)) for name in names)
        return "".join(f"\n  {n}: {self.value(v)}" for n, v in found if v is not anatomy.MISSING)

    def stands_by_name(self, obj: Any) -> bool:
        """Whether code belongs to Python, a library, these modules, or an error."""
        module = anatomy.module_of(obj)
        package = anatomy.package_of(module)
        if module in _MACHINERY or anatomy.is_standard(package):
            return True
        if not self.library and package == "zerosum":
            return True
        if isinstance(obj, type) and issubclass(obj, BaseException):
            return True
        known = package in _HOUSE or package == self.package
        return not known and anatomy.is_installed(package)
