"""Abstractions: what a player may know and do, as functions that multiply.

``source`` reads what a function says, ``anatomy`` what objects consist of, ``identity`` what
they mean; ``naming`` and ``pickling`` print and carry factors, ``algebra`` multiplies them and
``view`` makes games of them.
"""

from __future__ import annotations

from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.identity import fingerprint, meaning
from zerosum.abstraction.view import Abstracted, AbstractInfoset, abstract, split

__all__ = [
    "ONE",
    "AbstractInfoset",
    "Abstracted",
    "Algebraic",
    "Product",
    "abstract",
    "algebraic",
    "fingerprint",
    "meaning",
    "split",
]
