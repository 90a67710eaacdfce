"""Errors that a function raises, and errors that say why it has no native form."""

import ast

from zerosum.native.rewriting.constants import check_int
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, Native, call

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
def messages(source: Source, node: ast.AST) -> ast.AST:
    """Drop the message of an ``assert``, and the formatted parts of that of a ``raise``.

    They would take seconds to compile; the interpreted run still shows them.
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


@everywhere
def refusals(source: Source, node: ast.AST) -> ast.AST:
    """Refuse what has no native form; only ``__iter__`` may be a generator."""
    refused = _REFUSED.get(type(node))
    if refused and not (isinstance(node, ast.Yield) and source.function.__name__ == "__iter__"):
        raise source.refuse(node, *refused)
    if isinstance(node, ast.Constant):
        check_int(source, node.value, node)
    return node
