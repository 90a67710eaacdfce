"""Lowering 1: classes become value types, their methods native code, from one source.

    constructors families layout        annotations → types
    types models words                  structs, how they lie, how they are rows of words
    names calls loops match walrus statements returns stacks filling rewrite
                                        sources → sources that compile
    lowering members                    functions and methods, on demand
    attributes operators classes replace
                                        what hangs on a value, isinstance, enums, replace
    records sequences lists joining menus ranges casts convert folds walking powers
                                        values: making, joining, walking, converting them
    combining                           combinators and menus: factors that hold factors
    primitives keys random crossing arenas view fitting
                                        what kernels are given
    linking compiling cache             compiled code, and where it is kept
    explain reasons                     verdicts

A solver needs ``View`` and ``lower``; a user needs ``explain``.
"""

from zerosum.abstraction import View
from zerosum.native import (
    arenas,
    attributes,
    combining,
    encoding,
    joining,
    keys,
    menus,
    models,
    operators,
    primitives,
    random,
)
from zerosum.native.explain import Explanation, Verdict, explain
from zerosum.native.view import lower

__all__ = [
    "Explanation",
    "Verdict",
    "View",
    "arenas",
    "attributes",
    "combining",
    "encoding",
    "explain",
    "joining",
    "keys",
    "lower",
    "menus",
    "models",
    "operators",
    "primitives",
    "random",
]
