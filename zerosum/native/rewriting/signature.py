"""A function's parameters as Numba takes them: no annotations, none by keyword only."""

import ast
from typing import Any

from zerosum.native.rewriting.source import Source, everywhere


def signature(source: Source) -> None:
    """Make keyword-only parameters plain ones, and add a first one to static methods."""
    tree: Any = source.tree
    arguments = tree.args
    tree.decorator_list = tree.type_params = []
    match tree.body:
        case [ast.Expr(ast.Constant()), *rest]:
            tree.body = rest or [ast.Pass()]
    if arguments.kwarg is not None:
        raise source.refuse(tree, "arguments of any name", "a parameter for each of them")
    given = source.function.__kwdefaults__ or {}
    optional = [arg for arg in arguments.kwonlyargs if arg.arg in given]
    required = [arg for arg in arguments.kwonlyargs if arg.arg not in given]
    if required and source.defaults:
        raise source.refuse(tree, "a required parameter after defaults", "it first")
    arguments.args += required + optional
    arguments.kwonlyargs, arguments.kw_defaults = [], []
    source.defaults += tuple(given[arg.arg] for arg in optional)
    # Defaults are set on the function that is made; here only their number counts.
    arguments.defaults = [ast.Constant(None) for _ in source.defaults]
    if source.kind == "static":
        arguments.args.insert(0, ast.arg("self_"))
    tree.returns = None
    unannotated(source)


def _by_place(source: Source, arguments: ast.arguments) -> None:
    """Make keyword-only parameters of an inner function plain ones. Modified in place."""
    given = [*zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    required = [arg for arg, default in given if default is None]
    if required and arguments.defaults:
        raise source.refuse(required[0], "a required parameter after defaults", "it first")
    arguments.args += required + [arg for arg, default in given if default is not None]
    arguments.defaults += [default for _, default in given if default is not None]
    arguments.kwonlyargs, arguments.kw_defaults = [], []


@everywhere
def unannotated(source: Source, node: Any) -> Any:
    """Drop all annotations, and what only they may name."""
    match node:
        case ast.arg():
            node.annotation = None
        case ast.FunctionDef(_, arguments):
            node.returns = None
            vars(node)["type_params"] = []  # from Python 3.12
            _by_place(source, arguments)
        case ast.Lambda(arguments):
            _by_place(source, arguments)
        case ast.AnnAssign(target, _, ast.expr() as value):
            return ast.Assign([target], value)
        case ast.AnnAssign():
            return ast.Pass()
        case ast.stmt() if type(node).__name__ == "TypeAlias":  # `type X = ...`
            return ast.Pass()
    return node
