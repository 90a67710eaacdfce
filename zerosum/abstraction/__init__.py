"""Abstractions: what a player may know and do, as functions that can be multiplied.

==================================  ===========================================================
``source``, ``anatomy``             the syntax of functions, and the parts of objects
``identity``                        what an object means, as text and as a fingerprint
``naming``, ``pickling``            printing and pickling factors
``values``, ``algebra``             the values of factors, and their products
``fitting``                         factors with data
``combined``, ``combinators``       factors made of other factors: ``given``, ``when``
``projections``                     factors that keep a part: ``quantise``, ``fields``
``menus``                           sums of actions
``view``                            the key and the menu of an infoset
``abstracted``                      games seen through an abstraction
``declared``                        views that a game declares for its exploiters
==================================  ===========================================================
"""

from zerosum.abstraction.abstracted import Abstracted, abstract, base_and_view, split, started
from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.combinators import equals, first_of, given, per_player, unless, when
from zerosum.abstraction.identity import fingerprint, meaning
from zerosum.abstraction.menus import NOTHING, Menu, menu, where
from zerosum.abstraction.projections import fields, quantise, without
from zerosum.abstraction.view import AbstractInfoset, View

__all__ = [
    "NOTHING",
    "ONE",
    "AbstractInfoset",
    "Abstracted",
    "Algebraic",
    "Menu",
    "Product",
    "View",
    "abstract",
    "algebraic",
    "base_and_view",
    "equals",
    "fields",
    "fingerprint",
    "first_of",
    "given",
    "meaning",
    "menu",
    "per_player",
    "quantise",
    "split",
    "started",
    "unless",
    "when",
    "where",
    "without",
]
