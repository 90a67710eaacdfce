"""``map``, ``filter``, ``zip``, ``enumerate`` and sets, where they are used up at once.

An iterator as a value has no native form: a second loop over it would find it empty. What a loop
goes over, or ``sum``, ``list`` and their kind take, is written as a generator or a list. A set has
an order of its own natively; where the order does not matter, it stays one.
"""

import ast

from zerosum.native.rewriting.source import Source, callee, everywhere, is_call_of
from zerosum.native.rewriting.tree import Known, Native, call, load

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
