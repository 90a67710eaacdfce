"""Calls that Python spells one way and Numba another: constructors, replace, isinstance."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import types as pytypes
import typing
from enum import Enum
from typing import Any

import attrs
import numpy as np

from zerosum.native import walking
from zerosum.native.constructors import is_record, record_fields
from zerosum.native.names import MISSING, Names
from zerosum.native.syntax import call, is_super, load
from zerosum.rng import Random

_REPLACE = (dataclasses.replace, attrs.evolve, getattr(attrs, "assoc", None))
# What adds floats in an order of its own, and so not as a loop does.
_REORDERING = (np.sum, np.mean, np.dot, np.prod, np.average, np.cumsum, np.einsum, np.matmul)


class Calls(Names):
    """Rewrite calls of what is known by name."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Replace a call of something from outside by its native form."""
        if isinstance(node.func, ast.Attribute) and is_super(node.func.value):
            target, owner = self.above(node.func)
            method = self.lowering.bound(target, self.self_class(), owner)
            return self.call(node, self.bind(method, node.func.attr), [load(self.first)])
        if self._calls_itself(node.func):
            self.lowering.recursive.add(self.function)
            made = self.call(node, load(self.own_name), [load(self.first)])
            return self.without_literals(made)
        target = self.resolve(node.func)
        if target is MISSING:
            return self._unknown(node)
        return ast.copy_location(self.known(node, target), node)

    def _calls_itself(self, node: ast.expr) -> bool:
        """Return whether a node is ``self.method`` of the method that is being rewritten."""
        return (
            isinstance(node, ast.Attribute)
            and self.is_self(node.value)
            and node.attr == self.function.__name__
            and getattr(self.unit.cls, node.attr, None) is self.function
        )

    def without_literals(self, node: ast.expr) -> ast.expr:
        """Return a call of a recursive function whose arguments are no literals.

        With one, the compiled code would crash the process that loads it (Numba #6061).
        """
        if isinstance(node, ast.Call):
            plain = self.bind(walking.plain, "plain")
            node.args = [call(plain, argument) for argument in node.args]
            node.keywords = [ast.keyword(k.arg, call(plain, k.value)) for k in node.keywords]
        return node

    def _unknown(self, node: ast.Call) -> ast.expr:
        """Rewrite the call of a method, or of a local name."""
        self.generic_visit(node)
        function = node.func
        plain = not (node.args or node.keywords)
        if plain and isinstance(function, ast.Attribute) and function.attr in walking.PAIRS:
            spelled = walking.PAIRS[function.attr]
            return call(self.bind(spelled, function.attr), function.value)
        if self._may_be_record(function) and not node.keywords:
            return call(self.bind(walking.invoke, "call"), function, *node.args)
        return node

    def _may_be_record(self, node: ast.expr) -> bool:
        """Return whether what is called may be a record with ``__call__``."""
        if isinstance(node, ast.Name):
            return node.id in self.locals and node.id not in self.inner
        if isinstance(node, ast.Attribute) and self.is_self(node.value):
            fields = record_fields(self.self_class())
            return any(entry.name == node.attr for entry in fields)
        return False

    def known(self, node: ast.Call, target: Any) -> ast.expr:
        """Return the native form of a call whose target is known."""
        if target is typing.cast:
            return typing.cast("ast.expr", self.visit(node.args[1]))
        if any(target is function for function in _REPLACE):
            return self._replace(node)
        if target is isinstance:
            return self._isinstance(node)
        if any(target is function for function in _REORDERING):
            raise self.refuse(node, f"np.{target.__name__}", "the loop, `total += x`,")
        if target is getattr and len(node.args) == 2 and (name := self._text(node.args[1])):
            return ast.Attribute(
                typing.cast("ast.expr", self.visit(node.args[0])), name, ast.Load()
            )
        if target is round and len(node.args) + len(node.keywords) > 1:
            raise self.refuse(node, "round to digits", "round(x * 100), an int,")
        if isinstance(target, type) and is_record(target):
            return self._construct(node, target)
        if isinstance(target, type) and issubclass(target, Enum):
            return self.call(node, self.bind(self.lowering.enum_maker(target), target.__name__))
        if isinstance(target, functools.partial):
            raise self.refuse(node, "functools.partial", "a function of its own")
        return self._function(node, target)

    def _text(self, node: ast.expr) -> str:
        """Return the string that an expression is known to be; "" where it is none."""
        value = node.value if isinstance(node, ast.Constant) else self.resolve(node)
        return value if isinstance(value, str) else ""

    def _function(self, node: ast.Call, target: Any) -> ast.expr:
        """Return the call of a plain function, or of a method by its class."""
        owner = self.resolve(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if isinstance(owner, type) and isinstance(target, pytypes.FunctionType):
            static = isinstance(inspect.getattr_static(owner, node.func.attr), staticmethod)  # type: ignore[attr-defined]
            if not static:
                method = self.lowering.bound(target, owner, owner)
                return self.call(node, self.bind(method, target.__name__))
        if isinstance(target, pytypes.MethodType) and isinstance(target.__self__, type):
            method = self.lowering.class_function(target)
            return self.call(node, self.bind(method, target.__name__))
        self.generic_visit(node)
        plain = getattr(target, "__wrapped__", target)
        recursive = isinstance(plain, pytypes.FunctionType) and plain in self.lowering.recursive
        return self.without_literals(node) if recursive else node

    def call(self, node: ast.Call, name: ast.expr, first: list[ast.expr] | None = None) -> ast.expr:
        """Return the call of something else with the same arguments, after some first ones."""
        arguments = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        return ast.copy_location(ast.Call(name, [*(first or []), *arguments], keywords), node)

    def _construct(self, node: ast.Call, cls: type) -> ast.expr:
        """Return the call of a constructor with all its fields in order."""
        if any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            raise self.refuse(node, "a starred argument", "each argument by itself")
        maker = self.lowering.maker(cls)
        given = {k.arg: self.visit(k.value) for k in node.keywords}
        positional = iter([self.visit(argument) for argument in node.args])
        ordered: list[ast.expr] = []
        for entry in record_fields(cls):
            place = None if entry.keyword_only else next(positional, None)
            keyword = given.pop(entry.argument, None)
            if place is not None or keyword is not None:
                ordered.append(typing.cast("ast.expr", keyword if place is None else place))
            elif entry.default is not None:
                ordered.append(self.value(entry.default(), node, entry.name))
            else:
                what = f"{cls.__name__} without its {entry.argument}"
                raise self.refuse(node, what, f"{entry.argument}=...")
        if given or next(positional, None) is not None:
            what = f"{cls.__name__} with an argument that it has not"
            raise self.refuse(node, what, "its fields")
        return call(self.bind(maker, cls.__name__), *ordered)

    def _replace(self, node: ast.Call) -> ast.expr:
        names = tuple(str(k.arg) for k in node.keywords)
        if len(node.args) != 1 or any(k.arg is None for k in node.keywords):
            raise self.refuse(node, "replace with computed names", "replace(value, field=...)")
        function = self.lowering.replacer(names)
        arguments = [self.visit(node.args[0]), *(self.visit(k.value) for k in node.keywords)]
        return call(self.bind(function, "replace"), *arguments)

    def _isinstance(self, node: ast.Call) -> ast.expr:
        function = self.lowering.tester(self._classes(node.args[1]))
        return call(self.bind(function, "isinstance"), self.visit(node.args[0]))

    def _classes(self, node: ast.expr) -> tuple[Any, ...]:
        if isinstance(node, ast.Tuple):
            return tuple(cls for item in node.elts for cls in self._classes(item))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._classes(node.left) + self._classes(node.right)
        if isinstance(node, ast.Constant) and node.value is None:
            return (type(None),)
        value = self.resolve(node)
        found = value if isinstance(value, tuple) else typing.get_args(value) or (value,)
        if not all(isinstance(cls, type) for cls in found):
            raise self.refuse(node, "isinstance with a computed class", "the class by its name")
        return tuple(found)

    def is_random(self, node: ast.expr) -> bool:
        """Return whether a node makes a generator: natively one is always given."""
        return isinstance(node, ast.Call) and self.resolve(node.func) is Random

    def above(self, node: ast.Attribute) -> tuple[Any, type]:
        """Return what ``super().name`` finds, and the class that defines it."""
        cls, owner = self.self_class(), self.unit.owner
        order = list(cls.__mro__)
        for base in order[order.index(owner) + 1 :] if owner in order else order[1:]:
            if node.attr in vars(base):
                return vars(base)[node.attr], base
        raise self.refuse(node, f"super().{node.attr}", "the name of a method that exists")

    def self_class(self) -> type:
        """Return the class that the function is lowered for."""
        if self.unit.cls is None:
            raise self.refuse(self.function, "super() outside a class", "the class by its name")
        return self.unit.cls

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace a dotted name from outside, a constant of the class, a property above."""
        value = self.resolve(node) if isinstance(node.ctx, ast.Load) else MISSING
        if value is not MISSING:
            return ast.copy_location(self.value(value, node, node.attr), node)
        if is_super(node.value):
            target, owner = self.above(node)
            if isinstance(target, property | functools.cached_property):
                method = self.lowering.bound(target, self.self_class(), owner)
                made = call(self.bind(method, node.attr), load(self.first))
                return ast.copy_location(made, node)
        self.generic_visit(node)
        return node
