"""What certain methods return: actions as one sequence, chances as a list of pairs."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from typing import Any

from zerosum.native.menus import as_menu
from zerosum.native.syntax import call, load


def shape_actions(returns: list[ast.Return], rewriter: Any) -> None:
    """Give every return of a function one form: tuples of different lengths are sequences.

    Modified in place: ``returns``.
    """
    lengths = [len(r.value.elts) if isinstance(r.value, ast.Tuple) else None for r in returns]
    if len(returns) == 1:
        capacity = 0
    elif None not in lengths:
        capacity = max(typing.cast("list[int]", lengths))
    else:
        capacity = rewriter.unit.capacity
    place = f"{rewriter.function.__module__}.{rewriter.function.__qualname__}"
    shape = rewriter.bind(as_menu(capacity, rewriter.unit.capacity, place), "menu")
    for each in returns:
        each.value = call(shape, each.value or ast.Constant(None))


def reassigned(node: ast.FunctionDef) -> set[str]:
    """Return the names that are returned as they are and assigned more than once."""
    returned = {
        each.value.id
        for each in ast.walk(node)
        if isinstance(each, ast.Return) and isinstance(each.value, ast.Name)
    }
    stored = [
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    ]
    return {name for name in returned if stored.count(name) > 1}


def pairs(body: list[ast.stmt], refuse: Callable[..., Exception]) -> list[ast.stmt]:
    """Return the statements of ``chances`` with lists of pairs where there were mappings.

    A mapping may be a literal, a comprehension, ``dict.fromkeys``, or a local name that starts
    as one of these and gains ``name[outcome] = probability``.
    """
    returned = {
        node.value.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    }
    maker = _Pairs(returned, refuse)
    return [maker.visit(statement) for statement in body]


class _Pairs(ast.NodeTransformer):
    def __init__(self, returned: set[str], refuse: Callable[..., Exception]) -> None:
        self.returned = returned
        self.refuse = refuse

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None and not isinstance(node.value, ast.Name):
            node.value = self.mapping(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.returned:
            node.value = self.mapping(node.value)
        elif isinstance(target, ast.Subscript) and self.is_returned(target.value):
            pair = ast.Tuple([target.slice, node.value], ast.Load())
            append = ast.Attribute(load(target.value.id), "append", ast.Load())  # type: ignore[attr-defined]
            return ast.copy_location(ast.Expr(call(append, pair)), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if isinstance(node.target, ast.Subscript) and self.is_returned(node.target.value):
            raise self.refuse(node, "a probability that grows", "each outcome once")
        return node

    def is_returned(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.returned

    def mapping(self, node: ast.expr) -> ast.expr:
        """Turn a mapping from outcome to probability into a list of pairs."""
        if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            items = [
                ast.Tuple([key, value], ast.Load())
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None
            ]
            return ast.copy_location(ast.List(list[ast.expr](items), ast.Load()), node)
        if isinstance(node, ast.DictComp):
            pair = ast.Tuple([node.key, node.value], ast.Load())
            return ast.copy_location(ast.ListComp(pair, node.generators), node)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "fromkeys"
            and len(node.args) == 2
        ):
            pair = ast.Tuple([load("outcome_"), node.args[1]], ast.Load())
            each = ast.comprehension(ast.Name("outcome_", ast.Store()), node.args[0], [], 0)
            return ast.copy_location(ast.ListComp(pair, [each]), node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node
        raise self.refuse(
            node, "a mapping built elsewhere", "return {outcome: probability for outcome in ...}"
        )
