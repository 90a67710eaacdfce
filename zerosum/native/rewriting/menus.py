"""How a list or a menu that a user writes becomes a bounded value on the stack.

A list on the heap costs 140 ns a node. A list that is made once, filled by ``append``, measured
by ``len`` or by its truth, and returned as ``tuple(menu)`` needs no heap: it becomes a stack. A
comprehension that is returned as a tuple is written out as such a list. A tuple that grows by
``+=``, or is assigned more than once, has room for as many actions as the menu may hold, and so
have the values of several returns.
"""

import ast
import builtins
import types as pytypes
from collections import Counter
from collections.abc import Iterator
from typing import Any

from zerosum.abstraction.source import syntax_of
from zerosum.native.building import new_stack, tuple_of_range, tuple_of_stack
from zerosum.native.menus import as_menu
from zerosum.native.rewriting.constants import native
from zerosum.native.rewriting.names import names
from zerosum.native.rewriting.source import Source, is_call_of
from zerosum.native.rewriting.tree import Known, append, assign, call, load, looped, replace, stored

_Comprehension = ast.ListComp | ast.GeneratorExp


def menus(source: Source) -> None:
    """Fill menus on the stack, and give menus that grow, or are ranges, one form."""
    if source.role == "range":
        _return_range(source)
    elif source.role == "actions":
        times = Counter(stored(source.tree))
        grown = {name for name in source.returned if times[name] > 1}
        write_out(source.tree)
        _fill(source, stacked(source.tree), grown)


def _return_range(source: Source) -> None:
    menu = tuple_of_range(source.capacity, source.outgrown)
    for each in returns_of(source.tree):
        if items := range_of(each):
            each.value = call(menu, items)


def range_of(node: ast.Return) -> ast.Call | None:
    """Return the range of ``return tuple(range(...))``; None for any other return."""
    items = _tuple_of(node.value)
    return items if isinstance(items, ast.Call) and is_call_of(items, range) else None


def _tuple_of(node: ast.expr | None) -> ast.expr | None:
    """Return the argument of ``tuple(...)``; None for any other expression."""
    match node:
        case ast.Call(_, [items]) if is_call_of(node, tuple):
            return items
    return None


def returns_range(function: Any) -> bool:
    """Return whether the only return of a method is ``return tuple(range(...))``.

    >>> from zerosum.bluff import InfoSet
    >>> from zerosum.kuhn import InfoSet as KuhnInfoSet
    >>> returns_range(InfoSet.actions), returns_range(KuhnInfoSet.actions)
    (True, False)
    """
    if not isinstance(function, pytypes.FunctionType) or syntax_of(function) is None:
        return False
    source = Source(function, None)
    names(source)
    returns = [each for each in ast.walk(source.tree) if isinstance(each, ast.Return)]
    return len(returns) == 1 and source.tree.body[-1] in returns and bool(range_of(returns[0]))


def _fill(source: Source, stacks: set[str], grown: set[str]) -> None:
    """Keep lists on the stack, and menus that grow in one form; split conditional returns."""
    capacity, outgrown = source.capacity, source.outgrown

    def step(node: ast.AST) -> Any:
        match node:
            case ast.Assign([ast.Name(name)], ast.List(items)) if name in stacks:
                start = assign(name, call(new_stack(capacity)))
                return [start, *(append(name, item) for item in items)]
            case ast.Call(_, [ast.Name(name)]) if name in stacks and is_call_of(node, tuple):
                return call(tuple_of_stack(capacity, outgrown), load(name))
            case ast.Assign([ast.Name(name), *_], value) if name in grown:
                menu = as_menu(capacity, capacity, source.place, outgrown, listed=True)
                node.value = call(menu, value)
            case ast.AugAssign(ast.Name(name) as target, how, value) if name in grown:
                return ast.Assign([target], ast.BinOp(load(name), how, value))
            case ast.Return(ast.IfExp(test, body, orelse)):
                return ast.If(test, [ast.Return(body)], [ast.Return(orelse)])
        return node

    replace(source.tree, step)


def returns_of(tree: ast.FunctionDef) -> Iterator[ast.Return]:
    """Yield the returns of a function, but not those of functions inside it."""
    parts: list[ast.AST] = [*tree.body]
    for part in parts:
        if isinstance(part, ast.Return):
            yield part
        if not isinstance(part, ast.FunctionDef):
            parts += ast.iter_child_nodes(part)


def write_out(tree: ast.FunctionDef) -> None:
    """Turn what a function returns as ``tuple(x for ...)`` into a list that is filled.

    Modified in place: ``tree``.
    """
    returns = {*returns_of(tree)}

    def step(node: ast.AST) -> Any:
        made = _tuple_of(node.value) if isinstance(node, ast.Return) and node in returns else None
        return _written_out(made) if isinstance(made, _Comprehension) else node

    replace(tree, step)


def _written_out(made: _Comprehension) -> list[ast.stmt]:
    """Return the statements that fill a list as a comprehension does, and return its tuple."""
    place = f"{made.lineno}_{made.col_offset}_"
    own = {name for each in made.generators for name in stored(each.target)}
    # Python evaluates the first iterable outside the comprehension.
    for each in {*ast.walk(made)}.difference(ast.walk(made.generators[0].iter)):
        match each:
            case ast.Name(name) if name in own:
                each.id = f"{name}_{place}"
            case ast.arg(name) if name in own:
                each.arg = f"{name}_{place}"
    menu = f"menu_{place}"
    body = looped(append(menu, made.elt), made.generators)
    end = ast.Return(call(Known(tuple, "tuple"), load(menu)))
    return [assign(menu, ast.List([], ast.Load())), body, end]


def stacked(tree: ast.FunctionDef) -> set[str]:
    """Return the names of a function whose lists may be kept on the stack."""
    made: Counter[str] = Counter()
    used: Counter[str] = Counter()
    ended: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.List(items)):
                made[name] += not any(isinstance(item, ast.Starred) for item in items)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"))):
                used[name] += 1
            case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.Assert(test):
                used.update(_asked(test))
            case ast.UnaryOp(ast.Not(), operand):
                used.update(_asked(operand))
            case ast.Call(Known(builtins.len | builtins.tuple), [ast.Name(name)]):
                used[name] += 1
            case ast.Return(ast.expr() as value):
                ended.update(_tuples_in(value))
    named = Counter(each.id for each in ast.walk(tree) if isinstance(each, ast.Name))
    return {name for name in ended if made[name] == 1 and used[name] + 1 == named[name]}


def _tuples_in(node: ast.expr) -> Iterator[str]:
    """Yield the names of lists whose tuple is returned, or a part of the tuple that is."""
    match node:
        case ast.Call(_, [ast.Name(name)]) if is_call_of(node, tuple):
            yield name
        case ast.IfExp() | ast.BinOp() | ast.Tuple() | ast.Starred():
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr):
                    yield from _tuples_in(part)


def _asked(node: ast.expr) -> Iterator[str]:
    """Yield the names of which a condition uses only the truth."""
    match node:
        case ast.Name(name):
            yield name
        case ast.BoolOp(_, parts):
            for part in parts:
                yield from _asked(part)


def shape_actions(source: Source) -> None:
    """Give every return of actions one form: tuples of different lengths are sequences."""
    if source.role != "actions":
        return
    returns, lengths = [*returns_of(source.tree)], []
    for each in returns:
        if isinstance(each.value, Known):
            each.value = native(source, each.value)
        if isinstance(each.value, ast.Tuple):
            lengths.append(len(each.value.elts))
    capacity = max(lengths, default=0) if len(lengths) == len(returns) else source.capacity
    room = capacity if len(returns) > 1 else 0
    menu = as_menu(room, source.capacity, source.place, source.outgrown)
    for each in returns:
        each.value = call(menu, each.value or ast.Constant(None))
