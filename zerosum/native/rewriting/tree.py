"""Syntax trees: leaves for known values, and how nodes are replaced, parents first."""

import ast
from collections.abc import Callable
from typing import Any


class Known(ast.expr):
    """A part of a user's source that stands for a value known before the run.

    Parameters
    ----------
    value
        The value.
    name
        What the user calls it.
    owner
        The class or module of which it is an attribute; None for a plain name.
    """

    _fields = ("name",)
    __match_args__ = ("value", "name", "owner")

    def __init__(self, value: Any, name: str, owner: Any = None) -> None:
        super().__init__()
        self.value, self.name, self.owner = value, name, owner


class Native(ast.expr):
    """A native function or constant that the rewritten source names.

    Parameters
    ----------
    value
        The function or constant.
    name
        What it is called in the rewritten source, before a number is added.
    """

    _fields = ("name",)
    __match_args__ = ("value", "name")

    def __init__(self, value: Any, name: str) -> None:
        super().__init__()
        self.value, self.name = value, name


def call(function: ast.expr | Callable[..., Any], *arguments: ast.expr) -> ast.Call:
    """Return the call of an expression, or of a native function, with positional arguments."""
    if not isinstance(function, ast.expr):
        function = Native(function, function.__name__)
    return ast.Call(function, [*arguments], [])


def load(name: str) -> ast.Name:
    """Return the node that reads a name."""
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.Assign:
    """Return the statement that gives a name a value."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def append(name: str, item: ast.expr) -> ast.stmt:
    """Return the statement that appends an item to a list."""
    return ast.Expr(call(ast.Attribute(load(name), "append", ast.Load()), item))


def tuple_of(*items: ast.expr) -> ast.Tuple:
    """Return the node of a tuple that is read."""
    return ast.Tuple([*items], ast.Load())


def looped(body: ast.stmt, generators: list[ast.comprehension]) -> ast.stmt:
    """Return a statement inside the loops of a comprehension."""
    for each in reversed(generators):
        for condition in reversed(each.ifs):
            body = ast.If(condition, [body], [])
        body = ast.For(each.target, each.iter, [body], [])
    return body


def names_in(node: ast.AST) -> set[str]:
    """Return all names that a node reads or writes."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def stored(node: ast.AST) -> list[str]:
    """Return the names that a node writes, once for each time."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return [each.id for each in names if isinstance(each.ctx, ast.Store)]


def replace(tree: ast.AST, step: Callable[[ast.AST], Any]) -> None:
    """Replace every node of a tree by what a step returns for it, parents first.

    A step returns the node itself to keep it, one new node, or a list of statements for a
    statement. It is called again with a new node that it returns. Modified in place.
    """
    for field in tree._fields:
        value = getattr(tree, field, None)
        if isinstance(value, list):
            value[:] = [new for part in value for new in _replaced(part, step)]
        elif isinstance(value, ast.AST):
            (new,) = _replaced(value, step)
            setattr(tree, field, new)


def replaced(node: ast.expr, step: Callable[[ast.AST], Any]) -> ast.expr:
    """Return an expression with every node replaced, as :func:`replace` does."""
    whole = ast.Expr(node)
    replace(whole, step)
    return whole.value


def _replaced(node: Any, step: Callable[[ast.AST], Any]) -> list[Any]:
    if not getattr(node, "_fields", ()):  # A name, None, an operator.
        return [node]
    made = step(node)
    if made is node:
        replace(node, step)
        return [node]
    if not isinstance(made, list):
        return _replaced(_placed(made, node), step)
    for each in made:
        replace(_placed(each, node), step)
    return made


def _placed(made: ast.AST, node: ast.AST) -> ast.AST:
    """Give a new node the line of the node that it replaces."""
    return made if hasattr(made, "lineno") else ast.copy_location(made, node)
