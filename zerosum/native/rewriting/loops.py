"""Loops over whatever Python iterates over, ``sum``, ``any`` and their kind, and iterators.

An iterator as a value (``map``, ``filter``, ``zip``, ``enumerate``) has no native form: a second
loop over it would find it empty. What a loop goes over, or ``sum``, ``list`` and their kind take,
is written as a generator or a list. A set has an order of its own natively; where the order does
not matter, it stays one.
"""

import ast
from typing import cast

from zerosum.native import protocols, reductions
from zerosum.native.rewriting.source import Source, callee, everywhere, is_call_of
from zerosum.native.rewriting.tree import Known, Native, call, load, looped, names_in, stored

_TAKERS = (sum, min, max, any, all, list, sorted, tuple, next, set, frozenset)
_COUNTERS = (len, sum, min, max, any, all, sorted)
_WALKERS = (enumerate, zip)


@everywhere
def iterators(source: Source, node: ast.AST) -> ast.AST:
    """Write iterators as generators, or as lists, where they are used up at once."""
    match node:
        case ast.For() | ast.comprehension():
            node.iter = _walked(node.iter)
        case ast.Call(_, [ast.Starred(items)], []) if is_call_of(node, min, max):
            node.args = [items]
        case ast.Call(_, [items, *rest]) if is_call_of(node, *_COUNTERS, *_TAKERS):
            if is_call_of(node, *_COUNTERS):
                items = _as_set(items)
            node.args = [_generator(items) or items, *rest]
        case ast.Call() if is_call_of(node, map, filter, *_WALKERS):
            if not hasattr(node, "walked"):
                name = callee(node).__name__
                raise source.refuse(node, f"{name} outside a loop", f"list({name}(...))")
    return node


def _as_set(node: ast.expr) -> ast.expr:
    """Return a set that is made on the spot in its native form; anything else as it is."""
    match node:
        case ast.SetComp(elt, generators):
            listed: ast.expr = ast.ListComp(elt, generators)
        case ast.Call(_, [items], []) if is_call_of(node, set, frozenset):
            listed = call(Known(list, "list"), items)
        case _:
            return node
    return ast.copy_location(call(Native(set, "set"), ast.copy_location(listed, node)), node)


def _walked(node: ast.expr) -> ast.expr:
    """Return what a loop goes over; ``map`` and ``filter`` as a list."""
    if isinstance(node, ast.Call) and is_call_of(node, *_WALKERS):
        vars(node)["walked"] = True
        node.args = [*map(_walked, node.args)]
        return node
    made = _generator(node)
    return ast.copy_location(ast.ListComp(made.elt, made.generators), node) if made else node


def _generator(node: ast.expr) -> ast.GeneratorExp | None:
    """Return an iterator as a generator; None for anything else."""
    if not isinstance(node, ast.Call) or not is_call_of(node, map, filter, *_WALKERS):
        return None
    if not is_call_of(node, *_WALKERS) and (len(node.args) < 2 or node.keywords):
        return None
    item = f"each_{node.lineno}_{node.col_offset}_"
    over: ast.expr = node
    elt: ast.expr = load(item)
    target: ast.expr = ast.Name(item, ast.Store())
    tests: list[ast.expr] = []
    if is_call_of(node, filter):
        keeps, over = node.args
        tests = [load(item) if isinstance(keeps, ast.Constant) else call(keeps, load(item))]
    elif is_call_of(node, map):
        function, *several = node.args
        items = [f"{item}{place}_" for place in range(len(several))]
        elt = call(function, *map(load, items))
        target = ast.Tuple([ast.Name(each, ast.Store()) for each in items], ast.Store())
        over = _walked(ast.copy_location(call(Known(zip, "zip"), *several), node))
        if len(several) == 1:
            target, over = target.elts[0], several[0]
    each = ast.comprehension(target, over, tests, 0)
    return ast.copy_location(ast.GeneratorExp(elt, [each]), node)


@everywhere
def loops(source: Source, node: ast.AST) -> ast.AST:
    """Iterate over, and reduce, whatever Python does; end ``any`` and ``all`` early."""
    match node:
        case ast.For() | ast.comprehension():
            node.iter = _iterable(node.iter)
        case ast.Call(_, [ast.GeneratorExp() as each]) if is_call_of(node, any, all):
            return _quantified(source, each, found=callee(node) is any)
        case ast.Call(_, [ast.GeneratorExp() as each, *default], []) if is_call_of(node, next):
            return _first(source, each, default)
        case ast.Call() if is_call_of(node, *reductions.REDUCTIONS) and node.args:
            return _fold(source, node)
        case ast.Call() if is_call_of(node, reversed):
            return call(reductions.backwards, node.args[0])
        case ast.Call() if is_call_of(node, *_WALKERS):
            # Numba's zip knows no strict; enumerate takes its start by place.
            start = [each.value for each in node.keywords if each.arg == "start"]
            node.args, node.keywords = [*map(_iterable, node.args), *start], []
    return node


def _iterable(node: ast.expr) -> ast.expr:
    """Return what a loop iterates over, in a form that Numba iterates over."""
    if is_call_of(node, range, *_WALKERS):
        return node
    return ast.copy_location(call(protocols.iterate, node), node)


def _fold(source: Source, node: ast.Call) -> ast.expr:
    """Return a call of ``sum``, ``min`` and their kind, of an iterable or of several values."""
    fold = callee(node)
    inner = node.args[0]
    if fold is tuple and is_call_of(inner, sorted):
        ordered = cast("ast.Call", _fold(source, cast("ast.Call", inner)))
        ordered.func = Native(reductions.in_order_tuple, "tuple")
        return ordered
    if any(each.arg in ("key", "default") for each in node.keywords):
        raise source.refuse(node, f"{fold.__name__} with a key or a default", "the loop")
    for place, each in enumerate(node.args):
        if isinstance(each, ast.GeneratorExp):
            listed = ast.ListComp(each.elt, each.generators)
            node.args[place] = ast.copy_location(listed, each)
    if fold not in (min, max) or len(node.args) == 1:
        node.func = Native(reductions.REDUCTIONS[fold], fold.__name__)
    return node


def _quantified(source: Source, generator: ast.GeneratorExp, *, found: bool) -> ast.expr:
    """Turn ``any(x for ...)`` into the call of a function that loops and ends early."""
    test = generator.elt if found else ast.UnaryOp(ast.Not(), generator.elt)
    step = ast.If(test, [ast.Return(ast.Constant(found))], [])
    return _helper(source, generator, step, ast.Return(ast.Constant(not found)))


def _first(source: Source, generator: ast.GeneratorExp, default: list[ast.expr]) -> ast.expr:
    """Turn ``next(x for ...)`` into the call of a function that returns the first item."""
    end: ast.stmt = ast.Raise(call(Native(StopIteration, "StopIteration")))
    if default:
        end = ast.Return(default[0])
    return _helper(source, generator, ast.Return(generator.elt), end)


def _helper(source: Source, generator: ast.GeneratorExp, step: ast.stmt, end: ast.stmt) -> ast.expr:
    """Return the call of a function that does a step for each item of a generator, and an end."""
    body = looped(step, generator.generators)
    carried = sorted(_free(source, generator) | names_in(end))
    arguments = ast.arguments([], [*map(ast.arg, carried)], None, [], [], None, [])
    function = ast.FunctionDef("loop", arguments, [body, end], [])
    source.helpers.append(ast.fix_missing_locations(ast.copy_location(function, generator)))
    return ast.Call(Native(function, function.name), [*map(load, carried)], [])


def _free(source: Source, generator: ast.GeneratorExp) -> set[str]:
    """Return the names that a generator reads from the function around it."""
    code = source.function.__code__
    parts = [each for each in ast.walk(generator) if isinstance(each, ast.arg)]
    own = {name for each in generator.generators for name in stored(each.target)}
    # What a comprehension inside it binds, unless the function has a name like it.
    inner = {*stored(generator), *(each.arg for each in parts)}
    return names_in(generator) - own - inner.difference(code.co_varnames, code.co_cellvars)
