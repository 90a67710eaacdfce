"""What has no native form, and what to write instead."""

from __future__ import annotations

import ast

from zerosum.native.rewriting.constants import check_int
from zerosum.native.rewriting.source import Source, everywhere

_REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: ("a dictionary", "a chain of if and elif, or a tuple by index,"),
    ast.DictComp: ("a dictionary", "a tuple or an array indexed by an int"),
    ast.GeneratorExp: ("a generator by itself", "a list filled by append"),
    ast.JoinedStr: ("an f-string", "an int or an enum"),
    ast.Set: ("a set", "a tuple, or the bits of an int,"),
    ast.SetComp: ("a set", "a tuple, or the bits of an int,"),
    ast.Try: ("try", "a test before the act"),
    ast.With: ("with", "the plain statements"),
    ast.Yield: ("yield", "a list filled by append, and `return tuple(...)`,"),
}


@everywhere
def refusals(source: Source, node: ast.AST) -> ast.AST:
    """Refuse what has no native form; generators may be ``__iter__``."""
    refused = _REFUSED.get(type(node))
    if refused and not (isinstance(node, ast.Yield) and source.function.__name__ == "__iter__"):
        raise source.refuse(node, *refused)
    if isinstance(node, ast.Constant):
        check_int(source, node.value, node)
    return node
