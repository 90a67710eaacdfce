"""The text of a function: its syntax without comments, docstrings and annotations.

The text is read from the file that the function came from, provided that the file still compiles
to the code that runs. Otherwise (in a console, by ``exec``, if the file was edited since the
import) the byte code takes its place, which is as exact but differs between versions of Python.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import or_
from types import CodeType, FunctionType
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUTURE = reduce(or_, (getattr(__future__, n).compiler_flag for n in __future__.all_feature_names))
_PARAMETERS = ("posonlyargs", "args", "vararg", "kwonlyargs", "kwarg")
_SILENT = frozenset({"ctx", "kind", "annotation", "returns", "type_comment", "type_params"})


@dataclass(frozen=True)
class Said:
    """The text of some syntax, and the dotted names in it that come from outside, in order."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class _File:
    """A file as it is on disk: its functions by first line, and its code by name and line."""

    nodes: dict[int, list[Function]]
    codes: dict[tuple[str, int], list[CodeType]]


def said(function: FunctionType) -> Said:
    """Return the text of a function, without decorators, defaults and closed-over values.

    >>> def double(x: int) -> int:
    ...     "Twice."
    ...     return 2 * x  # a comment
    >>> said(double).names
    ()
    """
    code, scope = function.__code__, function.__globals__
    node = syntax_of(function)
    if node is None:
        names = dict.fromkeys((*code.co_freevars, *_outside(code)))
        return Said(_code_text(code, function.__doc__), tuple(names))
    local = (*code.co_varnames, *code.co_cellvars)
    outside = frozenset((*_outside(code), *code.co_freevars)).difference(local)
    casts = frozenset(
        name if scope[name] is typing.cast else f"{name}.cast"
        for name in outside & scope.keys()
        if scope[name] is typing.cast or scope[name] is typing
    )
    return _written(node, outside, casts)


@lru_cache(maxsize=4096)
def _written(node: Function, outside: frozenset[str], casts: frozenset[str]) -> Said:
    writer = _Writer(casts)
    parameters = [f"{name}={writer.write(getattr(node.args, name))}" for name in _PARAMETERS]
    text = f"{' '.join(parameters)}: {writer.write(node.body)}"
    return Said(text, tuple(n for n in writer.names if n.partition(".")[0] in outside))


@cache
def said_by_annotation(annotation: str) -> Said:
    """Return the text of an annotation that is given as a string."""
    writer = _Writer(frozenset())
    try:
        text = writer.write(ast.parse(annotation, mode="eval").body)
    except SyntaxError:
        return Said(annotation, ())
    return Said(text, tuple(writer.names))


class _Writer:
    """Writes syntax as canonical text, and collects the dotted names that it reads."""

    def __init__(self, casts: frozenset[str]) -> None:
        self.casts = casts
        self.names: dict[str, None] = {}

    def write(self, node: object) -> str:
        """Return the text of a node, a list of nodes, or a plain value."""
        if isinstance(node, list):
            return f"[{' '.join(self.write(item) for item in node if not _is_mute(item))}]"
        if isinstance(node, ast.Constant | ast.Name | ast.Attribute):
            return self._leaf(node)
        if isinstance(node, ast.AnnAssign):
            return self.write(ast.Assign([node.target], node.value or ast.Constant(None)))
        if isinstance(node, ast.Call) and len(node.args) == 2 and _dotted(node.func) in self.casts:
            return self.write(node.args[1])
        if isinstance(node, ast.AST):
            fields = [(f, getattr(node, f, None)) for f in node._fields if f not in _SILENT]
            texts = [f"{f}={self.write(v)}" for f, v in fields if v is not None and v != []]
            return f"{type(node).__name__}({' '.join(texts)})"
        return repr(node)

    def _leaf(self, node: ast.Constant | ast.Name | ast.Attribute) -> str:
        if isinstance(node, ast.Constant):
            return repr(node.value)
        name = _dotted(node)
        if name:
            self.names[name] = None
            return name
        assert isinstance(node, ast.Attribute)
        return f"{self.write(node.value)}.{node.attr}"


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def _is_mute(node: object) -> bool:
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def syntax_of(function: FunctionType) -> Function | None:
    """Return the syntax of a function in its file; None if it is not found.

    It is shared: copy it before you change it.
    """
    code, scope = function.__code__, function.__globals__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, scope)
    file = _file(code.co_filename, code.co_flags & _FUTURE, "".join(lines)) if lines else None
    if file is None or code not in file.codes.get((code.co_qualname, code.co_firstlineno), ()):
        return None
    nodes = [n for n in file.nodes.get(code.co_firstlineno, ()) if _name(n) == code.co_name]
    return nodes[0] if len(nodes) == 1 else _enclosing(code, nodes)


@lru_cache(maxsize=256)
def _file(filename: str, flags: int, text: str) -> _File | None:
    try:
        tree = ast.parse(text)
        module = compile(tree, filename, "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    nodes: dict[int, list[Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            decorators = getattr(node, "decorator_list", [])
            first = decorators[0].lineno if decorators else node.lineno
            nodes.setdefault(first, []).append(node)
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in _codes(module):
        codes.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    return _File(nodes, codes)


def _name(node: Function) -> str:
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def _enclosing(code: CodeType, nodes: list[Function]) -> Function | None:
    """Return the smallest of several functions on one line that holds all of the code."""
    spots = [
        ((line, column), (last, end))
        for line, last, column, end in code.co_positions()
        if line is not None and last is not None and column is not None and end
    ]

    def holds(node: Function) -> bool:
        first = (node.lineno, node.col_offset)
        last = (node.end_lineno or 0, node.end_col_offset or 0)
        return all(first <= start and end <= last for start, end in spots)

    within = [node for node in nodes if holds(node)]
    return within[-1] if within else None


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _outside(code: CodeType) -> Iterator[str]:
    """Yield every name that the code reads from outside, and the names of attributes."""
    for part in _codes(code):
        yield from part.co_names


def _code_text(code: CodeType, doc: str | None) -> str:
    says_nothing = code.co_consts[:1] in ((None,), (doc,))  # where a docstring is, or would be
    constants = [_constant_text(constant) for constant in code.co_consts[says_nothing:]]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return f"code({code.co_code.hex()} {constants} {names})"


def _constant_text(constant: object) -> str:
    if isinstance(constant, CodeType):
        return _code_text(constant, None)
    if isinstance(constant, frozenset):  # whose order differs from process to process
        return f"{{{', '.join(sorted(map(repr, constant)))}}}"
    return repr(constant)
