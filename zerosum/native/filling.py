"""Menus on their way: lists that are filled, tuples that grow or are chosen by assignments."""

from __future__ import annotations

import ast
import types as pytypes
import typing

from zerosum.native.building import new_stack, tuple_of_stack
from zerosum.native.menus import as_menu
from zerosum.native.names import Unit
from zerosum.native.returns import reassigned
from zerosum.native.stacks import stack_names, write_out
from zerosum.native.statements import Statements
from zerosum.native.syntax import call, load


class Filling(Statements):
    """Give a menu one form while it is filled."""

    def __init__(self, function: pytypes.FunctionType, unit: Unit) -> None:
        super().__init__(function, unit)
        self.grown: set[str] = set()
        self.stacks: set[str] = set()
        self.place = f"{function.__module__}.{function.__qualname__}"

    def find_menus(self, node: ast.FunctionDef) -> None:
        """Find the names of menus in a function that returns one."""
        self.grown = reassigned(node)
        self.locals |= write_out(node, self.resolve)
        self.stacks = stack_names(node, self.resolve)

    def visit_Assign(self, node: ast.Assign) -> typing.Any:
        """Start a stack; keep a menu that is assigned more than once in one form."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.stacks:
            return self._start(node, target.id)
        self.generic_visit(node)
        if isinstance(target, ast.Name) and target.id in self.grown:
            node.value = call(self._shape(), node.value)
        return node

    def _start(self, node: ast.Assign, name: str) -> list[ast.stmt]:
        """Return the statements that make a stack with its first items."""
        stack = self.bind(new_stack(self.unit.capacity), "stack")
        items = typing.cast("ast.List", node.value).elts
        started = ast.Assign([ast.Name(name, ast.Store())], call(stack))
        append = ast.Attribute(load(name), "append", ast.Load())
        pushed = [ast.Expr(call(append, self.visit(item))) for item in items]
        return [ast.copy_location(each, node) for each in (started, *pushed)]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """End a stack, where a tuple is made of it."""
        argument = node.args[0] if len(node.args) == 1 else None
        if (
            isinstance(argument, ast.Name)
            and argument.id in self.stacks
            and self.resolve(node.func) is tuple
        ):
            return call(
                self.bind(tuple_of_stack(self.unit.capacity, self.place), "tuple"), argument
            )
        return super().visit_Call(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Let a menu grow by ``+=``."""
        if isinstance(node.target, ast.Name) and node.target.id in self.grown:
            grown = ast.BinOp(load(node.target.id), node.op, node.value)
            assign = ast.copy_location(ast.Assign([node.target], grown), node)
            return typing.cast("ast.stmt", self.visit_Assign(ast.fix_missing_locations(assign)))
        self.generic_visit(node)
        return node

    def _shape(self) -> ast.Name:
        """Return the function that gives a menu on its way its form."""
        capacity = self.unit.capacity
        return self.bind(as_menu(capacity, capacity, self.place, listed=True), "menu")
