"""Combinators: abstractions made of abstractions, flat products again.

``given(predicate, A)`` looks through ``A`` where the predicate holds, ``when(predicate, A, B)``
through one or the other; ``per_player`` chooses by the player, ``quantise`` cuts a number into
steps, ``fields`` keeps some fields of an infoset and forgets all others, ``without`` leaves
factors out. Each distributes over products, so that what it makes is a product like any other:
it compares as the set of its factors, and each factor can be left out, priced and named.

==============================  =========================================================
``given(p, A * B)``             ``== given(p, A) * given(p, B)``
``given(p, ONE)``               ``== ONE``
``when(p, A * B, C * D)``       ``== when(p, A, C) * when(p, B, D)``
``when(p, ONE, ONE)``           ``== p``
``when(p, A, A)``               tells apart what ``p * A`` does
``quantise(f, ())``             tells nothing apart
``quantise(f, a) * quantise(f, b)``  tells apart what ``quantise(f, sorted({*a, *b}))`` does
==============================  =========================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from numbers import Real
from types import FunctionType
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Product, algebraic
from zerosum.abstraction.combined import (
    Combined,
    as_number,
    attribute,
    factors_of,
    predicate_of,
    value_of,
)
from zerosum.errors import AbstractionError

_EXACT = 1 << 53  # ints up to here are floats too


@dataclass(frozen=True, repr=False)
class Given(Combined):
    """The record behind :func:`given`."""

    predicate: Algebraic
    factor: Algebraic

    def __call__(self, infoset: Any) -> Any:
        """Return the factor's value where the predicate holds, None elsewhere."""
        if value_of(self.predicate, infoset):
            return value_of(self.factor, infoset)
        return None

    def __repr__(self) -> str:
        return f"given({self.predicate!r}, {self.factor!r})"


@dataclass(frozen=True, repr=False)
class Unless(Combined):
    """The record behind :func:`unless`."""

    predicate: Algebraic
    factor: Algebraic

    def __call__(self, infoset: Any) -> Any:
        """Return the factor's value where the predicate does not hold, None elsewhere."""
        if value_of(self.predicate, infoset):
            return None
        return value_of(self.factor, infoset)

    def __repr__(self) -> str:
        return f"unless({self.predicate!r}, {self.factor!r})"


@dataclass(frozen=True, repr=False)
class Equals(Combined):
    """The record behind :func:`equals`."""

    factor: Algebraic
    value: int | bool | Enum | None

    def __call__(self, infoset: Any) -> bool:
        """Return whether the factor has the value."""
        found = value_of(self.factor, infoset) == self.value
        return bool(found)

    def __repr__(self) -> str:
        value = self.value
        return f"equals({self.factor!r}, {str(value) if isinstance(value, Enum) else repr(value)})"


@dataclass(frozen=True, repr=False)
class Quantised(Combined):
    """The record behind :func:`quantise`."""

    function: Algebraic
    edges: tuple[float, ...]

    def __call__(self, infoset: Any) -> int:
        """Return how many edges the function's value reaches."""
        return reached(as_number(value_of(self.function, infoset)), self.edges)

    def __repr__(self) -> str:
        return f"quantise({self.function!r}, {self.edges!r})"


@dataclass(frozen=True, repr=False)
class Field(Combined):
    """The record behind :func:`fields`."""

    name: str

    def __call__(self, infoset: Any) -> Any:
        """Return the field of the infoset."""
        return attribute(infoset, self.name)

    def __repr__(self) -> str:
        return f"fields({self.name!r})"


def reached(value: float, edges: Iterable[float]) -> int:
    """Return how many edges a number reaches; one that is not a number (NaN) reaches none."""
    count = 0
    for edge in edges:
        if value >= edge:
            count += 1
    return count


def given(predicate: Any, states: Any) -> Product:
    """Look through an abstraction where a predicate holds; elsewhere tell nothing apart.

    Parameters
    ----------
    predicate
        One factor; what Python calls true of its value counts.
    states
        A factor or a product. It is not asked where the predicate does not hold, so that it may
        be a function of some infosets only.

    Returns
    -------
    A product of one factor for each factor of ``states``: its value, None where the predicate
    does not hold. Each asks the predicate anew.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are none.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, algebraic
    >>> @algebraic
    ... def even(infoset):
    ...     return infoset % 2 == 0
    >>> @algebraic
    ... def half(infoset):
    ...     return infoset // 2
    >>> given(even, half)
    given(even, half)
    >>> given(even, half)(6), given(even, half)(7)
    (3, None)
    >>> given(even, half * even) == given(even, half) * given(even, even)
    True
    """
    holds = predicate_of(predicate, "given")
    return _product(Given(holds, factor) for factor in factors_of(states, "given"))


def unless(predicate: Any, states: Any) -> Product:
    """Look through an abstraction where a predicate does not hold: see :func:`given`.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are none.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def zero(infoset):
    ...     return infoset == 0
    >>> @algebraic
    ... def inverse(infoset):
    ...     return 12 // infoset
    >>> unless(zero, inverse)(0), unless(zero, inverse)(4)
    (None, 3)
    """
    holds = predicate_of(predicate, "unless")
    return _product(Unless(holds, factor) for factor in factors_of(states, "unless"))


def when(predicate: Any, states: Any, others: Any) -> Product:
    """Look through one abstraction where a predicate holds, and through another elsewhere.

    It is ``predicate * given(predicate, states) * unless(predicate, others)``, and reads so.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are none.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, algebraic
    >>> @algebraic
    ... def early(infoset):
    ...     return infoset < 4
    >>> @algebraic
    ... def exact(infoset):
    ...     return infoset
    >>> when(early, exact, ONE)
    early * given(early, exact)
    >>> len({when(early, exact, ONE)(infoset) for infoset in range(10)})
    5
    """
    holds = predicate_of(predicate, "when")
    return holds * given(holds, states) * unless(holds, others)


def equals(factor: Any, value: int | bool | Enum | None) -> Algebraic:
    """Make the predicate that a factor has a certain value: ``given(equals(street, 3), A)``.

    Parameters
    ----------
    factor
        One factor.
    value
        An int, bool, None or an enum member.

    Raises
    ------
    AbstractionError
        If the factor is not one, or the value of another kind.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def parity(infoset):
    ...     return infoset % 2
    >>> equals(parity, 1)(3), equals(parity, 1)
    (True, equals(parity, 1))
    """
    if value is not None and not isinstance(value, int | Enum):
        raise AbstractionError(
            f"The value of equals must be an int, bool, None or an enum member; got {value!r}: "
            "write a factor that returns True or False instead.",
            value,
        )
    return Algebraic(Equals(predicate_of(factor, "equals"), value))


def per_player(*states: Any, player: Any = None) -> Product:
    """Look through the first abstraction for player 0, the second for player 1, and so on.

    Parameters
    ----------
    states
        Factors or products, one for each player.
    player
        The factor that gives the player to act; ``infoset.player`` where it is left out.

    Returns
    -------
    ``player * given(equals(player, 0), A) * given(equals(player, 1), B) * ...``

    Raises
    ------
    AbstractionError
        If there are no states; when called, where an infoset has no ``player``.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, algebraic
    >>> @algebraic
    ... def parity(infoset):
    ...     return infoset % 2
    >>> @algebraic
    ... def half(infoset):
    ...     return infoset // 2
    >>> [per_player(half, ONE, player=parity).decode(
    ...     per_player(half, ONE, player=parity).key(infoset))[parity] for infoset in (4, 5)]
    [0, 1]
    >>> per_player(half, ONE, player=parity)
    parity * given(equals(parity, 0), half)
    """
    if not states:
        raise AbstractionError(
            "The states of per_player must be one for each player; got none: write "
            "per_player(A, B).",
            states,
        )
    acting = _ACTING if player is None else predicate_of(player, "player=")
    product = acting * Product()
    for number, each in enumerate(states):
        product *= given(equals(acting, number), each)
    return product


def quantise(function: Callable[[Any], float], edges: Iterable[float]) -> Algebraic:
    """Cut a number into steps: the factor that counts the edges which it reaches.

    Parameters
    ----------
    function
        From an infoset to an int or a float, algebraic or not.
    edges
        Ascending numbers, each once. A value that equals an edge reaches it; one that is not a
        number (NaN) reaches none.

    Raises
    ------
    AbstractionError
        If the function is none, or the edges are not ascending finite numbers; when called,
        where the function returns no number.

    Notes
    -----
    More edges refine; none tell nothing apart. The time grows with the edges.

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
            f"The function of quantise must be one, from an infoset to a number; got {function!r}.",
            function,
        )
    factor = algebraic(function) if isinstance(function, FunctionType) else _of(function)[0]
    return Algebraic(Quantised(factor, _ascending(edges)))


def fields(*names: str) -> Product:
    """Keep some fields of an infoset, and forget all others.

    Parameters
    ----------
    names
        Fields or properties of the infoset whose values may stand in a key.

    Returns
    -------
    The product of one factor for each name.

    Raises
    ------
    AbstractionError
        If a name is no string; when called, where the infoset has no field of the name.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> infoset = Kuhn().apply(2).apply(0).infoset(0)
    >>> fields("card")(infoset)
    2
    >>> fields("card", "history") == fields("history") * fields("card")
    True
    """
    for name in names:
        if not (isinstance(name, str) and name.isidentifier()):
            raise AbstractionError(
                f"The names given to fields must be those of fields; got {name!r}: write "
                'fields("card", "history").',
                name,
            )
    return _product(map(Field, names))


def without(states: Any, *factors: Any) -> Product:
    """Return a product but for some of its factors.

    Parameters
    ----------
    states
        A product.
    factors
        What to leave out: factors of it, or products of them.

    Raises
    ------
    AbstractionError
        If one is not in the product.

    Examples
    --------
    >>> states = fields("card", "history")
    >>> without(states, fields("card"))
    fields('history')
    """
    kept = {factor: None for factor in factors_of(states, "without")}
    for factor in [each for some in factors for each in factors_of(some, "without")]:
        if factor not in kept:
            raise AbstractionError(
                f"A factor to leave out must be one of the product; got {factor!r}, and the "
                f"product is {states!r}: name one of its factors, each once.",
                factor,
            )
        del kept[factor]
    return Product(tuple(kept))


_ACTING = Algebraic(Field("player"))


def _product(records: Iterable[Any]) -> Product:
    return Product(tuple([Algebraic(record) for record in records]))


def _of(obj: Any) -> tuple[Algebraic, ...]:
    return factors_of(obj, "quantise") if callable(obj) else ()


def _ascending(edges: Any) -> tuple[float, ...]:
    """Return edges as one kind of numbers: ints where all are whole, else floats."""
    numbers = tuple(edges) if isinstance(edges, Iterable) else (None,)
    if not all(map(_is_edge, numbers)) or any(
        a >= b for a, b in zip(numbers, numbers[1:], strict=False)
    ):
        raise AbstractionError(
            f"The edges of quantise must be ascending numbers, finite and each once; got "
            f"{edges!r}: write them as in (0.25, 0.5, 1).",
            edges,
        )
    whole = all(float(number).is_integer() for number in numbers)
    return tuple([int(number) if whole else float(number) for number in numbers])


def _is_edge(number: Any) -> bool:
    real = isinstance(number, Real) and not isinstance(number, bool)
    return real and math.isfinite(number) and abs(number) <= _EXACT
