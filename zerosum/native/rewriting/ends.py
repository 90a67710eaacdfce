"""``apply`` and ``infoset`` of the game return something on every path, or raise an error.

A function that reaches its end returns None, natively too. But kernels walk on from what these two
return: if that could be None, they would be compiled once more, for what may be missing.
"""

import ast
import dataclasses
from typing import Any

import attrs

from zerosum.native.casts import present
from zerosum.native.rewriting.menus import returns_of
from zerosum.native.rewriting.source import Source, callee
from zerosum.native.rewriting.tree import Native, call, replace

NEVER_NONE = ("apply", "infoset")


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
