"""Lowering 1: classes become value types, their methods native code, from one source.

    layout      annotations → types           rewrite    sources → sources that compile
    types       structs, families, sequences  lowering   functions and methods, compiled along
    words       values ↔ rows of words        attributes fields, methods, operators of values
    values      building, comparing, joining  keys       tokens, chance, hashing
    view        a game seen by a solver       cache      where compiled code is kept
"""

from zerosum.native import attributes, keys
from zerosum.native.layout import Layout
from zerosum.native.lowering import Lowering
from zerosum.native.view import View, view_type
from zerosum.native.words import Native

__all__ = ["Layout", "Lowering", "Native", "View", "attributes", "keys", "view_type"]
