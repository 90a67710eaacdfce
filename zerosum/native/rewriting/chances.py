"""Mappings from outcome to probability, which native code holds as lists of pairs."""

import ast

from zerosum.native.records import no_pairs
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import append, call, load, tuple_of


def chances(source: Source) -> None:
    """Make ``chances`` return a list of pairs instead of a mapping.

    A mapping may be a literal, a comprehension, ``dict.fromkeys``, or a local name that starts
    as one of these and gains ``name[outcome] = probability``.
    """
    if source.role == "chances":
        _pairs(source)


@everywhere
def _pairs(source: Source, node: ast.AST) -> ast.AST:
    match node:
        case ast.Return(ast.Dict([]) | ast.Call(ast.Name("dict"), [], [])):
            node.value = call(no_pairs(source.lowering.action_type()))
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Name):
            node.value = _listed(source, value)
        case ast.Assign([ast.Name(name)], value) if name in source.returned:
            node.value = _listed(source, value)
        case ast.Assign([ast.Subscript(ast.Name(name), outcome)], value):
            if name in source.returned:
                return append(name, tuple_of(outcome, value))
        case ast.AugAssign(ast.Subscript(ast.Name(name))) if name in source.returned:
            raise source.refuse(node, "a probability that is added to", "each outcome once")
    return node


def _listed(source: Source, node: ast.expr) -> ast.expr:
    """Turn a mapping from outcome to probability into a list of pairs."""
    match node:
        case ast.Call(ast.Name("dict"), [ast.expr() as made], []):
            return ast.Call(load("list"), [made], [])
        case ast.Dict(keys, values) if None not in keys:
            pairs = zip(filter(None, keys), values, strict=True)
            return ast.List([tuple_of(*pair) for pair in pairs], ast.Load())
        case ast.DictComp(key, value, generators):
            return ast.ListComp(tuple_of(key, value), generators)
        case ast.Call(ast.Attribute(_, "fromkeys"), [outcomes, probability]):
            pair = tuple_of(load("outcome_"), probability)
            each = ast.comprehension(ast.Name("outcome_", ast.Store()), outcomes, [], 0)
            return ast.ListComp(pair, [each])
        case ast.Call(ast.Attribute()):
            return node
    raise source.refuse(
        node, "a mapping built elsewhere", "return {outcome: probability for outcome in ...}"
    )
