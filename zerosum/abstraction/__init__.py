"""Abstractions: what a player may know and do, as functions that multiply.

``source`` reads what a function says, ``anatomy`` what objects consist of, ``identity`` what
they mean; ``naming`` and ``pickling`` print and carry factors, ``values`` says what they may
return, ``algebra`` multiplies them. ``combinators`` and ``projections`` make factors of factors,
``choices`` products of these; ``menus`` adds actions, ``offering`` makes menus. ``infosets`` sees
an infoset through them, ``abstracted`` a game.
"""

from __future__ import annotations

from zerosum.abstraction.abstracted import Abstracted, abstract, base_and_view, split
from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.choices import per_player, when
from zerosum.abstraction.combinators import equals, given, unless
from zerosum.abstraction.identity import fingerprint, meaning
from zerosum.abstraction.menus import NOTHING, Menu
from zerosum.abstraction.offering import menu, where
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
    "given",
    "meaning",
    "menu",
    "per_player",
    "quantise",
    "split",
    "unless",
    "when",
    "where",
    "without",
]
