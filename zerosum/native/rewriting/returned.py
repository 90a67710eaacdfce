"""What methods of a game return: ``chances`` pairs; ``apply`` and ``infoset`` never None.

A function that reaches its end returns None, natively too. But kernels walk on from what these two
return: if that could be None, they would be compiled once more, for what may be missing.
"""

import ast
import dataclasses
from typing import Any

import attrs

from zerosum.native.casts import present
from zerosum.native.records import no_pairs
from zerosum.native.rewriting.menus import returns_of
from zerosum.native.rewriting.source import Source, callee, everywhere
from zerosum.native.rewriting.tree import Native, append, call, load, replace, tuple_of

NEVER_NONE = ("apply", "infoset")


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


def ends(source: Source) -> None:
    """Raise an error where ``apply`` or ``infoset`` would return None."""
    if source.role not in NEVER_NONE:
        return
    returns = {*returns_of(source.tree)}
    text = f"{source.function.__qualname__} returns None"

    def end() -> ast.Raise:
        return ast.Raise(call(Native(TypeError, "TypeError"), ast.Constant(text)))

    def step(node: Any) -> Any:
        if node not in returns:
            return node
        match node.value:
            case None | ast.Constant(None):
                return end()
            case value if not _makes(callee(value)):
                node.value = call(present, value)
        return node

    replace(source.tree, step)
    source.tree.body.append(end())


def _makes(called: Any) -> bool:
    """Return whether a function makes a record, which is never None."""
    return isinstance(called, type) or called in (dataclasses.replace, attrs.evolve)
