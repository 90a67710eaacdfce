"""A function's parameters as Numba takes them: no annotations, none by keyword only."""

import ast

from zerosum.native.rewriting.source import Source, everywhere


def signature(source: Source) -> None:
    """Make keyword-only parameters plain ones, and add a first one to static methods."""
    tree, arguments = source.tree, source.tree.args
    tree.decorator_list = []
    match tree.body:
        case [ast.Expr(ast.Constant()), *rest]:
            tree.body = rest or [ast.Pass()]
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
    source.tree.returns = None
    unannotated(source)


@everywhere
def unannotated(source: Source, node: ast.AST) -> ast.AST:
    """Drop all annotations."""
    match node:
        case ast.arg():
            node.annotation = None
        case ast.FunctionDef():
            node.returns = None
        case ast.AnnAssign(target, _, ast.expr() as value):
            return ast.Assign([target], value)
        case ast.AnnAssign():
            return ast.Pass()
    return node
