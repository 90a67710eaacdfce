"""``:=`` as an assignment before the statement: Numba misreads it under Python 3.11."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

_LATER = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)


def hoist(statement: ast.stmt, refuse: Callable[..., Exception]) -> list[ast.stmt]:
    """Return a statement without ``:=``, behind the assignments that stand for it.

    What is evaluated in any case may be evaluated before, since expressions change nothing;
    what is evaluated only sometimes may fail, and is refused.
    """
    if isinstance(statement, ast.While) and _holds(statement.test):
        stop = ast.If(ast.UnaryOp(ast.Not(), statement.test), [ast.Break()], [])
        loop = ast.While(ast.Constant(True), [stop, *statement.body], [])
        if statement.orelse:
            raise refuse(statement, "while with := and else", "while with an assignment before")
        return [ast.fix_missing_locations(ast.copy_location(loop, statement))]
    hoister = _Hoister(refuse)
    for name, value in ast.iter_fields(statement):
        if isinstance(value, ast.expr):
            setattr(statement, name, hoister.visit(value))
    return [*hoister.found, statement]


def _holds(node: ast.AST) -> bool:
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


class _Hoister(ast.NodeTransformer):
    def __init__(self, refuse: Callable[..., Exception]) -> None:
        self.refuse = refuse
        self.found: list[ast.stmt] = []

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        value = self.visit(node.value)
        name = node.target.id
        assign = ast.Assign([ast.Name(name, ast.Store())], value)
        self.found.append(ast.copy_location(assign, node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values[0] = self.visit(node.values[0])
        self.check(*node.values[1:])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        self.check(node.body, node.orelse)
        return node

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _LATER):
            self.check(node)
            return node
        return super().visit(node)

    def check(self, *nodes: ast.AST) -> None:
        """Refuse ``:=`` in what is evaluated only sometimes."""
        for node in nodes:
            if _holds(node):
                raise self.refuse(
                    node, "a := that is not always reached", "an assignment before it"
                )
