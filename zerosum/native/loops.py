"""Loops, generators and what they are folded by."""

from __future__ import annotations

import ast
import typing
from typing import Any

from zerosum.native import folds, walking
from zerosum.native.calls import Calls
from zerosum.native.syntax import Fill, call, load, names_in
from zerosum.native.walrus import hoist

_WALKERS = (enumerate, zip)
# What is put before, in, and behind the loop that stands for a fold of a generator.
_FOLDS = {
    any: ("", "if VALUE:\n    return True", "return False"),
    all: ("", "if not VALUE:\n    return False", "return True"),
}
_OTHERS = (tuple, list, sorted, sum, min, max, len)


class Loops(Calls):
    """Rewrite loops so that they walk whatever Python walks."""

    def known(self, node: ast.Call, target: Any) -> ast.expr:
        """Return the native form of a call whose target is known."""
        generator = node.args[0] if len(node.args) == 1 else None
        if target in _FOLDS and isinstance(generator, ast.GeneratorExp):
            return self._loop(_FOLDS[target], generator)
        if any(target is fold for fold in (*_FOLDS, *_OTHERS)) and node.args:
            return self._fold(node, target)
        if target is reversed:
            return call(self.bind(folds.backwards, "reversed"), self.visit(node.args[0]))
        if any(target is walker for walker in _WALKERS):
            # Numba's zip knows no strict; enumerate takes its start by place.
            start = [self.visit(k.value) for k in node.keywords if k.arg == "start"]
            return ast.Call(node.func, [*map(self.iterable, node.args), *start], [])
        return super().known(node, target)

    def _fold(self, node: ast.Call, target: Any) -> ast.expr:
        """Return a fold of something that is walked, or of several values."""
        arguments = [self._listed(argument) for argument in node.args]
        spelled = folds.FOLDS.get(target)
        if target in (min, max) and len(arguments) > 1:
            spelled = None
        if any(k.arg in ("key", "default") for k in node.keywords):
            raise self.refuse(node, f"{target.__name__} with a key or a default", "the loop")
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        function = node.func if spelled is None else self.bind(spelled, target.__name__)
        return ast.Call(function, arguments, keywords)

    def _listed(self, node: ast.expr) -> ast.expr:
        """Return an argument of a fold; of a generator the list of what it yields."""
        if isinstance(node, ast.GeneratorExp):
            listed = ast.ListComp(node.elt, node.generators)
            return typing.cast("ast.expr", self.visit(ast.copy_location(listed, node)))
        return typing.cast("ast.expr", self.visit(node))

    def _loop(self, body: tuple[str, str, str], generator: ast.GeneratorExp) -> ast.expr:
        """Turn ``any(x for ...)`` into a call of a function that loops, and ends early."""
        targets = {n for each in generator.generators for n in names_in(each.target)}
        carried = sorted((names_in(generator) & self.locals) - targets)
        outer = set(self.locals)
        self.locals |= targets
        start, step, end = (ast.parse(text).body for text in body)
        element = self.visit(generator.elt)
        inner: list[ast.stmt] = [Fill(element).visit(statement) for statement in step]
        for each in reversed(generator.generators):
            for condition in reversed(each.ifs):
                inner = [ast.If(self.visit(condition), inner, [])]
            inner = [ast.For(each.target, self.iterable(each.iter), inner, [])]
        self.locals = outer
        name = f"loop_{len(self.namespace)}_"
        arguments = ast.arguments([], [ast.arg(n) for n in carried], None, [], [], None, [])
        function = ast.FunctionDef(name, arguments, [*start, *inner, *end], [])
        ast.copy_location(function, generator)
        module = ast.fix_missing_locations(ast.Module([function], []))
        exec(compile(module, self.function.__code__.co_filename, "exec"), self.namespace)
        self.namespace[name] = self.lowering.jit(self.namespace[name])
        return call(load(name), *(load(n) for n in carried))

    def iterable(self, node: ast.expr) -> ast.expr:
        """Return what a loop walks, in a form that can be walked natively."""
        visited = typing.cast("ast.expr", self.visit(node))
        if isinstance(node, ast.Call) and self.resolve(node.func) in (range, *_WALKERS):
            return visited
        return ast.copy_location(call(self.bind(walking.iterate, "iterate"), visited), node)

    def visit_For(self, node: ast.For) -> ast.For:
        """Let a loop walk whatever Python walks."""
        node.iter = self.iterable(node.iter)
        node.target = self.visit(node.target)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse)
        return node

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Visit statements, each of which may become several."""
        made: list[ast.stmt] = []
        for whole in statements:
            for statement in hoist(whole, self.refuse):
                visited = self.visit(statement)
                made += visited if isinstance(visited, list) else [visited]
        return made

    def visit_ListComp(self, node: ast.ListComp) -> ast.ListComp:
        """Visit the parts in the order in which names come to be."""
        outer = set(self.locals)
        node.generators = [self.visit(each) for each in node.generators]
        node.elt = self.visit(node.elt)
        self.locals = outer
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """Visit one ``for`` of a comprehension; its names are local from here on."""
        node.iter = self.iterable(node.iter)
        self.locals |= names_in(node.target)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        """Refuse a generator that nothing here folds."""
        raise self.refuse(node, "a generator by itself", "a list filled by append")
