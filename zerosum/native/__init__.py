"""Lowering 1: classes become value types, their methods native code, from one source.

    layout       annotations → types            rewrite     sources → sources that compile
    types words  structs and how they lie       lowering    functions and methods, on demand
    attributes   fields, methods, properties    spellings   what stands for Python's spellings
    operators    special methods                keys        tokens, chance, hashing
    records sequences lists convert casts       values: making, joining, converting them
    crossing random view                        what kernels are given
    cache explain                               compiled code on disk; verdicts

A solver needs ``View`` and ``lower``; a user needs ``explain``.
"""

from zerosum.native import attributes, crossing, joining, keys, lists, operators, random
from zerosum.native.explain import Explanation, Verdict, explain
from zerosum.native.view import View, lower

__all__ = [
    "Explanation",
    "Verdict",
    "View",
    "attributes",
    "crossing",
    "explain",
    "joining",
    "keys",
    "lists",
    "lower",
    "operators",
    "random",
]
