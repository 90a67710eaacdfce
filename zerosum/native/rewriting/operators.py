"""Operators whose native meaning differs, or is missing."""

from __future__ import annotations

import ast
from enum import Enum

from zerosum.native import protocols, reductions
from zerosum.native.operators import power
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, call

_PLACES = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp)
_FOLDED = (ast.LShift, ast.Pow, ast.Mult)


@everywhere
def operators(source: Source, node: ast.AST) -> ast.AST:
    """Spell operators so that they mean natively what they mean in Python."""
    match node:
        case ast.Subscript(_, place, ast.Load()) if not isinstance(place, _PLACES):
            node.slice = call(protocols.as_index, place)
        case ast.BinOp(ast.Constant(int()), how, ast.Constant(int())) if isinstance(how, _FOLDED):
            return ast.Constant(eval(ast.unparse(node)))  # noqa: S307 - an operation of two ints
        case ast.BinOp(base, ast.Pow(), exponent):
            return call(power, base, exponent)
        case ast.Compare():
            _compare(node)
        case ast.Tuple(items) if any(isinstance(item, ast.Starred) for item in items):
            return _joined(items)
    return node


def _compare(node: ast.Compare) -> None:
    """Compare members of an enum by ``==``, and look for a value in tuples. Modified in place."""
    sides = [node.left, *node.comparators]
    for place, (how, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        member = any(isinstance(s, Known) and isinstance(s.value, Enum) for s in sides[place:][:2])
        match how, right:
            case ((ast.Is() | ast.IsNot()), _) if member:
                node.ops[place] = ast.Eq() if isinstance(how, ast.Is) else ast.NotEq()
            case ((ast.In() | ast.NotIn()), (ast.Set(items) | ast.List(items))):
                listed = ast.Tuple(items, ast.Load())
                node.comparators[place] = ast.copy_location(listed, right)


def _joined(items: list[ast.expr]) -> ast.expr:
    """Turn ``(*items, x)`` into ``items + (x,)``."""
    parts: list[ast.expr] = []
    for item in items:
        if isinstance(item, ast.Starred):
            parts.append(call(reductions.to_tuple, item.value))
        elif parts and isinstance(parts[-1], ast.Tuple):
            parts[-1].elts.append(item)
        else:
            parts.append(ast.Tuple([item], ast.Load()))
    joined = parts[0]
    for part in parts[1:]:
        joined = ast.BinOp(joined, ast.Add(), part)
    return joined
