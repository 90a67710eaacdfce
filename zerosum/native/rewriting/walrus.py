"""``:=`` as an assignment before the statement: Numba misreads it under Python 3.11."""

import ast
from typing import Any

from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import assign, load, replaced


@everywhere
def walrus(source: Source, node: ast.AST) -> Any:
    """Move ``:=`` to an assignment before the statement.

    That is right where the expression is always evaluated, since expressions have no effects.
    Where it is not always evaluated it might raise an error, and is refused.
    """
    if not isinstance(node, ast.stmt):
        return node
    if isinstance(node, ast.While) and _holds(node.test):
        if node.orelse:
            raise source.refuse(node, "while with := and else", "while with an assignment before")
        stop = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        return ast.While(ast.Constant(True), [stop, *node.body], [])
    found: list[ast.stmt] = []
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.expr) and _holds(value):
            setattr(node, name, _hoisted(source, value, found))
    return [*found, node] if found else node


def _holds(node: ast.AST) -> bool:
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


def _hoisted(source: Source, node: ast.expr, found: list[ast.stmt]) -> ast.expr:
    """Return an expression without ``:=``; append the assignments to ``found``."""

    def step(part: ast.AST) -> ast.AST:
        sometimes: list[ast.expr] = []
        match part:
            case ast.NamedExpr(ast.Name(name), value):
                value = _hoisted(source, value, found)
                found.append(ast.copy_location(assign(name, value), part))
                return load(name)
            case ast.BoolOp(_, [_, *sometimes]):
                pass
            case ast.IfExp(_, body, orelse):
                sometimes = [body, orelse]
            case ast.Lambda() | ast.GeneratorExp() | ast.ListComp():
                sometimes = [part]
        for each in sometimes:
            if _holds(each):
                what = "a := that is not always reached"
                raise source.refuse(each, what, "an assignment before it")
        return part

    return replaced(node, step)
