"""Statements and operators whose native meaning differs, or is missing."""

from __future__ import annotations

import ast
import typing
from enum import Enum
from typing import Any

from zerosum.native import folds, walking
from zerosum.native.loops import Loops
from zerosum.native.match import desugar
from zerosum.native.powers import power
from zerosum.native.syntax import asks_for_none, call


class Statements(Loops):
    """Rewrite statements and operators, and refuse what has no native form."""

    # --- random numbers: a kernel always brings its generator ------------------------------

    def visit_If(self, node: ast.If) -> Any:
        """Leave out ``if rng is None: rng = Random()``; test what Python calls true."""
        makes = [isinstance(s, ast.Assign) and self.is_random(s.value) for s in node.body]
        if all(makes) and not node.orelse and asks_for_none(node.test):
            return ast.copy_location(ast.Pass(), node)
        node.test = self.truth(node.test)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        """Test what Python calls true."""
        node.test = self.truth(node.test)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out ``rng or Random()``."""
        if isinstance(node.op, ast.Or) and self.is_random(node.values[-1]):
            return typing.cast("ast.expr", self.visit(node.values[0]))
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Leave out ``Random() if rng is None else rng``; test what Python calls true."""
        if asks_for_none(node.test) and self.is_random(node.body):
            return typing.cast("ast.expr", self.visit(node.orelse))
        node.test = self.truth(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Negate what Python calls true."""
        if isinstance(node.op, ast.Not):
            node.operand = self.truth(node.operand)
            return node
        self.generic_visit(node)
        return node

    def truth(self, node: ast.expr) -> ast.expr:
        """Return a condition by itself, where its truth may need asking."""
        if isinstance(node, ast.Compare) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            return typing.cast("ast.expr", self.visit(node))
        if isinstance(node, ast.BoolOp) and not self.is_random(node.values[-1]):
            node.values = [self.truth(value) for value in node.values]
            return node
        visited = typing.cast("ast.expr", self.visit(node))
        return ast.copy_location(call(self.bind(folds.truth, "truth"), visited), node)

    # --- the rest ----------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Let optional ints and enums stand between brackets."""
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(
            node.slice, ast.Constant | ast.Slice | ast.Tuple | ast.UnaryOp
        ):
            node.slice = call(self.bind(walking.as_index, "index"), node.slice)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Refuse what differs natively: powers of floats, shifts out of the word."""
        if isinstance(node.op, ast.LShift | ast.Pow | ast.Mult) and all(
            isinstance(part, ast.Constant) and isinstance(part.value, int)
            for part in (node.left, node.right)
        ):
            folded = eval(compile(ast.Expression(node), "<constant>", "eval"))  # noqa: S307 - ints
            self.check_int(folded, node)
            return ast.copy_location(ast.Constant(folded), node)
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            made = call(self.bind(power, "power"), node.left, node.right)
            return ast.copy_location(made, node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Let a set of constants be a tuple, and walk what Python walks for ``in``."""
        left = node.left
        for place, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(op, ast.Is | ast.IsNot) and any(
                isinstance(self.resolve(side), Enum) for side in (left, right)
            ):
                node.ops[place] = ast.Eq() if isinstance(op, ast.Is) else ast.NotEq()
            left = right
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Set | ast.List):
                node.comparators[place] = ast.copy_location(
                    ast.Tuple(right.elts, ast.Load()), right
                )
        self.generic_visit(node)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """Turn ``(*items, x)`` into ``items + (x,)``."""
        self.generic_visit(node)
        if not any(isinstance(item, ast.Starred) for item in node.elts):
            return node
        parts: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                parts.append(call(self.bind(folds.to_tuple, "tuple"), item.value))
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(item)
            else:
                parts.append(ast.Tuple([item], ast.Load()))
        joined = parts[0]
        for part in parts[1:]:
            joined = ast.BinOp(joined, ast.Add(), part)
        return ast.copy_location(joined, node)

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        """Drop the message: it costs seconds to compile, and the interpreted twin can say it."""
        return ast.copy_location(ast.Assert(self.truth(node.test)), node)

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """Raise the same exception, with as much of its message as is known beforehand."""
        raised = node.exc
        kind = (
            self.resolve(raised.func if isinstance(raised, ast.Call) else raised) if raised else 0
        )
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise self.refuse(node, "a raise of a computed exception", "raise ValueError('...')")
        first = raised.args[0] if isinstance(raised, ast.Call) and raised.args else None
        text = f"{self.function.__qualname__}, line {node.lineno}"
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            text = first.value
        elif isinstance(first, ast.JoinedStr):
            parts = [str(p.value) if isinstance(p, ast.Constant) else "…" for p in first.values]
            text = "".join(parts)
        made = call(self.bind(kind, kind.__name__), ast.Constant(text))
        return ast.copy_location(ast.Raise(made), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Drop an annotation."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        assign = ast.Assign([node.target], node.value)
        return typing.cast("ast.stmt", self.visit(ast.copy_location(assign, node)))

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        """Turn a ``match`` into a chain of ``if``."""
        subject = f"subject_{node.lineno}_{node.col_offset}_"
        self.locals.add(subject)
        return self.block(desugar(node, subject, self.resolve, self.refuse))

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        """Refuse a dictionary."""
        raise self.refuse(node, "a dictionary", "a chain of if and elif, or a tuple by index,")

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        """Refuse a dictionary."""
        raise self.refuse(node, "a dictionary", "a tuple or an array indexed by an int")

    def visit_Set(self, node: ast.Set) -> ast.expr:
        """Refuse a set."""
        raise self.refuse(node, "a set", "a tuple, or the bits of an int,")

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        """Refuse a set."""
        raise self.refuse(node, "a set", "a tuple, or the bits of an int,")

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        """Refuse ``try``."""
        raise self.refuse(node, "try", "a test before the act")

    def visit_With(self, node: ast.With) -> ast.stmt:
        """Refuse ``with``."""
        raise self.refuse(node, "with", "the plain statements")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Refuse a string that is put together."""
        raise self.refuse(node, "an f-string", "an int or an enum")

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        """Refuse generators, but for ``__iter__``."""
        if self.function.__name__ == "__iter__":
            self.generic_visit(node)
            return node
        raise self.refuse(node, "yield", "a list filled by append, and `return tuple(...)`,")
