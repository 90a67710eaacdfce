"""Rewrite a user's source as source that compiles: a list of passes over one function.

Each pass replaces one kind of syntax that Numba does not support, or that means something else
to Numba than to Python. Passes do not depend on each other except by their order, and not on any
game. Syntax that has no native form is refused with an error that says what to write instead.

==================  ==============================  ==============================================
pass                before                          after
==================  ==============================  ==============================================
signature           ``def f(self, *, n: int = 2)``  ``def f(self, n=2)``
chances             ``return {card: 0.5}``          ``return [(card, 0.5)]``
names               ``Suit.HEARTS``, ``LIMIT``      the values themselves (``Known``)
recursion           ``f(n - 1)``, inside ``f``      ``f(last_address_, n - 1)``
ends                ``def apply(...): if ...: ...``  ``raise TypeError(...)`` at the end
messages            ``raise ValueError(f"{n} !")``  ``raise ValueError("… !")``
matching            ``match x: case Bet(n): ...``   ``if isinstance(x, Bet): n = x.n; ...``
walrus              ``if (n := f(x)) > 2: ...``     ``n = f(x)``, ``if n > 2: ...``
iterators           ``sum(map(f, cards))``          ``sum(f(each) for each in cards)``
menus               ``menu = [Fold()]``             ``menu = stack()``, ``menu.append(Fold())``
generators          ``rng or Random()``             ``rng``
conditions          ``if cards: ...``               ``if truth(cards): ...``
loops               ``for card in cards: ...``      ``for card in iterate(cards): ...``
calls               ``Bet(amount=2)``               ``Bet_1_(2)``
operators           ``(*cards, 3)``                 ``to_tuple(cards) + (3,)``
refusals            ``{1: 2}``                      an error
shape_actions       ``return Fold(), Call()``       ``return menu((Fold(), Call()))``
constants           ``Suit.HEARTS``                 ``HEARTS_2_()``, a native function's call
==================  ==============================  ==============================================
"""

import ast
import builtins
import itertools
import types as pytypes
from typing import Any

from zerosum.native.rewriting.calls import calls
from zerosum.native.rewriting.constants import constants
from zerosum.native.rewriting.errors import messages, refusals
from zerosum.native.rewriting.loops import iterators, loops
from zerosum.native.rewriting.matching import matching
from zerosum.native.rewriting.menus import menus, shape_actions
from zerosum.native.rewriting.names import names
from zerosum.native.rewriting.operators import conditions, generators, operators
from zerosum.native.rewriting.recursion import recursion
from zerosum.native.rewriting.returned import chances, ends
from zerosum.native.rewriting.signature import signature
from zerosum.native.rewriting.source import Pass, Source
from zerosum.native.rewriting.tree import Native, load, names_in, replace
from zerosum.native.rewriting.walrus import walrus

PASSES: tuple[Pass, ...] = (
    signature,  # plain parameters, no annotations
    chances,  # mappings become lists of pairs; before names, because it reads method names
    names,  # names from outside become values; all passes below look at values
    recursion,  # a function checks how deep it calls itself; before loops, which take parts out
    ends,  # some methods never return None; before messages, which calls the errors that are raised
    messages,  # no formatted messages; before all passes that would rewrite their parts
    matching,  # match becomes if
    walrus,  # := becomes an assignment
    iterators,  # map and its kind become generators; before menus, which writes tuples of them out
    menus,  # lists that are filled become stacks; before loops, because it writes some
    generators,  # a random generator is always given
    conditions,  # conditions become bools
    loops,  # for, generators, sum, min and their kind
    calls,  # constructors, replace, isinstance, super
    operators,  # indices, powers, in, starred tuples
    refusals,  # what has no native form; before the functions that are called are compiled
    shape_actions,  # actions are returned in one form; after operators, which makes tuples
    constants,  # values become native constants and functions
)


def rewrite(source: Source) -> pytypes.FunctionType:
    """Return a function with the same meaning that Numba compiles.

    Parameters
    ----------
    source
        A plain function, or a method's, and how what it names is lowered. Modified in place.

    Raises
    ------
    LoweringError
        If it uses something that has no native form.
    """
    for step in PASSES:
        step(source)
    function, namespace = source.function, _namespace(source)
    module = ast.fix_missing_locations(ast.Module([*source.helpers, source.tree], []))
    exec(compile(module, function.__code__.co_filename, "exec"), namespace)
    for helper in source.helpers:
        namespace[helper.name] = source.lowering.jit(namespace[helper.name])
    made: pytypes.FunctionType = namespace[source.tree.name]
    made.__defaults__ = source.defaults or None
    made.__qualname__ = function.__qualname__
    return made


def _namespace(source: Source) -> dict[str, Any]:
    """Name every native value and helper in the trees; return the names of the values with them."""
    found: dict[str, Any] = {
        "__builtins__": builtins,
        "__name__": source.function.__module__,
    }
    trees, numbers = (source.tree, *source.helpers), itertools.count()
    taken = {source.tree.name, *source.function.__code__.co_varnames}.union(*map(names_in, trees))

    def fresh(name: str) -> str:
        return next(new for n in numbers if (new := f"{name}_{n}_") not in taken)

    for helper in source.helpers:
        helper.name = fresh(helper.name)

    def step(node: ast.AST) -> ast.AST:
        match node:
            case Native(ast.FunctionDef(name)):
                return load(name)
            case Native(value, name):
                bound = fresh(name)
                found[bound] = value
                return load(bound)
        return node

    for tree in trees:
        replace(tree, step)
    return found
