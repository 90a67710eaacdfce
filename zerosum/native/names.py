"""What the names of a function stand for: looked up once, when its source is rewritten."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import types as pytypes
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from zerosum.errors import LoweringError
from zerosum.native.constructors import is_record, record_fields
from zerosum.native.syntax import call, closed_over, load

MISSING = object()
_PLAIN = (bool, int, float, np.generic, str, type(None))
_DESCRIBED = (property, staticmethod, classmethod, functools.cached_property)
# Longer tuples of numbers become arrays: as long types they would slow the compiler down.
_LONG = 16
_MOST = (1 << 63) - 1


@dataclass(frozen=True)
class Unit:
    """What a function being lowered belongs to.

    Parameters
    ----------
    lowering
        Makes native what the function names; see :class:`zerosum.native.lowering.Lowering`.
    cls
        The class whose value ``self`` is, for methods.
    owner
        The class that defines the method, where ``super()`` starts.
    role
        ``"actions"``, ``"range"`` (actions that are one), ``"chances"`` or ``""``: what is
        returned needs a certain form.
    capacity
        The greatest number of actions where a list of them is returned.
    kind
        ``"method"``, ``"static"``, ``"class"`` or ``"function"``.
    """

    lowering: Any
    cls: type | None = None
    owner: type | None = None
    role: str = ""
    capacity: int = 16
    kind: str = "function"


class Names(ast.NodeTransformer):
    """Replace names from outside a function by what they stand for natively.

    Parameters
    ----------
    function
        The function whose syntax is visited.
    unit
        Who it belongs to.
    """

    def __init__(self, function: pytypes.FunctionType, unit: Unit) -> None:
        self.function = function
        self.unit = unit
        self.lowering = unit.lowering
        code = function.__code__
        self.locals = {*code.co_varnames, *code.co_cellvars}
        self.outside = {**function.__globals__, **closed_over(function)}
        self.namespace: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__module__,
        }
        self.inner: set[str] = set()
        self.own_name = f"{'function' if code.co_name == '<lambda>' else code.co_name}_"
        self.first = code.co_varnames[0] if code.co_argcount else ""

    def resolve(self, node: ast.expr) -> Any:
        """Return what an expression is known to stand for before the run, or MISSING.

        Names from outside, attributes of modules and classes, and where ``self`` is a value of
        a known class ``type(self)`` and ``self.CONSTANT``.
        """
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return MISSING
            if node.id in self.outside:
                return self.outside[node.id]
            return getattr(builtins, node.id, MISSING)
        if self._is_class_of_self(node):
            return self.unit.cls
        if isinstance(node, ast.Attribute):
            if self.is_self(node.value):
                return self._constant(node.attr)
            owner = self.resolve(node.value)
            if isinstance(owner, type) or inspect.ismodule(owner):
                return getattr(owner, node.attr, MISSING)
        return MISSING

    def is_self(self, node: ast.expr) -> bool:
        """Return whether a node is the ``self`` of a method."""
        return (
            self.unit.cls is not None
            and self.unit.kind == "method"
            and isinstance(node, ast.Name)
            and node.id == self.first
        )

    def _is_class_of_self(self, node: ast.expr) -> bool:
        """Return whether a node is ``type(self)`` or ``self.__class__``."""
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return self.is_self(node.value)
        return (
            isinstance(node, ast.Call)
            and self.resolve(node.func) is type
            and len(node.args) == 1
            and self.is_self(node.args[0])
        )

    def _constant(self, name: str) -> Any:
        """Return a constant of the class of ``self``: no field, method or property."""
        cls = self.unit.cls
        if cls is None or name in (entry.name for entry in record_fields(cls)):
            return MISSING
        found = inspect.getattr_static(cls, name, MISSING)
        if isinstance(found, _DESCRIBED) or callable(found):
            return MISSING
        return found

    def bind(self, value: Any, hint: str) -> ast.Name:
        """Give a value a name in the function's namespace; return the name's node."""
        name = f"{hint}_{len(self.namespace)}_"
        self.namespace[name] = value
        return load(name)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name that is read and comes from outside."""
        value = self.resolve(node) if isinstance(node.ctx, ast.Load) else MISSING
        if value is MISSING or getattr(builtins, node.id, MISSING) is value:
            return node
        return ast.copy_location(self.value(value, node, node.id), node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Refuse ints that no word holds."""
        self.check_int(node.value, node)
        return node

    def check_int(self, value: Any, node: ast.AST) -> None:
        """Refuse an int beyond 63 bits."""
        if isinstance(value, int) and not -_MOST <= value <= _MOST:
            raise self.refuse(node, f"the int {value}", "ints below 63 bits, or several of them")

    def value(self, value: Any, node: ast.AST, hint: str) -> ast.expr:
        """Return the node that stands for a value from outside."""
        if isinstance(value, Enum):
            return self._member(value, hint)
        if isinstance(value, _PLAIN):
            self.check_int(value, node)
            return self.bind(value, hint)
        if isinstance(value, tuple | frozenset):
            items = value if isinstance(value, tuple) else tuple(sorted(value))
            return self._tuple(items, node, hint)
        if isinstance(value, type) and issubclass(value, Enum):
            return self._tuple(tuple(value), node, hint)
        if isinstance(value, type) or inspect.ismodule(value):
            return self.bind(value, hint)
        if is_record(type(value)) and not callable(value):
            return call(self.bind(self.lowering.constant(value), hint))
        if isinstance(value, np.ndarray):
            return self.bind(value, hint)
        if isinstance(value, dict | list | set):
            raise self.refuse(
                node,
                f"the {type(value).__name__} {hint} from outside the function",
                "a tuple or a NumPy array indexed by an int, or a chain of if and elif",
            )
        if value is self.function or getattr(value, "__wrapped__", None) is self.function:
            self.lowering.recursive.add(self.function)
            return load(self.own_name)
        if callable(value):
            return self.bind(self.lowering.callable(value, self.unit.capacity), hint)
        raise self.refuse(node, f"the {type(value).__name__} {hint}", "an int, a tuple, an array")

    def _member(self, value: Enum, hint: str) -> ast.expr:
        made = self.lowering.member(value)
        return self.bind(value, hint) if made is None else call(self.bind(made, hint))

    def _tuple(self, value: tuple[Any, ...], node: ast.AST, hint: str) -> ast.expr:
        kinds = {type(item) for item in value}
        numbers = kinds <= {bool, int, float}
        for item in value:
            self.check_int(item, node)
        if numbers and len(kinds) == 1 and len(value) > _LONG:
            array = np.array(value)
            array.flags.writeable = False
            return self.bind(array, hint)
        if numbers:
            return self.bind(value, hint)
        return ast.Tuple([self.value(item, node, hint) for item in value], ast.Load())

    def refuse(self, node: Any, what: str, advice: str) -> LoweringError:
        """Return the error that says what stands in the way, where, and what to write."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        place = f"{self.function.__module__}.{self.function.__qualname__}"
        return LoweringError(
            f"{place} (line {line}) uses {what}, which has no native form; write {advice} instead.",
            self.function,
        )
