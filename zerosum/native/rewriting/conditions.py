"""Conditions: what Python calls true, and the generator of random numbers that is always given."""

from __future__ import annotations

import ast

from zerosum.native.protocols import truth
from zerosum.native.rewriting.source import Source, everywhere, is_call_of
from zerosum.native.rewriting.tree import call
from zerosum.rng import Random


@everywhere
def generators(source: Source, node: ast.AST) -> ast.AST:
    """Leave out where a generator is made: a kernel always brings its own."""
    match node:
        case ast.If(test, body, []) if _asks_for_none(test):
            if all(isinstance(s, ast.Assign) and is_call_of(s.value, Random) for s in body):
                return ast.Pass()
        case ast.BoolOp(ast.Or(), [first, *_, last]) if is_call_of(last, Random):
            return first
        case ast.IfExp(test, made, given) if _asks_for_none(test) and is_call_of(made, Random):
            return given
    return node


def _asks_for_none(node: ast.expr) -> bool:
    """Return whether a node is ``... is None``."""
    match node:
        case ast.Compare(_, [ast.Is(), *_], [ast.Constant(None), *_]):
            return True
    return False


@everywhere
def conditions(source: Source, node: ast.AST) -> ast.AST:
    """Test what Python calls true."""
    match node:
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            node.test = _truth(node.test)
        case ast.UnaryOp(ast.Not()):
            node.operand = _truth(node.operand)
    return node


def _truth(node: ast.expr) -> ast.expr:
    """Return a condition whose parts are asked for their truth, unless they are bools."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return node
        case ast.BoolOp():
            node.values = [_truth(value) for value in node.values]
            return node
    return ast.copy_location(call(truth, node), node)
