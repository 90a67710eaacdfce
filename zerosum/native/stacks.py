"""Menus filled by ``append``, kept on the stack: a list on the heap costs 140 ns a node.

Only a list of which little else is asked is one: made once, of its first items, then filled,
asked how long it is, and returned as ``tuple(menu)``. A comprehension of which a tuple is
returned is written out as such a list.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from zerosum.native.syntax import call, load, names_in

Resolve = Callable[[ast.expr], Any]


def write_out(node: ast.FunctionDef, resolve: Resolve) -> set[str]:
    """Turn what a function returns as ``tuple(x for ...)`` into a list that is filled.

    Names that only such comprehensions bind become names of the function, and are returned;
    where one is used elsewhere as well, the comprehension stays. Modified in place: ``node``.
    """
    inner = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)][1:]
    others = {each for function in inner for each in ast.walk(function)}
    own = [x for x in ast.walk(node) if isinstance(x, ast.Return) and x not in others]
    found = {each: made for each in own if (made := _comprehension(each, resolve))}
    elsewhere = Counter(_all_names(node))
    for made in found.values():
        # What is walked first is asked for outside the comprehension.
        inside = Counter(_all_names(made)) - Counter(_all_names(made.generators[0].iter))
        elsewhere -= Counter({name: inside[name] for name in _targets(made)})
    writer = _WritingOut(found, set(elsewhere))
    writer.visit(node)
    return writer.bound


def _comprehension(node: ast.Return, resolve: Resolve) -> Any:
    """Return the comprehension of which a tuple is returned, or None."""
    made = node.value
    if isinstance(made, ast.Call) and len(made.args) == 1 and resolve(made.func) is tuple:
        return made.args[0] if isinstance(made.args[0], ast.ListComp | ast.GeneratorExp) else None
    return None


def _all_names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name | ast.arg):
            yield each.id if isinstance(each, ast.Name) else each.arg


def _targets(comprehension: Any) -> set[str]:
    """Return the names that a comprehension binds."""
    return {name for each in comprehension.generators for name in names_in(each.target)}


class _WritingOut(ast.NodeTransformer):
    def __init__(self, found: dict[ast.Return, Any], elsewhere: set[str]) -> None:
        self.found = found
        self.elsewhere = elsewhere
        self.bound: set[str] = set()

    def visit_Return(self, node: ast.Return) -> Any:
        made = self.found.get(node)
        if made is None or _targets(made) & self.elsewhere:
            return node
        name = f"menu_{made.lineno}_{made.col_offset}_"
        self.bound |= {name, *_targets(made)}
        body: ast.stmt = ast.Expr(call(ast.Attribute(load(name), "append", ast.Load()), made.elt))
        for each in reversed(made.generators):
            for condition in reversed(each.ifs):
                body = ast.If(condition, [body], [])
            body = ast.For(each.target, each.iter, [body], [])
        start = ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()))
        end = ast.Return(call(load("tuple"), load(name)))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (start, body, end)]


def stack_names(node: ast.FunctionDef, resolve: Resolve) -> set[str]:
    """Return the names of a function whose lists may be kept on the stack.

    Parameters
    ----------
    node
        The function.
    resolve
        Returns what an expression is known to stand for.
    """
    nodes = list(ast.walk(node))
    named = Counter(each.id for each in nodes if isinstance(each, ast.Name))
    made = Counter(name for each in nodes for name in _made(each))
    used = Counter(name for each in nodes for name in _used(each, resolve))
    ended = {name for each in nodes for name in _of(each, tuple, resolve)}
    return {name for name in ended if made[name] == 1 and used[name] + 1 == named[name]}


def _made(node: ast.AST) -> Iterator[str]:
    """Yield the name to which a node gives a list that is written out."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.List):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) == 1 and not any(isinstance(x, ast.Starred) for x in node.value.elts):
            yield from _names(targets[0])


def _used(node: ast.AST, resolve: Resolve) -> Iterator[str]:
    """Yield the names of lists that a node only appends to, measures or makes tuples of."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        if isinstance(function, ast.Attribute) and function.attr == "append":
            yield from _names(function.value)
    elif isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
        yield from _asked(node.test)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _asked(node.operand)
    yield from _of(node, len, resolve)
    yield from _of(node, tuple, resolve)


def _of(node: ast.AST, function: Any, resolve: Resolve) -> Iterator[str]:
    """Yield the name that is the only argument of a call of a function."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and resolve(node.func) is function:
        yield from _names(node.args[0])


def _asked(node: ast.expr) -> Iterator[str]:
    """Yield the names of which a condition asks nothing but their truth."""
    for part in node.values if isinstance(node, ast.BoolOp) else ():
        yield from _asked(part)
    yield from _names(node)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
