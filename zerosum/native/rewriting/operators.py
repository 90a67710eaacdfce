"""Conditions and operators that Numba does not support, or gives another meaning."""

import ast
from enum import Enum
from functools import reduce

from zerosum.native import protocols, reductions
from zerosum.native.operators import low_product, low_shift, power
from zerosum.native.rewriting.source import Source, everywhere, is_call_of
from zerosum.native.rewriting.tree import Known, call, load, tuple_of
from zerosum.rng import Random

_PLACES = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp)
_FOLDED = (ast.LShift, ast.Pow, ast.Mult)
_OF_LOW_BITS = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitAnd, ast.BitOr, ast.BitXor)
_WRAPPING = {ast.Mult: low_product, ast.LShift: low_shift}


@everywhere
def generators(source: Source, node: ast.AST) -> ast.AST:
    """Remove code that makes a random generator: a kernel always passes one."""
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
    """Test whether Python takes a value for true."""
    match node:
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            node.test = _truth(node.test)
        case ast.UnaryOp(ast.Not()):
            node.operand = _truth(node.operand)
    return node


def _truth(node: ast.expr) -> ast.expr:
    """Return a condition that tests the truth of its parts, unless they are bools."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return node
        case ast.BoolOp():
            node.values = [_truth(value) for value in node.values]
            return node
    return ast.copy_location(call(protocols.truth, node), node)


@everywhere
def operators(source: Source, node: ast.AST) -> ast.AST:
    """Write operators so that they mean the same natively as in Python."""
    match node:
        case ast.Subscript(_, place, ast.Load()) if not isinstance(place, _PLACES):
            node.slice = call(protocols.as_index, place)
        case ast.BinOp(ast.Constant(int()), how, ast.Constant(int())) if isinstance(how, _FOLDED):
            return ast.Constant(eval(ast.unparse(node)))  # noqa: S307 - an operation of two ints
        case ast.BinOp(base, ast.Pow(), exponent):
            return call(power, base, exponent)
        case ast.BinOp(value, ast.BitAnd(), mask) if _is_mask(mask):
            node.left = _low_bits(value)
        case ast.AugAssign(ast.Name(name) as target, ast.Pow(), exponent):
            return ast.Assign([target], call(power, load(name), exponent))
        case ast.Compare():
            _compare(node)
        case ast.Tuple(items, ast.Load()) if any(isinstance(i, ast.Starred) for i in items):
            return _joined(items)
        case ast.List(items, ast.Load()) if any(isinstance(i, ast.Starred) for i in items):
            return call(reductions.listed, _joined(items))
        case ast.Assign([ast.Tuple(targets) | ast.List(targets), *_], value):
            starred = any(isinstance(target, ast.Starred) for target in targets)
            if not starred and not isinstance(value, ast.Tuple):
                node.value = call(reductions.unpacker(len(targets)), value)
    return node


def _is_mask(node: ast.expr) -> bool:
    """Return whether a node is a constant whose bits fit a word."""
    match node:
        case ast.Constant(int(mask)) | Known(int(mask)):
            return 0 <= mask < 1 << 63
    return False


def _low_bits(node: ast.expr) -> ast.expr:
    """Let products and shifts wrap around: their low bits depend on those of their parts alone."""
    match node:
        case ast.BinOp(left, how, right) if isinstance(how, _OF_LOW_BITS):
            left = _low_bits(left)
            right = right if isinstance(how, ast.LShift) else _low_bits(right)
            if type(how) in _WRAPPING:
                return ast.copy_location(call(_WRAPPING[type(how)], left, right), node)
            return ast.copy_location(ast.BinOp(left, how, right), node)
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
                node.comparators[place] = ast.copy_location(tuple_of(*items), right)


def _joined(items: list[ast.expr]) -> ast.expr:
    """Turn ``(*items, x)`` into ``items + (x,)``."""
    parts: list[ast.expr] = []
    for item in items:
        if isinstance(item, ast.Starred):
            parts.append(call(reductions.to_tuple, item.value))
        elif parts and isinstance(parts[-1], ast.Tuple):
            parts[-1].elts.append(item)
        else:
            parts.append(tuple_of(item))
    return reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), parts)
