"""Lowering: one game's classes, functions and factors, compiled from their own sources.

The native twin of a function is made when it is first named, from the rewritten source, and
kept. Methods and properties are found on a type by the class behind it, along its MRO, as
Python would find them.
"""

from __future__ import annotations

import functools
import inspect
import types as pytypes
from collections.abc import Callable
from enum import Enum
from typing import Any

from numba import njit
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from zerosum.abstraction.algebra import Algebraic
from zerosum.errors import LoweringError
from zerosum.native import records
from zerosum.native.casts import unwrap
from zerosum.native.layout import CAPACITY, Layout, hints_of, is_record
from zerosum.native.overloads import overload
from zerosum.native.records import tag_of
from zerosum.native.rewrite import Unit, rewrite
from zerosum.native.types import FamilyType, RecordType, SequenceType
from zerosum.native.words import pack

_POST = ("__post_init__", "__attrs_post_init__")


class Lowering(Layout):
    """All that one game names, as native types and functions.

    Parameters
    ----------
    game
        The game's class.
    """

    def __init__(self, game: type) -> None:
        super().__init__(game)
        self._functions: dict[Any, Any] = {}
        infoset = hints_of(getattr(game, "infoset", None)).get("return")
        self.capacity = int(getattr(infoset, "max_actions", CAPACITY))

    # --- functions ---------------------------------------------------------------------------

    def jit(self, function: Callable[..., Any]) -> Dispatcher:
        """Compile a rewritten function; what it names must be native already."""
        dispatcher = njit(function)
        refresh()
        return dispatcher

    def callable(self, value: Any, capacity: int = CAPACITY) -> Any:
        """Return what stands natively for something that a function calls by name."""
        if isinstance(value, Algebraic) and value.function is not None:
            return self.function(value.function, "actions")
        if isinstance(value, Dispatcher) or is_native(value):
            return value
        if hasattr(value, "__wrapped__") and not isinstance(value, pytypes.FunctionType):
            value = value.__wrapped__
        if isinstance(value, pytypes.FunctionType):
            return self.function(value)
        if is_record(type(value)):
            return self.record_factor(value)
        if isinstance(value, pytypes.MethodType):
            raise LoweringError(
                f"The bound method {value.__qualname__} has no native form; call it on its value.",
                value,
            )
        return value

    def function(self, function: Any, role: str = "") -> Dispatcher:
        """Return the native twin of a plain function."""
        key = (function, role)
        if key not in self._functions:
            unit = Unit(self, role=role, capacity=self.capacity)
            self._functions[key] = None
            try:
                self._functions[key] = self.jit(rewrite(function, unit))
            finally:
                if self._functions[key] is None:
                    del self._functions[key]
        if self._functions[key] is None:
            raise LoweringError(
                f"{function.__qualname__} calls itself through another function, which has no "
                f"native form; write it as a loop, or let it call only itself.",
                function,
            )
        return self._functions[key]

    def bound(self, function: Any, cls: type, owner: type) -> Dispatcher:
        """Return the native twin of a method, its ``self`` being a value of ``cls``."""
        kind = "method"
        if isinstance(function, staticmethod):
            function, kind = function.__func__, "static"
        elif isinstance(function, classmethod):
            function, kind = function.__func__, "class"
        elif isinstance(function, property):
            function = function.fget
        elif isinstance(function, functools.cached_property):
            function = function.func
        if not isinstance(function, pytypes.FunctionType):
            raise LoweringError(
                f"{cls.__qualname__}.{getattr(function, '__name__', function)} must be a method "
                f"written in Python.",
                function,
            )
        key = (function, cls, owner)
        if key not in self._functions:
            role = function.__name__ if function.__name__ in ("actions", "chances") else ""
            capacity = _declared(function, int(getattr(cls, "max_actions", self.capacity)))
            unit = Unit(self, cls, owner, role, capacity, kind)
            self._functions[key] = self.jit(rewrite(function, unit))
        return self._functions[key]

    def class_function(self, method: Any) -> Dispatcher:
        """Return the native twin of a class method called on its class."""
        dispatcher = self.bound(
            classmethod(method.__func__), method.__self__, method.__self__
        )
        return self.jit(_dropping_first(dispatcher, method))

    def record_factor(self, value: Any) -> Dispatcher:
        """Return the native function of a record that is called, its fields being constants."""
        cls = type(value)
        call = self.bound(cls.__call__, cls, _definer(cls, "__call__"))
        record = self.constant(value)
        return self.jit(lambda infoset: call(record(), infoset))

    # --- values ------------------------------------------------------------------------------

    def constant(self, value: Any) -> Any:
        """Return a native function without arguments that gives a record known beforehand."""
        kind = self.record(type(value))
        return _refreshed(records.constant(kind, tuple(pack(kind, value))))

    def maker(self, cls: type) -> Dispatcher:
        """Return the native constructor of a record class, taking all its fields in order."""
        key = ("maker", cls)
        if key not in self._functions:
            kind = self.record(cls)
            member = kind.classes.index(cls) if isinstance(kind, FamilyType) else 0
            make = self.jit(records.builder_of(kind, member))
            check = next((name for name in _POST if hasattr(cls, name)), None)
            if check is not None:
                made = self.bound(getattr(cls, check), cls, _definer(cls, check))
                make = self.jit(_checked(make, made))
            self._functions[key] = make
        return self._functions[key]

    def replacer(self, names: tuple[str, ...]) -> Any:
        """Return the native ``replace`` of certain fields."""
        return _refreshed(_replacer(names))

    def tester(self, classes: tuple[Any, ...]) -> Any:
        """Return the native ``isinstance`` of certain classes."""
        return _refreshed(_tester(classes))

    def enum_maker(self, cls: type[Enum]) -> Any:
        """Return the native way from a value to a member of an enum."""
        return _refreshed(_enum_maker(self.annotation(cls, cls.__qualname__)))

    def equality(self, kind: RecordType) -> Any:
        """Return the function that compares two records of a type as their class does."""
        from zerosum.tokens import field_kinds

        if "__eq__" in vars(kind.cls) and not _generated(kind.cls, "__eq__"):
            method = self.bound(kind.cls.__eq__, kind.cls, kind.cls)
            return lambda a, b: method(a, b)
        tests = [f"a.{name} == b.{name}" for name, _ in field_kinds(kind.cls)]
        namespace: dict[str, Any] = {}
        exec(f"def impl(a, b):\n    return {' and '.join(tests) or 'True'}\n", namespace)
        return namespace["impl"]

    def iteration(self, kind: RecordType | FamilyType) -> Any:
        """Return the function that walks a record, from its ``__iter__``."""
        walk = self.special(kind, "__iter__")
        return lambda sequence: walk(sequence)

    # --- attributes --------------------------------------------------------------------------

    def special(self, kind: RecordType | FamilyType, name: str) -> Any:
        """Return the dispatcher of a special method that a class defines, or None."""
        cls = kind.cls if isinstance(kind, RecordType) else kind.classes[0]
        definer = _definer(cls, name)
        if definer is object or _generated(definer, name):
            return None
        return self.method(kind, name)

    def method(self, kind: RecordType | FamilyType, name: str) -> Dispatcher | None:
        """Return the dispatcher of a method or property of a native type; None without one."""
        key = ("method", kind, name)
        if key not in self._functions:
            if isinstance(kind, RecordType):
                self._functions[key] = self._method_of(kind.cls, name)
            else:
                self._functions[key] = self._dispatching(kind, name)
        return self._functions[key]

    def _method_of(self, cls: type, name: str) -> Dispatcher | None:
        found = inspect.getattr_static(cls, name, None)
        callables = (
            pytypes.FunctionType,
            property,
            staticmethod,
            classmethod,
            functools.cached_property,
        )
        return self.bound(found, cls, _definer(cls, name)) if isinstance(found, callables) else None

    def _dispatching(self, kind: FamilyType, name: str) -> Dispatcher | None:
        """Return a function that calls the method of whichever class a value is of."""
        methods = [self._method_of(cls, name) for cls in kind.classes]
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
        exec("\n".join(lines), names)
        return self.jit(names["impl"])

    def is_property(self, kind: RecordType | FamilyType, name: str) -> bool:
        """Return whether a name is a property of the class behind a type."""
        classes = [kind.cls] if isinstance(kind, RecordType) else kind.classes
        found = [inspect.getattr_static(cls, name, None) for cls in classes]
        return any(isinstance(each, property | functools.cached_property) for each in found)


@functools.cache
def lowering_of(game: type) -> Lowering:
    """Return the lowering of a game's class, the same one each time."""
    return Lowering(game)


def refresh() -> None:
    """Let Numba see what was registered since it last looked."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def _refreshed(value: Any) -> Any:
    refresh()
    return value


def is_native(value: Any) -> bool:
    """Return whether Numba knows a function by itself: an overload, a NumPy function."""
    try:
        return cpu_target.typing_context._lookup_global(value) is not None
    except TypeError:
        return False


def _definer(cls: type, name: str) -> type:
    return next((base for base in cls.__mro__ if name in vars(base)), object)


def _generated(cls: type, name: str) -> bool:
    """Return whether a special method was written by a decorator, not by a person."""
    function = vars(cls).get(name)
    filename = getattr(getattr(function, "__code__", None), "co_filename", "<")
    return bool(filename.startswith("<") and not filename.startswith("<ipython"))


def _declared(function: Any, otherwise: int) -> int:
    """Return the greatest length that a method's annotation declares for what it returns."""
    from typing import Annotated, get_args, get_origin

    from zerosum.actions import UpTo

    returned = hints_of(function).get("return")
    if get_origin(returned) is Annotated:
        return next((m.length for m in get_args(returned)[1:] if isinstance(m, UpTo)), otherwise)
    return otherwise


def _checked(make: Any, check: Any) -> Any:
    arguments = ", ".join(inspect.signature(make.py_func).parameters)
    namespace = {"make": make, "check": check}
    source = (
        f"def impl({arguments}):\n    value = make({arguments})\n    check(value)\n"
        f"    return value\n"
    )
    exec(source, namespace)
    return namespace["impl"]


def _dropping_first(dispatcher: Dispatcher, method: Any) -> Any:
    arguments = ", ".join(inspect.signature(method).parameters)
    namespace = {"call": dispatcher}
    exec(f"def impl({arguments}):\n    return call(0, {arguments})\n", namespace)
    return namespace["impl"]


@functools.cache
def _replacer(names: tuple[str, ...]) -> Any:
    arguments = ", ".join(["value", *(f"{name}_" for name in names)])
    namespace: dict[str, Any] = {}
    exec(f"def replace({arguments}):\n    raise NotImplementedError\n", namespace)
    stub = namespace["replace"]

    def resolve(value: Any, given: tuple[Any, ...]) -> Any:
        if isinstance(value, FamilyType):
            return _replace_member(value, names, arguments)
        if not isinstance(value, RecordType):
            raise LoweringError(f"replace must be given a frozen record; got {value}.", value)
        fields = [name for name, _ in value.fields]
        if unknown := [name for name in names if name not in fields]:
            raise LoweringError(
                f"{value.cls.__qualname__} has no field {unknown[0]} to replace.", value
            )
        parts = ", ".join(f"{n}_" if n in names else f"value.{n}" for n in fields)
        made: dict[str, Any] = {"make": value.lowering.maker(value.cls)}
        exec(f"def impl({arguments}):\n    return make({parts})\n", made)
        return made["impl"]

    outer: dict[str, Any] = {"resolve": resolve}
    exec(f"def on_types({arguments}):\n    return resolve(value, ())\n", outer)
    overload(stub)(outer["on_types"])
    return stub


def _replace_member(kind: FamilyType, names: tuple[str, ...], arguments: str) -> Any:
    lines = [f"def impl({arguments}):", "    tag = tag_of(value)"]
    made: dict[str, Any] = {"tag_of": tag_of}
    for place, (cls, (_, laid)) in enumerate(zip(kind.classes, kind.members, strict=True)):
        fields = [name for name, _, _ in laid]
        if set(names) <= set(fields):
            made[f"make{place}"] = kind.lowering.maker(cls)
            parts = ", ".join(f"{n}_" if n in names else f"value.{n}" for n in fields)
            lines += [f"    if tag == {place}:", f"        return make{place}({parts})"]
    lines.append("    raise TypeError('replace of a field that this record has not')")
    exec("\n".join(lines), made)
    return made["impl"]


@functools.cache
def _tester(classes: tuple[Any, ...]) -> Any:
    def test(value: Any) -> Any:
        return isinstance(value, classes)

    def resolve(value: Any) -> Any:
        if isinstance(value, types.Optional):
            inner = _tester(classes)
            none = type(None) in classes
            return lambda value: none if value is None else inner(unwrap(value))
        if isinstance(value, FamilyType):
            tags = tuple(n for n, cls in enumerate(value.classes) if issubclass(cls, classes))
            if len(tags) == len(value.classes):
                return lambda value: True
            if not tags:
                return lambda value: False
            if len(tags) == 1:
                only = tags[0]
                return lambda value: tag_of(value) == only
            return lambda value: tag_of(value) in tags
        known = _python_class(value)
        verdict = known is not None and issubclass(known, classes)
        return (lambda value: True) if verdict else (lambda value: False)

        overload(test)(resolve)
    return test


def _python_class(kind: Any) -> type | None:
    if isinstance(kind, RecordType):
        return kind.cls
    if isinstance(kind, types.EnumMember):
        return kind.instance_class
    if isinstance(kind, types.Boolean):
        return bool
    if isinstance(kind, types.Integer):
        return int
    if isinstance(kind, types.Float):
        return float
    if kind is types.none:
        return type(None)
    return tuple if isinstance(kind, types.BaseTuple | SequenceType) else None


@functools.cache
def _enum_maker(kind: Any) -> Any:
    @intrinsic
    def make(context: Any, value: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            given = value.dtype if isinstance(value, types.EnumMember) else value
            return ctx.cast(builder, args[0], given, kind.dtype)

        return kind(value), codegen

    return make
