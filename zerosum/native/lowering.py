"""Lowering: one game's classes, functions and factors, compiled from their own sources.

The native twin of a function is made when it is first named, from the rewritten source, and
kept. Methods and properties are found on a type by the class behind it, along its MRO, as
Python would find them.
"""

import functools
import inspect
import types as pytypes
from collections.abc import Callable
from enum import Enum
from typing import Any

from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from zerosum.abstraction.algebra import Algebraic
from zerosum.abstraction.combined import Combined
from zerosum.abstraction.fitting import is_inlined
from zerosum.abstraction.identity import fingerprint
from zerosum.abstraction.values import is_frozen
from zerosum.errors import LoweringError
from zerosum.native import records
from zerosum.native.cache import FingerprintCache
from zerosum.native.checking import CHECKED, CHECKED_VALUE
from zerosum.native.declarations import (
    POST,
    completes,
    definer,
    generated,
    most_returned,
    reader,
    returned_by,
)
from zerosum.native.depth import last_address
from zerosum.native.emit import Function, Kind, define
from zerosum.native.encoding import encode
from zerosum.native.interrupted import dispatcher_of
from zerosum.native.layout import CAPACITY, Layout, Room, enum_type
from zerosum.native.protocols import plain
from zerosum.native.records import tag_of
from zerosum.native.rewriting import NEVER_NONE, Source, returns_range, rewrite
from zerosum.native.sparing import prepare_to_compile
from zerosum.native.types import FamilyType, FixedType, RecordType, holds, holds_arrays
from zerosum.support.tokens import enum_payloads

# What these return has a form of its own: a menu, a list of pairs, the value of a factor.
_ROLES = {"actions": "actions", "chances": "chances", "__call__": "actions"}
# Where the function is that a descriptor of a class wraps.
_WRAPPED: dict[Any, str] = {
    staticmethod: "__func__",
    classmethod: "__func__",
    property: "fget",
    functools.cached_property: "func",
    functools._lru_cache_wrapper: "__wrapped__",
}
_KINDS: dict[Any, str] = {staticmethod: "static", classmethod: "class"}
_CALLABLES = (pytypes.FunctionType, *_WRAPPED)


class Lowering(Layout):
    """All that one game names, as native types and functions.

    Parameters
    ----------
    game
        The game's class.
    capacity
        How many actions menus have room for, if the class of infosets does not say.
    room
        The fields that need more room than they declare.
    """

    def __init__(self, game: type, capacity: int = CAPACITY, room: Room = ()) -> None:
        super().__init__(game, capacity, room)
        self._functions: dict[Any, Any] = {}
        self.recursive: set[Any] = set()  # functions that call themselves, as passes find them
        self.verdicts: dict[Any, Any] = {}
        self.called: dict[str, Any] = {}  # what kernels call by address, by its meaning
        self._meanings: dict[Any, str] = {}  # of factors, when they were compiled
        infoset = returned_by(game, "infoset")
        declared = getattr(infoset, "max_actions", capacity)
        self.capacity = max(int(declared), 0 if capacity == CAPACITY else capacity)

    # --- functions ---------------------------------------------------------------------------

    def jit(self, function: Function, role: str = "", inline: bool | None = None) -> Dispatcher:
        """Compile a rewritten function; what it names must be native already."""
        options = CHECKED_VALUE if role == "actions" else CHECKED
        if inline is not None:  # Left out, it is that of the kernel that calls the function.
            options = options | {"forceinline": inline}
        dispatcher = dispatcher_of(function, **options)
        if function.__globals__.get(function.__name__) is function:  # It may call itself.
            function.__globals__[function.__name__] = dispatcher
        prepare_to_compile()
        return dispatcher

    def callable(self, value: Any) -> Any:
        """Return the native form of something that a function calls by name."""
        if isinstance(value, Algebraic) and value.function is not None:
            return self.factor(value.function)
        if isinstance(value, Algebraic):
            return self.record_factor(value.target)
        if isinstance(value, Dispatcher) or is_native(value):
            return value
        if hasattr(value, "__wrapped__") and not isinstance(value, pytypes.FunctionType):
            value = value.__wrapped__
        if isinstance(value, pytypes.FunctionType):
            return self.function(value)
        if is_frozen(type(value)):
            return self.record_factor(value)
        if isinstance(value, pytypes.MethodType):
            raise LoweringError(
                f"The bound method {value.__qualname__} has no native form; call the method on its "
                f"object.",
                value,
            )
        return value

    def function(self, function: Any, role: str = "") -> Dispatcher:
        """Return the native twin of a plain function."""
        key = (function, role)
        if key not in self._functions:
            self._functions[key] = None
            try:
                capacity = most_returned(function) or self.capacity
                source = Source(function, self, role=role, capacity=capacity)
                self._functions[key] = self._twin(source)
            finally:
                if self._functions.get(key) is None:
                    self._functions.pop(key, None)
        if self._functions[key] is None:
            raise LoweringError(
                f"{function.__qualname__} calls itself through another function, which has no "
                f"native form; write it as a loop, or let it call only itself.",
                function,
            )
        return self._functions[key]

    def factor(self, function: Any) -> Dispatcher:
        """Return the native twin of a factor that is a function."""
        return self._kept(function, lambda: self.function(function, "actions"))

    def _kept(self, named: Any, compiled: Callable[[], Dispatcher]) -> Dispatcher:
        """Return the native twin of a factor, a function or class; its code is kept by itself.

        If a value that it reads from outside was replaced since, nothing compiled before counts.
        """
        meaning = f"{self.fingerprint} {self.capacity} {fingerprint(named, asides=True)}"
        if self._meanings.setdefault(named, meaning) != meaning:
            self._functions, self.verdicts, self._meanings = {}, {}, {named: meaning}
        twin = compiled()
        if not isinstance(twin._cache, FingerprintCache):
            lasting = self.cacheable and named.__module__ not in (None, "__main__")
            twin._cache = FingerprintCache(named, "factor", meaning if lasting else None)
        return twin

    def bound(self, function: Any, cls: type, owner: type, role: str = "") -> Dispatcher:
        """Return the native twin of a method, its ``self`` being a value of ``cls``."""
        wrapper = next((each for each in _WRAPPED if isinstance(function, each)), None)
        kind = _KINDS.get(wrapper, "method")
        if wrapper is not None:
            function = getattr(function, _WRAPPED[wrapper])
        if not isinstance(function, pytypes.FunctionType):
            raise LoweringError(
                f"{cls.__qualname__}.{getattr(function, '__name__', function)} must be a method "
                f"written in Python.",
                function,
            )
        key = (function, cls, owner, role)
        if key not in self._functions:
            role = role or _ROLES.get(function.__name__, "")
            if function.__name__ in NEVER_NONE and issubclass(cls, self.game):
                role = function.__name__
            capacity = most_returned(function)
            if capacity is None:
                capacity = int(getattr(cls, "max_actions", self.capacity))
            source = Source(function, self, cls, owner, role, capacity, kind)
            self._functions[key] = self._twin(source)
        return self._functions[key]

    def _twin(self, source: Source) -> Dispatcher:
        """Return a function compiled from its source; one that calls itself knows where to stop."""
        twin = self.jit(rewrite(source), source.role, is_inlined(source.function))
        if source.function not in self.recursive:
            return twin
        parameters = [*inspect.signature(twin.py_func).parameters][1:]
        given = ", ".join(["last_address()", *(f"plain({name})" for name in parameters)])
        text = f"def impl({', '.join(parameters)}):\n    return call({given})\n"
        names = {"call": twin, "last_address": last_address, "plain": plain}
        outermost = define(text, names)
        outermost.__defaults__ = twin.py_func.__defaults__
        return self.jit(outermost, source.role)

    def range_menu(self, kind: RecordType) -> Dispatcher | None:
        """Return the method that gives actions as a range; None if they are no range."""
        actions = inspect.getattr_static(kind.cls, "actions", None)
        return self.named(kind.cls, "actions", "range") if returns_range(actions) else None

    def named(self, cls: type, name: str, role: str = "") -> Dispatcher:
        """Return the native twin of a method of a class, found as Python finds it."""
        return self.bound(inspect.getattr_static(cls, name), cls, definer(cls, name), role)

    def class_function(self, method: Any) -> Dispatcher:
        """Return the native twin of a class method called on its class."""
        dispatcher = self.bound(classmethod(method.__func__), method.__self__, method.__self__)
        return self.jit(calling(dispatcher, method, "0, "))

    def record_call(self, cls: type) -> Dispatcher:
        """Return the native function that calls a record, given the record first."""
        return self._kept(cls, lambda: self.named(cls, "__call__"))

    def record_factor(self, value: Any) -> Dispatcher:
        """Return the native function of a record that is called, its fields being constants."""
        call, record = self.record_call(type(value)), self.constant(value)
        return self.jit(lambda infoset: call(record(), infoset))

    # --- values ------------------------------------------------------------------------------

    def constant(self, value: Any) -> Any:
        """Return a native function without arguments that gives a record known beforehand."""
        if isinstance(value, Combined):
            value = value.equipped()
        kind = self.record(type(value), value)
        if isinstance(value, Combined) and holds_arrays(kind):
            raise LoweringError(
                f"{value!r} carries data, which has no native form inside another function; "
                f"multiply the states by it instead.",
                value,
            )
        if holds(kind, FixedType):
            raise LoweringError(
                f"{value!r} has fields that are FIXED, and no native form as a constant of the "
                f"module; make it a field of the game, or leave FIXED out of its annotations.",
                value,
            )
        if not holds_arrays(kind):
            return records.constant(kind, tuple(encode(kind, value)))
        # An address means nothing to the next process: arrays are constants by themselves.
        names: dict[str, Any] = {"make": self.maker(type(value), kind)}
        parts = []
        for place, (name, _) in enumerate(kind.fields):
            part = getattr(value, name)
            record = is_frozen(type(part))
            names[f"part{place}"] = self.constant(part) if record else part
            parts.append(f"part{place}()" if record else f"part{place}")
        return self.jit(define(f"def impl():\n    return make({', '.join(parts)})\n", names))

    def member(self, value: Enum) -> Function:
        """Return the native function that gives a member of an enum that is no ``IntEnum``."""
        word = enum_payloads(type(value))[value]
        return records.constant(enum_type(type(value)), (word,))

    def maker(self, cls: type, kind: Kind = None) -> Dispatcher:
        """Return the native constructor of a record class, taking all its fields in order."""
        kind = kind or self.record(cls)
        key = ("maker", cls, kind)
        if key not in self._functions:
            member = kind.classes.index(cls) if isinstance(kind, FamilyType) else 0
            make = self.jit(records.builder_of(kind, member))
            check = next((name for name in POST if hasattr(cls, name)), None)
            # What completes a value has run in Python, where the first one was made.
            if check is not None and not completes(cls):
                made = self.named(cls, check)
                names = ", ".join(inspect.signature(make.py_func).parameters)
                source = f"def impl({names}):\n    value = make({names})\n    check(value)\n"
                source += "    return value\n"
                make = self.jit(define(source, {"make": make, "check": made}))
            self._functions[key] = make
        return self._functions[key]

    def iteration(self, kind: RecordType | FamilyType) -> Function:
        """Return the function that iterates over a record, from its ``__iter__``."""
        walk = self.special(kind, "__iter__")
        if walk is None:
            raise LoweringError(
                f"A {kind.name.split('#')[0]} must define __iter__ to be iterated over.", kind
            )
        return lambda sequence: walk(sequence)

    # --- attributes --------------------------------------------------------------------------

    def special(self, kind: RecordType | FamilyType, name: str) -> Dispatcher | None:
        """Return the dispatcher of a special method that a class defines, or None."""
        definers = [definer(cls, name) for cls in classes_of(kind)]
        if all(definer is object or generated(definer, name) for definer in definers):
            return None
        return self.method(kind, name)

    def method(self, kind: Kind, name: str) -> Dispatcher | None:
        """Return the dispatcher of a method, property or constant of a type; None without one."""
        key = ("method", kind, name)
        if key not in self._functions:
            self._functions[key] = self._dispatching(classes_of(kind), name)
        return self._functions[key]

    def made_method(self, kind: Kind, name: str) -> Dispatcher | None:
        """Return the dispatcher of a method or property that is compiled already, or None."""
        return self._functions.get(("method", kind, name))

    def _method_of(self, cls: type, name: str) -> Dispatcher | None:
        found = inspect.getattr_static(cls, name, None)
        if isinstance(found, _CALLABLES):
            return self.named(cls, name)
        if found is None or callable(found) or name.startswith("__"):
            return None
        if isinstance(found, pytypes.MemberDescriptorType):
            return None
        return self.function(reader(found))

    def _dispatching(self, classes: list[type], name: str) -> Dispatcher | None:
        """Return a function that calls the method of whichever class a value is of."""
        methods = [self._method_of(cls, name) for cls in classes]
        have = [method for method in methods if method is not None]
        if not have:
            return None
        if all(method is have[0] for method in methods):
            return have[0]
        arguments = list(inspect.signature(have[0].py_func).parameters)
        given = ", ".join(arguments)
        lines = [f"def impl({given}):", f"    tag = tag_of({arguments[0]})"]
        names: dict[str, Any] = {"tag_of": tag_of}
        for place, method in enumerate(methods):
            if method is not None:
                names[f"method{place}"] = method
                lines += [f"    if tag == {place}:", f"        return method{place}({given})"]
        lines.append(f"    raise AttributeError('{name}')")
        return self.jit(define("\n".join(lines), names))

    def is_property(self, kind: Kind, name: str) -> bool:
        """Return whether a name is a property, or a constant, of the class behind a type."""
        found = [inspect.getattr_static(cls, name, None) for cls in classes_of(kind)]
        return any(
            isinstance(each, property | functools.cached_property)
            or (each is not None and not isinstance(each, _CALLABLES))
            for each in found
        )


@functools.cache
def lowering_of(game: type, capacity: int = CAPACITY, room: Room = ()) -> Lowering:
    """Return the lowering of a game's class, the same one each time."""
    return Lowering(game, capacity, room)


def classes_of(kind: Kind) -> list[type]:
    """Return the classes whose values a native type holds."""
    if isinstance(kind, FamilyType):
        return list(kind.classes)
    return [getattr(kind, "cls", None) or kind.instance_class]


def calling(dispatcher: Dispatcher, function: Function, first: str = "") -> Function:
    """Return a plain function that calls a native one with the parameters of a function.

    ``first`` is the source of arguments before these.
    """
    names = ", ".join(inspect.signature(function).parameters)
    source = f"def impl({names}):\n    return call({first}{names})\n"
    return define(source, {"call": dispatcher})


def is_native(value: Any) -> bool:
    """Return whether Numba knows a function by itself: an overload, a NumPy function."""
    try:
        return cpu_target.typing_context._lookup_global(value) is not None
    except TypeError:
        return False
