"""Mappings from outcome to probability, which native code holds as lists of pairs."""

import ast

from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import append, load


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
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Name):
            node.value = _listed(source, value)
        case ast.Assign([ast.Name(name)], value) if _is_returned(source, name):
            node.value = _listed(source, value)
        case ast.Assign([ast.Subscript(ast.Name(name), outcome)], value):
            if _is_returned(source, name):
                return append(name, ast.Tuple([outcome, value], ast.Load()))
        case ast.AugAssign(ast.Subscript(ast.Name(name))) if _is_returned(source, name):
            raise source.refuse(node, "a probability that is added to", "each outcome once")
    return node


def _is_returned(source: Source, name: str) -> bool:
    """Return whether the function returns a name as it is."""
    returns = [each.value for each in ast.walk(source.tree) if isinstance(each, ast.Return)]
    return any(isinstance(value, ast.Name) and value.id == name for value in returns)


def _listed(source: Source, node: ast.expr) -> ast.expr:
    """Turn a mapping from outcome to probability into a list of pairs."""
    match node:
        case ast.List() | ast.ListComp():
            return node
        case ast.Dict(keys, values) if None not in keys:
            pairs = zip(filter(None, keys), values, strict=True)
            return ast.List([ast.Tuple([*pair], ast.Load()) for pair in pairs], ast.Load())
        case ast.DictComp(key, value, generators):
            return ast.ListComp(ast.Tuple([key, value], ast.Load()), generators)
        case ast.Call(ast.Attribute(_, "fromkeys"), [outcomes, probability]):
            pair = ast.Tuple([load("outcome_"), probability], ast.Load())
            each = ast.comprehension(ast.Name("outcome_", ast.Store()), outcomes, [], 0)
            return ast.ListComp(pair, [each])
        case ast.Call(ast.Attribute()):
            return node
    raise source.refuse(
        node, "a mapping built elsewhere", "return {outcome: probability for outcome in ...}"
    )
