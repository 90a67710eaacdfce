"""Lowering 1: classes become value types and their methods native code, from one source.

    declarations families layout        from annotations to types
    types models encoding               structs, their layout, and their rows of words
    rewriting/                          from a user's source to source that compiles
    lowering capacity facts             functions and methods, on demand; how long menus are, and
                                        what else playouts tell, from process to process
    attributes operators classes replace
                                        attributes of a value, isinstance, enums, replace
    records sequences packing menus building tuples casts convert
                                        values: making, joining and converting them
    protocols reductions                truth, iteration, sum, min and their kind
    combinators                         factors that hold factors, and menus
    bool_or_int                         the one mix of types that Numba does not refuse
    primitives keys arenas view         what kernels and factors are given
    called                              what kernels call by address
    emit linking checking depth cache sparing interrupted
                                        compiled code, its checks, and where it is kept
    explain reasons places spelling     verdicts, in the user's words

A solver needs ``View`` and ``lower``; a user needs ``explain``.
"""

from zerosum.abstraction import View

# Imported for what they register with Numba: types' models, attributes, operators, overloads.
from zerosum.native import (  # noqa: F401
    arenas,
    attributes,
    combinators,
    interrupted,
    keys,
    models,
    operators,
    primitives,
    tuples,
)
from zerosum.native.explain import Explanation, Verdict, explain
from zerosum.native.view import lower

__all__ = ["Explanation", "Verdict", "View", "explain", "lower"]
