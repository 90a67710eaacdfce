"""Small helpers for writing and reading Python's syntax trees."""

from __future__ import annotations

import ast
import types as pytypes
from collections.abc import Callable, Mapping
from typing import Any


def call(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    """Return the call of a function with positional arguments."""
    return ast.Call(function, list(arguments), [])


def load(name: str) -> ast.Name:
    """Return the node that reads a name."""
    return ast.Name(name, ast.Load())


def is_super(node: ast.expr) -> bool:
    """Return whether a node is ``super()``."""
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def asks_for_none(node: ast.expr) -> bool:
    """Return whether a node is ``... is None``."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is)
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    )


def is_docstring(node: ast.stmt) -> bool:
    """Return whether a statement is a constant by itself."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def names_in(node: ast.AST) -> set[str]:
    """Return all names that a node reads or writes."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def closed_over(function: pytypes.FunctionType) -> dict[str, Any]:
    """Return the values that a function closes over; itself where it is not bound yet."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # Not assigned yet: the function refers to itself.
            found[name] = function
    return found


class Fill(ast.NodeTransformer):
    """Put an expression where a template says ``VALUE``."""

    def __init__(self, element: ast.expr) -> None:
        self.element = element

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace one name."""
        return self.element if node.id == "VALUE" else node


def define(source: str, names: Mapping[str, Any], name: str = "impl") -> Callable[..., Any]:
    """Make a function from a line or two of source; for shapes that depend on a length.

    Numba compiles functions, and a function of *n* parameters, or one that touches *n* fields
    in turn, must be written down for each *n*: this is the one place where that is done.

    >>> define("def impl(a): return a + one", {"one": 1})(2)
    3
    """
    namespace = dict(names)
    exec(source, namespace)
    made: Callable[..., Any] = namespace[name]
    return made
