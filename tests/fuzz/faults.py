"""Faults that are planted on purpose in native code, for the fuzzer to find.

Each changes what is compiled, and leaves Python's run as it is. Plant one before anything is
compiled, and with a cache folder of its own: neither what was compiled without it may hide it, nor
may its code be found by anyone else.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from zerosum.native import keys, sequences
from zerosum.native.emit import generic
from zerosum.native.rewriting import names, passes, returned
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.types import HeldType


def sign(patch: pytest.MonkeyPatch) -> None:
    """Give remainders the sign of the dividend, as in C."""

    @everywhere
    def truncated(_: Source, node: ast.AST) -> ast.AST:
        match node:
            case ast.BinOp(x, ast.Mod(), y):
                given = {"x": ast.unparse(x), "y": ast.unparse(y)}
                return ast.parse("({x}) - ({y}) * int(({x}) / ({y}))".format(**given)).body[0].value
        return node

    patch.setattr(passes, "PASSES", (truncated, *passes.PASSES))


def word(patch: pytest.MonkeyPatch) -> None:
    """Leave the last field out of the keys of records with three fields or more."""
    lines_of = keys._record_lines

    def shorter(cls: type) -> list[str]:
        lines = lines_of(cls)
        return lines[:-1] if len(lines) > 4 else lines

    patch.setattr(keys, "_record_lines", shorter)


def menu(patch: pytest.MonkeyPatch) -> None:
    """Count one action too few in menus of more than three."""
    count = sequences.sequence_count

    @generic
    def short(sequence: Any) -> Callable[[Any], int]:
        if isinstance(sequence, HeldType):
            return lambda sequence: count(sequence) - (count(sequence) > 3)
        return lambda sequence: count(sequence)  # noqa: PLW0108 - it is what gets compiled

    patch.setattr(sequences, "sequence_count", short)


def chance(patch: pytest.MonkeyPatch) -> None:
    """Exchange the probabilities of a literal mapping, first for last."""
    listed = returned._listed

    def reversed_values(source: Source, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Dict):
            node = ast.Dict(node.keys, node.values[::-1])
        return listed(source, node)

    patch.setattr(returned, "_listed", reversed_values)


def constant(patch: pytest.MonkeyPatch) -> None:
    """Keep the constants of a closure for all closures of the same code."""
    closed_over, kept = names.closed_over, {}

    def stale(function: Any) -> Any:
        return kept.setdefault(function.__code__, closed_over(function))

    patch.setattr(names, "closed_over", stale)


FAULTS = {plant.__name__: plant for plant in (sign, word, menu, chance, constant)}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plant a fault while the context lasts; none if the name is empty."""
    with pytest.MonkeyPatch.context() as patch:
        if name:
            FAULTS[name](patch)
        yield
