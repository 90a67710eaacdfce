"""Projections: factors that keep a part of the information, and forget the rest.

``quantise`` cuts a number into steps, ``fields`` keeps some fields of an infoset, and ``without``
leaves factors of a product out.

===================================  ========================================================
``quantise(f, ())``                  merges all infosets
``quantise(f, a) * quantise(f, b)``  is equivalent to ``quantise(f, sorted({*a, *b}))``
``fields("a", "b")``                 ``== fields("a") * fields("b")``
``without(A * B, B)``                ``== A``, where ``A`` holds no factor of ``B``
===================================  ========================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real
from types import FunctionType
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Product, algebraic
from zerosum.abstraction.combined import (
    Combined,
    as_number,
    attribute,
    factors_of,
    product_of,
    value_of,
)
from zerosum.errors import AbstractionError

_EXACT = 1 << 53  # ints up to here are floats too


@dataclass(frozen=True, repr=False)
class Quantised(Combined):
    """The record behind :func:`quantise`."""

    maker = "quantise"
    function: Algebraic
    edges: tuple[float, ...]

    def __call__(self, infoset: Any) -> int:
        """Return how many edges the function's value reaches."""
        return reached(as_number(value_of(self.function, infoset)), self.edges)


@dataclass(frozen=True, repr=False)
class Field(Combined):
    """The record behind :func:`fields`."""

    maker = "fields"
    name: str

    def __call__(self, infoset: Any) -> Any:
        """Return the field of the infoset."""
        return attribute(infoset, self.name)


def reached(value: float, edges: Iterable[float]) -> int:
    """Return how many edges a number reaches; NaN reaches none."""
    count = 0
    for edge in edges:
        if value >= edge:
            count += 1
    return count


def quantise(function: Callable[[Any], float], edges: Iterable[float]) -> Algebraic:
    """Return the factor that counts how many edges a number reaches.

    Parameters
    ----------
    function
        A function of an infoset that returns an int or a float, algebraic or not.
    edges
        Numbers in ascending order, each once. A value that equals an edge reaches it; NaN
        reaches none.

    Raises
    ------
    AbstractionError
        If ``function`` is not a function, or the edges are not ascending finite numbers; when
        called, if the function does not return a number.

    Notes
    -----
    Adding edges refines the factor. The time of a call is linear in the number of edges.

    Examples
    --------
    >>> def share(infoset):
    ...     return infoset / 10
    >>> tenths = quantise(share, (0.25, 0.5))
    >>> tenths, [tenths(infoset) for infoset in (2, 3, 5, 9)]
    (quantise(share, (0.25, 0.5)), [0, 1, 2, 2])
    """
    if not isinstance(function, FunctionType) and len(_of(function)) != 1:
        raise AbstractionError(
            f"The function of quantise must map an infoset to a number; got {function!r}.",
            function,
        )
    factor = algebraic(function) if isinstance(function, FunctionType) else _of(function)[0]
    return Algebraic(Quantised(factor, _ascending(edges)))


def fields(*names: str) -> Product:
    """Return the product of some fields of an infoset.

    Parameters
    ----------
    names
        The names of fields or properties whose values can stand in a key.

    Returns
    -------
    The product of one factor for each name.

    Raises
    ------
    AbstractionError
        If a name is not a string; when called, if the infoset has no field of that name.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> infoset = Kuhn().apply(2).apply(0).infoset(0)
    >>> fields("card")(infoset)
    2
    >>> fields("card", "history") == fields("history") * fields("card")
    True
    """
    given: tuple[Any, ...] = names
    for name in given:
        if not isinstance(name, str) or not name.isidentifier():
            raise AbstractionError(
                f"The names given to fields must be names of fields; got {name!r}: write "
                'fields("card", "history").',
                name,
            )
    return product_of(map(Field, names))


def without(states: Any, *factors: Any) -> Product:
    """Return a product without some of its factors.

    Parameters
    ----------
    states
        A product.
    factors
        The factors to leave out, or products of them.

    Raises
    ------
    AbstractionError
        If one of them is not in the product.

    Examples
    --------
    >>> states = fields("card", "history")
    >>> without(states, fields("card"))
    fields('history')
    """
    kept = dict.fromkeys(factors_of(states, "without"))
    for factor in [each for some in factors for each in factors_of(some, "without")]:
        if factor not in kept:
            raise AbstractionError(
                f"A factor to leave out must be one of the product; got {factor!r}, and the "
                f"product is {states!r}: name one of its factors, each once.",
                factor,
            )
        del kept[factor]
    return Product(tuple(kept))


def _of(obj: Any) -> tuple[Algebraic, ...]:
    return factors_of(obj, "quantise") if callable(obj) else ()


def _ascending(edges: Any) -> tuple[float, ...]:
    """Return edges as numbers of one type: ints if all are whole, else floats."""
    numbers = tuple(edges) if isinstance(edges, Iterable) else (None,)
    if not all(map(_is_edge, numbers)) or any(a >= b for a, b in pairwise(numbers)):
        raise AbstractionError(
            f"The edges of quantise must be ascending numbers of at most 2**53, finite and each "
            f"once; got {edges!r}: write them as in (0.25, 0.5, 1).",
            edges,
        )
    whole = all(float(number).is_integer() for number in numbers)
    return tuple([int(number) if whole else float(number) for number in numbers])


def _is_edge(number: Any) -> bool:
    real = isinstance(number, Real) and not isinstance(number, bool)
    return real and math.isfinite(number) and abs(number) <= _EXACT
