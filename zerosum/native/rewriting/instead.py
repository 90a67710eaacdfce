"""What to write instead of the functions, classes and statements that have no native form."""

import ast
import builtins
import copy
import dataclasses
import functools
import inspect
import math
import operator
import random
from typing import Any

from zerosum.abstraction.anatomy import is_standard, package_of

_LOOP = "the loop"
_OWN = "a function of your own"
_CHANCE = "chances(), or sample(self, rng) with rng.random()"
_SET = "a tuple, or the bits of an int,"
_ITEMS = "the fields by name"

# Each with what to write instead; "has no native form; write ... instead".
SYNTAX: dict[type[ast.AST], tuple[str, str]] = {
    ast.AsyncFor: ("async", "the plain statement"),
    ast.AsyncFunctionDef: ("async", "def"),
    ast.AsyncWith: ("async", "the plain statement"),
    ast.Await: ("await", "the plain call"),
    ast.ClassDef: ("a class inside a function", "a frozen dataclass at the top of the module"),
    ast.Delete: ("del", "a new list or tuple without the item"),
    ast.Dict: ("a dictionary", "a chain of if and elif, or a tuple by index,"),
    ast.DictComp: ("a dictionary", "a tuple or an array indexed by an int"),
    ast.GeneratorExp: ("a generator by itself", "a list filled by append"),
    ast.Global: ("global", "a field of the game, or an argument,"),
    ast.Import: ("an import inside a function", "the import at the top of the module"),
    ast.ImportFrom: ("an import inside a function", "the import at the top of the module"),
    ast.JoinedStr: ("an f-string", "an int or an enum"),
    ast.Set: ("a set", _SET),
    ast.SetComp: ("a set", _SET),
    ast.Try: ("try", "a test before the act"),
    ast.TryStar: ("try", "a test before the act"),
    ast.With: ("with", "the plain statements"),
    ast.Yield: ("yield", "a list filled by append, and `return tuple(...)`,"),
    ast.YieldFrom: ("yield", "a list filled by append, and `return tuple(...)`,"),
}
_FUNCTIONS: dict[Any, str] = {
    print: "no output, or run with native=False,",
    iter: _LOOP,
    next: _LOOP,
    dict: "a chain of if and elif, or a tuple by index,",
    set: _SET,
    frozenset: _SET,
    type: "isinstance(x, ...)",
    hash: "the value itself, which is compared by its fields,",
    bin: "x.bit_count(), or the bits by & and >>,",
    object.__setattr__: "replace(self, field=...)",
    setattr: "replace(self, field=...)",
    functools.partial: _OWN,
    functools.reduce: _LOOP,
    math.comb: "a tuple of the values, indexed by an int,",
    math.factorial: "a tuple of the values, indexed by an int,",
    math.prod: "the loop, `total *= x`,",
    math.isclose: "abs(x - y) < 1e-9",
    math.isqrt: "int(math.sqrt(n)), or a loop,",
    operator.itemgetter: "the index, as in items[0],",
    operator.attrgetter: "the attribute by its name",
    copy.copy: "the value itself, which never changes,",
    copy.deepcopy: "the value itself, which never changes,",
    dataclasses.astuple: _ITEMS,
    dataclasses.asdict: _ITEMS,
    dataclasses.fields: _ITEMS,
}
_MODULES = {
    "itertools": "nested loops",
    "collections": "a tuple indexed by an int",
    "random": _CHANCE,
    "numpy.random": _CHANCE,
    "secrets": _CHANCE,
    "time": "a field of the game",
    "numpy.linalg": "the loop, `total += x * y`,",
    "decimal": "ints, in the smallest unit,",
    "fractions": "ints, in the smallest unit,",
    "re": "an int or an enum",
    "string": "an int or an enum",
}
_REFUSED = (print, dict, set, frozenset, type, iter, next, hash, functools.reduce)
# Whatever these modules have gives another result natively, if it compiles.
_RANDOM = ("random", "numpy.random", "secrets", "time", "numpy.linalg")
_DEFAULT = "what docs/reference/native.md lists"


def name_of(value: Any, name: str) -> str:
    """Return how a function or class is called in messages: with its module, if it has one."""
    module = _module_of(value)
    if module in ("builtins", "") or getattr(builtins, name, None) is value:
        return name
    return f"{module}.{name}" if is_standard(package_of(module)) or module[:5] == "numpy" else name


def _module_of(value: Any) -> str:
    owner = getattr(value, "__self__", None)
    if isinstance(owner, random.Random):
        return "random"
    kind = type(owner) if owner is not None and not inspect.ismodule(owner) else value
    module = str(getattr(kind, "__module__", None) or "")
    return module.removeprefix("_").removesuffix(".mtrand")


def is_random(value: Any) -> bool:
    """Return whether a function gives, natively, another result than in Python."""
    return callable(value) and _module_of(value) in _RANDOM


def is_refused(value: Any) -> bool:
    """Return whether a function of Python is refused, though the compiler may know it."""
    return any(value is each for each in _REFUSED)


def instead_of(value: Any) -> str:
    """Return what to write instead of a function or class that has no native form."""
    found = next((text for each, text in _FUNCTIONS.items() if each is value), None)
    if found is None:
        found = _MODULES.get(_module_of(value))
    if found is None and isinstance(value, type) and not is_standard(package_of(value.__module__)):
        found = "isinstance(x, ...), or a class with @dataclass(frozen=True) above it,"
    return found or _DEFAULT
