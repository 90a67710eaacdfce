"""``match`` statements as chains of ``if``: patterns are questions about a subject.

A captured name stands for the part of the subject that it names: in a guard it is replaced by
that part, in the body it is assigned first.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from zerosum.native.constructors import is_record, record_fields

Resolve = Callable[[ast.expr], Any]
Refuse = Callable[[ast.AST, str, str], Exception]

_PLAIN = (bool, int, float)


def desugar(node: ast.Match, subject: str, resolve: Resolve, refuse: Refuse) -> list[ast.stmt]:
    """Return the statements that a ``match`` stands for.

    Parameters
    ----------
    node
        The statement.
    subject
        A free name, for the value that is matched.
    resolve
        Finds the class behind a name of a pattern.
    refuse
        Makes the error for a pattern without native form, from what it is and what to write.
    """
    patterns = _Patterns(resolve, refuse)
    chain: list[ast.stmt] = []
    for case in reversed(node.cases):
        captures: dict[str, ast.expr] = {}
        tests = patterns.tests(case.pattern, ast.Name(subject, ast.Load()), captures)
        if case.guard is not None:
            tests.append(_Substitute(captures).visit(case.guard))
        assigned: list[ast.stmt] = [
            ast.Assign([ast.Name(name, ast.Store())], copy.deepcopy(part))
            for name, part in captures.items()
        ]
        body = [*assigned, *case.body]
        chain = [ast.If(_all(tests), body, chain)] if tests else body
    start = ast.Assign([ast.Name(subject, ast.Store())], node.subject)
    made: list[ast.stmt] = [start, *chain]
    return [ast.fix_missing_locations(ast.copy_location(each, node)) for each in made]


class _Patterns:
    """Turn patterns into tests, noting what they capture."""

    def __init__(self, resolve: Resolve, refuse: Refuse) -> None:
        self.resolve = resolve
        self.refuse = refuse

    def tests(
        self, pattern: ast.pattern, part: ast.expr, captures: dict[str, ast.expr]
    ) -> list[ast.expr]:
        """Return the tests, all of which must hold, that a part fits a pattern."""
        match pattern:
            case ast.MatchAs(inner, name):
                tests = [] if inner is None else self.tests(inner, part, captures)
                if name is not None:
                    captures[name] = part
                return tests
            case ast.MatchValue(value):
                return [_compare(part, ast.Eq(), value)]
            case ast.MatchSingleton(None):
                return [_compare(part, ast.Is(), ast.Constant(None))]
            case ast.MatchSingleton(value):
                kind = _call("isinstance", part, ast.Name("bool", ast.Load()))
                return [kind, _compare(part, ast.Eq(), ast.Constant(value))]
            case ast.MatchOr(patterns):
                return [self.either(patterns, part)]
            case ast.MatchSequence(patterns):
                return self.sequence(pattern, patterns, part, captures)
            case ast.MatchClass():
                return self.of_class(pattern, part, captures)
        raise self.refuse(pattern, "a pattern of a mapping", "a pattern of a class")

    def either(self, patterns: list[ast.pattern], part: ast.expr) -> ast.expr:
        """Return the test that one of several patterns fits."""
        choices = []
        for pattern in patterns:
            captures: dict[str, ast.expr] = {}
            choices.append(_all(self.tests(pattern, part, captures)))
            if captures:
                raise self.refuse(
                    pattern,
                    f"the name {next(iter(captures))} in one of several patterns",
                    "a case for each of them",
                )
        return ast.BoolOp(ast.Or(), choices)

    def sequence(
        self,
        node: ast.AST,
        patterns: list[ast.pattern],
        part: ast.expr,
        captures: dict[str, ast.expr],
    ) -> list[ast.expr]:
        """Return the tests of a pattern like ``(a, 0)``."""
        if any(isinstance(pattern, ast.MatchStar) for pattern in patterns):
            raise self.refuse(node, "a starred pattern", "a test of the length, and slices")
        tests = [_compare(_call("len", part), ast.Eq(), ast.Constant(len(patterns)))]
        for place, pattern in enumerate(patterns):
            item = ast.Subscript(copy.deepcopy(part), ast.Constant(place), ast.Load())
            tests += self.tests(pattern, item, captures)
        return tests

    def of_class(
        self, pattern: ast.MatchClass, part: ast.expr, captures: dict[str, ast.expr]
    ) -> list[ast.expr]:
        """Return the tests of a pattern like ``Bet(quantity)``."""
        cls = self.resolve(pattern.cls)
        tests = [_call("isinstance", part, pattern.cls)]
        if cls in _PLAIN:
            for inner in pattern.patterns:
                tests += self.tests(inner, part, captures)
            return tests
        if not is_record(cls) and pattern.patterns:
            raise self.refuse(pattern, "a pattern of a class that is no record", "its fields")
        names = [*getattr(cls, "__match_args__", [entry.name for entry in record_fields(cls)])]
        named = [*zip(names, pattern.patterns, strict=False)]
        named += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
        for name, inner in named:
            field = ast.Attribute(copy.deepcopy(part), name, ast.Load())
            tests += self.tests(inner, field, captures)
        return tests


class _Substitute(ast.NodeTransformer):
    """Put the part that a name captures in the name's place."""

    def __init__(self, captures: dict[str, ast.expr]) -> None:
        self.captures = captures

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.captures.get(node.id, node))


def _all(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _compare(part: ast.expr, how: ast.cmpop, value: ast.expr) -> ast.expr:
    return ast.Compare(copy.deepcopy(part), [how], [value])


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [copy.deepcopy(each) for each in arguments], [])
