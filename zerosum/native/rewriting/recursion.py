"""Functions that call themselves: how deep they are goes along as a first argument."""

import ast
from typing import Any

from zerosum.native import protocols
from zerosum.native.depth import check_depth
from zerosum.native.rewriting.source import Source
from zerosum.native.rewriting.tree import Known, Native, call, load, replace

# The address that the stack of a function that calls itself must not go beyond.
LAST = "last_address_"


def recursion(source: Source) -> None:
    """Give a function that calls itself a first parameter, and check it at the start.

    Arguments of its calls are no literals: with one, the compiled code would crash the process that
    loads it (Numba #6061).

    Natively nothing is cached. A function that needs its cache, since it calls itself more than
    once, would take as long as there are paths through it, and is refused.
    """
    cached = 0

    def step(node: ast.AST) -> Any:
        nonlocal cached
        match node:
            case ast.Call(Known(value, name), arguments) if source.is_itself(value):
                cached += value is not source.function
                if cached > 1:
                    what = f"{name}, a cached function that calls itself more than once"
                    raise source.refuse(node, what, "a loop that fills a list")
            case ast.Call(ast.Attribute(value, name), arguments) if _is_own(source, value, name):
                arguments = [value, *arguments]
            case _:
                return node
        source.lowering.recursive.add(source.function)
        hidden = [call(protocols.plain, each) for each in arguments]
        named = [ast.keyword(each.arg, call(protocols.plain, each.value)) for each in node.keywords]
        return ast.Call(Native(source.tree, name), [load(LAST), *hidden], named)

    replace(source.tree, step)
    if source.function in source.lowering.recursive:
        source.tree.args.args.insert(0, ast.arg(LAST))
        source.tree.body.insert(0, ast.Expr(call(check_depth, load(LAST))))


def _is_own(source: Source, value: ast.expr, name: str) -> bool:
    """Return whether a method is called on ``self`` that is the one which is being rewritten."""
    function = source.function
    own = name == function.__name__ and getattr(source.cls, name, None) is function
    return own and source.is_self(value)
