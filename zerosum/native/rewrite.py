"""From a user's source to source that compiles: the few spellings that Numba does not read.

The function's syntax is taken as written, names from outside are looked up where the function
would find them (``names``), and spellings of Python that have no counterpart are replaced by
calls that do: constructors, ``replace``, ``isinstance``, ``super()`` (``calls``), generators
and what is walked (``loops``), ``match`` (``match``). What cannot be replaced is refused with a
sentence that shows what to write. Nothing here knows any game.
"""

from __future__ import annotations

import ast
import copy
import types as pytypes
import typing
from typing import Any

from zerosum.abstraction.source import syntax_of
from zerosum.errors import LoweringError
from zerosum.native.building import tuple_of_range
from zerosum.native.filling import Filling
from zerosum.native.names import Unit
from zerosum.native.ranges import range_in
from zerosum.native.returns import pairs, shape_actions
from zerosum.native.syntax import call, is_docstring, names_in

__all__ = ["Unit", "rewrite"]


def rewrite(function: pytypes.FunctionType, unit: Unit) -> pytypes.FunctionType:
    """Return a function of the same meaning that Numba compiles.

    Parameters
    ----------
    function
        A plain function, or a method's.
    unit
        Who it belongs to, and how other things that it names are lowered.

    Raises
    ------
    LoweringError
        Where its source is not at hand, or holds something without a native meaning.
    """
    node = syntax_of(function)
    if node is None:
        raise LoweringError(
            f"The source of {function.__qualname__} must be readable to be compiled; keep it in "
            f"a file, and start again if the file was edited.",
            function,
        )
    node = copy.deepcopy(node)
    if isinstance(node, ast.Lambda):
        body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        node = ast.copy_location(
            ast.FunctionDef(name="function", args=node.args, body=body, decorator_list=[]), node
        )
    if not isinstance(node, ast.FunctionDef):
        raise LoweringError(f"{function.__qualname__} must not be a coroutine; use def.", function)
    rewriter = Rewriter(function, unit)
    rewritten = rewriter.run(node)
    module = ast.fix_missing_locations(ast.Module([rewritten], []))
    exec(compile(module, function.__code__.co_filename, "exec"), rewriter.namespace)
    made = rewriter.namespace[rewritten.name]
    made.__defaults__ = rewriter.defaults
    made.__qualname__ = function.__qualname__
    return typing.cast("pytypes.FunctionType", made)


class Rewriter(Filling):
    """Rewrite one function as a whole."""

    def __init__(self, function: pytypes.FunctionType, unit: Unit) -> None:
        super().__init__(function, unit)
        self.returns: list[ast.Return] = []
        self.defaults: tuple[Any, ...] | None = function.__defaults__

    def run(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Return the whole function rewritten."""
        if self.unit.kind == "class" and self.unit.cls is not None:
            self.locals.discard(self.first)
            self.outside[self.first] = self.unit.cls
        node.decorator_list = []
        node.returns = None
        node.name = self.own_name
        self._arguments(node)
        self.inner = {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef)}
        for each in ast.walk(node):
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda):
                self.inner |= {n for target in each.targets for n in names_in(target)}
        if node.body and is_docstring(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
        if self.unit.role == "chances":
            node.body = pairs(node.body, self.refuse)
        if self.unit.role == "actions":
            self.find_menus(node)
        node.body = self.block(node.body)
        if self.unit.role == "actions":
            shape_actions(self.returns, self)
        return node

    def _arguments(self, node: ast.FunctionDef) -> None:
        """Give parameters the form that Numba takes: no annotations, none by keyword only."""
        arguments = node.args
        for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            arg.annotation = None
        keywords = self.function.__kwdefaults__ or {}
        named = [arg.arg for arg in arguments.kwonlyargs]
        if any(name not in keywords for name in named) and self.defaults:
            raise self.refuse(node, "a keyword-only parameter behind defaults", "it first")
        required = [arg for arg in arguments.kwonlyargs if arg.arg not in keywords]
        optional = [arg for arg in arguments.kwonlyargs if arg.arg in keywords]
        arguments.args += required + optional
        arguments.kwonlyargs, arguments.kw_defaults = [], []
        values = (*(self.defaults or ()), *(keywords[arg.arg] for arg in optional))
        self.defaults = values or None
        # Defaults are set on the function that is made; here only their number counts.
        arguments.defaults = [ast.Constant(None) for _ in values]
        if self.unit.kind == "static":
            arguments.args.insert(0, ast.arg("self_"))

    def visit_Return(self, node: ast.Return) -> Any:
        """Note a return, to be shaped when all are known; one value a statement."""
        items = range_in(node.value, self.resolve) if self.unit.role == "range" else None
        if items is not None:
            menu = self.bind(tuple_of_range(self.unit.capacity, self.place), "ranged")
            return ast.copy_location(ast.Return(call(menu, self.visit(items))), node)
        if self.unit.role == "actions" and isinstance(node.value, ast.IfExp):
            chosen = node.value
            returns = [ast.Return(chosen.body), ast.Return(chosen.orelse)]
            made = ast.If(chosen.test, [returns[0]], [returns[1]])
            return self.visit(ast.fix_missing_locations(ast.copy_location(made, node)))
        self.generic_visit(node)
        self.returns.append(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Visit a function inside the function; its names are its own."""
        outer, returns = set(self.locals), self.returns
        arguments = node.args
        own = {arg.arg for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
        stored = {
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        self.locals |= own | stored
        for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            arg.annotation = None
        node.returns, self.returns = None, []
        node.body = self.block(node.body)
        self.locals, self.returns = outer, returns
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Visit a lambda inside the function; its parameters are its own."""
        outer = set(self.locals)
        self.locals |= {arg.arg for arg in node.args.args}
        node.body = self.visit(node.body)
        self.locals = outer
        return node
