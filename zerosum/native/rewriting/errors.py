"""Errors that a function raises, and errors that say why it has no native form."""

import ast

from zerosum.native.rewriting.constants import check_int
from zerosum.native.rewriting.instead import SYNTAX
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, Native, call


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
    """Refuse what has no native form; only ``__iter__`` may be a generator.

    Inner functions lose their defaults: a call that lacks an argument must not compile.
    """
    refused = _refused(node)
    if refused and not (isinstance(node, ast.Yield) and source.function.__name__ == "__iter__"):
        raise source.refuse(node, *refused)
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        node.args.defaults = []  # Each call has all its arguments by now.
    if isinstance(node, ast.Constant):
        check_int(source, node.value, node)
    return node


def _refused(node: ast.AST) -> tuple[str, str] | None:
    """Return what has no native form, and what to write instead; None for the rest."""
    match node:
        case ast.Attribute(_, name, ast.Store()):
            return f"an assignment to the field {name}", f"replace(value, {name}=...)"
        case ast.BinOp(_, ast.MatMult()):
            return "a product of matrices", "the loop, `total += x * y`,"
        case ast.Starred(_, ast.Store()):
            return "a starred target", "a test of the length, and slices, as in t[0] and t[1:],"
        case ast.Call(_, _, keywords) if any(each.arg is None for each in keywords):
            return "a starred argument", "each argument by itself"
        case ast.FunctionDef() if node.decorator_list:
            return "a decorator inside a function", "the inner function without it"
        case ast.FunctionDef(_, arguments) | ast.Lambda(arguments):
            if arguments.vararg or arguments.kwarg:
                return "an inner function of any number of arguments", "a parameter for each"
        case ast.Name(name) if hasattr(node, "undefined"):
            return f"{name}, a name that is not defined", "a parameter or a name of the module"
        case ast.List(items) if any(isinstance(item, ast.Lambda) for item in items):
            return "a list of functions", "a chain of if and elif"
    return SYNTAX.get(type(node))
