"""Abstractions: what a player may know and do, as functions that multiply.

``source`` reads what a function says, ``anatomy`` what objects consist of, ``identity`` what
they mean; ``naming`` and ``pickling`` print and carry factors, ``values`` says what they may
return, ``algebra`` multiplies them; ``view`` sees an infoset through them, ``abstracted`` a game.
"""

from __future__ import annotations

from zerosum.abstraction.abstracted import Abstracted, abstract, split
from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.combinators import (
    equals,
    given,
    per_player,
    unless,
    when,
)
from zerosum.abstraction.identity import fingerprint, meaning
from zerosum.abstraction.infosets import AbstractInfoset
from zerosum.abstraction.projections import fields, quantise, without

__all__ = [
    "ONE",
    "AbstractInfoset",
    "Abstracted",
    "Algebraic",
    "Product",
    "abstract",
    "algebraic",
    "equals",
    "fields",
    "fingerprint",
    "given",
    "meaning",
    "per_player",
    "quantise",
    "split",
    "unless",
    "when",
    "without",
]
