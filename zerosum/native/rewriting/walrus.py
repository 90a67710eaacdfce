"""``:=`` as an assignment before the statement: Numba misreads it under Python 3.11."""

from __future__ import annotations

import ast
from typing import Any

from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import assign, load

_LATER = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)


@everywhere
def walrus(source: Source, node: ast.AST) -> Any:
    """Put the assignments that ``:=`` stands for before the statement.

    What is evaluated in any case may be evaluated before, since expressions change nothing;
    what is evaluated only sometimes may fail, and is refused.
    """
    if not isinstance(node, ast.stmt):
        return node
    if isinstance(node, ast.While) and _holds(node.test):
        if node.orelse:
            raise source.refuse(node, "while with := and else", "while with an assignment before")
        stop = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        return ast.While(ast.Constant(True), [stop, *node.body], [])
    hoister = _Hoister(source)
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            setattr(node, name, hoister.visit(value))
    return [*hoister.found, node] if hoister.found else node


def _holds(node: ast.AST) -> bool:
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


class _Hoister(ast.NodeTransformer):
    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[ast.stmt] = []

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _LATER):
            return self.only_sometimes(node)
        return super().visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        value = self.visit(node.value)
        self.found.append(ast.copy_location(assign(node.target.id, value), node))
        return ast.copy_location(load(node.target.id), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values[0] = self.visit(node.values[0])
        self.only_sometimes(*node.values[1:])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        self.only_sometimes(node.body, node.orelse)
        return node

    def only_sometimes(self, *nodes: ast.AST) -> ast.AST:
        """Refuse ``:=`` in what is evaluated only sometimes."""
        for node in nodes:
            if _holds(node):
                raise self.source.refuse(
                    node, "a := that is not always reached", "an assignment before it"
                )
        return nodes[0]
