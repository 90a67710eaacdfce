"""``match`` statements as chains of ``if``: each pattern becomes tests of the subject.

A captured name stands for the part of the subject that it names: in a guard it is replaced by
that part, in the body it is assigned first.
"""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from zerosum.abstraction.values import is_frozen
from zerosum.native.declarations import record_fields
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, assign, call, load, replaced

_PLAIN = (bool, int, float)
_ISINSTANCE = Known(isinstance, "isinstance")
_Captures = dict[str, ast.expr]


@everywhere
def matching(source: Source, node: ast.AST) -> ast.AST | list[ast.stmt]:
    """Turn a ``match`` into a chain of ``if``."""
    if not isinstance(node, ast.Match):
        return node
    subject = f"subject_{node.lineno}_{node.col_offset}_"
    chain: list[ast.stmt] = []
    for case in reversed(node.cases):
        captures: _Captures = {}
        tests = [*_tests(source, case.pattern, load(subject), captures)]
        if case.guard is not None:
            tests.append(_substituted(case.guard, captures))
        assigned = [assign(name, copy.deepcopy(part)) for name, part in captures.items()]
        body = [*assigned, *case.body]
        chain = [ast.If(_all(tests), body, chain)] if tests else body
    return [assign(subject, node.subject), *chain]


def _tests(
    source: Source, pattern: ast.pattern, part: ast.expr, captures: _Captures
) -> Iterator[ast.expr]:
    """Yield the tests that must all hold for a part to match a pattern; add captured names."""
    part = copy.deepcopy(part)
    match pattern:
        case ast.MatchAs(inner, name):
            if name is not None:
                captures[name] = part
            yield from _tests(source, inner, part, captures) if inner else ()
        case ast.MatchValue(value):
            yield ast.Compare(part, [ast.Eq()], [value])
        case ast.MatchSingleton(None):
            yield ast.Compare(part, [ast.Is()], [ast.Constant(None)])
        case ast.MatchSingleton(value):
            yield call(_ISINSTANCE, copy.deepcopy(part), Known(bool, "bool"))
            yield ast.Compare(part, [ast.Eq()], [ast.Constant(value)])
        case ast.MatchOr(patterns):
            yield ast.BoolOp(ast.Or(), [_choice(source, each, part) for each in patterns])
        case ast.MatchStar():
            raise source.refuse(pattern, "a starred pattern", "a test of the length, and slices")
        case ast.MatchSequence(patterns):
            length = call(Known(len, "len"), part)
            yield ast.Compare(length, [ast.Eq()], [ast.Constant(len(patterns))])
            for place, each in enumerate(patterns):
                item = ast.Subscript(part, ast.Constant(place), ast.Load())
                yield from _tests(source, each, item, captures)
        case ast.MatchClass():
            yield call(_ISINSTANCE, part, pattern.cls)
            for each, field in _fields(source, pattern, part):
                yield from _tests(source, each, field, captures)
        case _:
            raise source.refuse(pattern, "a pattern of a mapping", "a pattern of a class")


def _choice(source: Source, pattern: ast.pattern, part: ast.expr) -> ast.expr:
    """Return the test that a part matches one of several patterns."""
    captures: _Captures = {}
    tests = [*_tests(source, pattern, part, captures)]
    if captures:
        what = f"the name {next(iter(captures))} in one of several patterns"
        raise source.refuse(pattern, what, "a case for each of them")
    return _all(tests)


def _fields(
    source: Source, pattern: ast.MatchClass, part: ast.expr
) -> Iterator[tuple[ast.pattern, ast.expr]]:
    """Yield the patterns inside one like ``Bet(quantity)``, each with the part to match."""
    cls: Any = pattern.cls.value if isinstance(pattern.cls, Known) else None
    if not pattern.patterns and not pattern.kwd_attrs:
        return
    if cls in _PLAIN:
        yield from ((each, part) for each in pattern.patterns)
        return
    if pattern.patterns and not is_frozen(cls):
        raise source.refuse(pattern, "a pattern of a class that is not a record", "its fields")
    names = getattr(cls, "__match_args__", None) or [e.name for e in record_fields(cls)]
    named = [*zip(names, pattern.patterns, strict=False)]
    named += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
    yield from ((each, ast.Attribute(part, name, ast.Load())) for name, each in named)


def _substituted(guard: ast.expr, captures: _Captures) -> ast.expr:
    """Return a guard with captured names replaced by the parts that they stand for."""

    def step(node: ast.AST) -> ast.AST:
        part = captures.get(node.id) if isinstance(node, ast.Name) else None
        return node if part is None else copy.deepcopy(part)

    return replaced(guard, step)


def _all(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
