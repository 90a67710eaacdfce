"""Errors: what is raised, with as much of its message as is known beforehand."""

from __future__ import annotations

import ast

from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, Native, call


@everywhere
def messages(source: Source, node: ast.AST) -> ast.AST:
    """Drop the message of an ``assert``, and the formatted parts of that of a ``raise``.

    They would cost seconds to compile, and the interpreted twin can say them.
    """
    match node:
        case ast.Assert(_, ast.expr()):
            node.msg = None
        case ast.Raise(ast.Call(Native())):
            pass
        case ast.Raise(Known(kind) | ast.Call(Known(kind))) if _is_exception(kind):
            return ast.Raise(call(Native(kind, kind.__name__), _message(source, node)))
        case ast.Raise():
            raise source.refuse(node, "a raise of a computed exception", "raise ValueError('...')")
    return node


def _is_exception(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Exception)


def _message(source: Source, node: ast.Raise) -> ast.Constant:
    match node.exc:
        case ast.Call(_, [ast.Constant(str() as text), *_]):
            return ast.Constant(text)
        case ast.Call(_, [ast.JoinedStr(values), *_]):
            parts = [str(v.value) if isinstance(v, ast.Constant) else "…" for v in values]
            return ast.Constant("".join(parts))
    return ast.Constant(f"{source.function.__qualname__}, line {node.lineno}")
