"""What the names of a function stand for, if that is known before the run."""

import ast
import builtins
import functools
import inspect
from typing import Any

from zerosum.abstraction.anatomy import closed_over
from zerosum.native.declarations import record_fields
from zerosum.native.rewriting.source import Source, is_call_of
from zerosum.native.rewriting.tree import Known, stored

_MISSING = object()
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_DESCRIBED = (property, staticmethod, classmethod, functools.cached_property)


def names(source: Source) -> None:
    """Replace names from outside a function by what they stand for.

    Attributes of modules and classes count as names, and where ``self`` is a value of a known
    class ``type(self)`` and ``self.CONSTANT``.
    """
    _Names(source).generic_visit(source.tree)


class _Names(ast.NodeTransformer):
    """Replace names that are not local where they are read."""

    def __init__(self, source: Source) -> None:
        function, code = source.function, source.function.__code__
        self.source = source
        self.local = {*code.co_varnames, *code.co_cellvars}
        # A cell that is not filled yet is the function's own: it refers to itself.
        closure = dict.fromkeys(code.co_freevars, function) | closed_over(function)
        self.outside = {**vars(builtins), **function.__globals__, **closure}
        if source.kind == "class":
            self.local.discard(source.first)
            self.outside[source.first] = source.cls

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or node.id in self.local:
            return node
        if node.id not in self.outside:
            vars(node)["undefined"] = True
        return self.known(node, self.outside.get(node.id, _MISSING), node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self.source.is_self(node.value):
            return self.known(node, self.constant(node.attr), node.attr)
        self.generic_visit(node)
        owner = node.value.value if isinstance(node.value, Known) else None
        read = isinstance(node.ctx, ast.Load)
        if not read or not (isinstance(owner, type) or inspect.ismodule(owner)):
            return node
        return self.known(node, getattr(owner, node.attr, _MISSING), node.attr, owner)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if is_call_of(node, type) and len(node.args) == 1 and self.source.is_self(node.args[0]):
            return self.known(node, self.source.cls, "class")
        return node

    def known(self, node: ast.expr, value: Any, name: str, owner: Any = None) -> ast.expr:
        """Return the leaf of a value; the node itself if there is none."""
        return node if value is _MISSING else ast.copy_location(Known(value, name, owner), node)

    def constant(self, name: str) -> Any:
        """Return a constant of the class of ``self``, not a field, method or property."""
        cls: Any = self.source.cls
        if name == "__class__":
            return cls
        if name in (entry.name for entry in record_fields(cls)):
            return _MISSING
        found = inspect.getattr_static(cls, name, _MISSING)
        return _MISSING if isinstance(found, _DESCRIBED) or callable(found) else found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Visit the body of an inner function, which has names of its own."""
        inner = {each.name for each in ast.walk(node) if isinstance(each, ast.FunctionDef)}
        outer = self.local
        self.local = outer | {*stored(node), *_parameters(node), *inner}
        node.body = [self.visit(statement) for statement in node.body]
        self.local = outer
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Visit a lambda, which has parameters of its own."""
        outer, self.local = self.local, self.local | _parameters(node)
        self.generic_visit(node)
        self.local = outer
        return node

    def visit(self, node: ast.AST) -> Any:
        """Visit a node; a comprehension in the order in which it binds names."""
        if not isinstance(node, _COMPREHENSIONS):
            return super().visit(node)
        outer = self.local
        for each in node.generators:
            each.iter = self.visit(each.iter)
            self.local = self.local | {*stored(each.target)}
            each.ifs = [self.visit(condition) for condition in each.ifs]
        generators, node.generators = node.generators, []
        self.generic_visit(node)
        node.generators, self.local = generators, outer
        return node


def _parameters(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    return {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
