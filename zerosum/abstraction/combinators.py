"""Combinators: abstractions made of other abstractions.

``given(predicate, A)`` is ``A`` where the predicate holds, ``unless(predicate, A)`` where it does
not; ``equals(factor, value)`` is a predicate. Each distributes over products, so the result is a
product like any other: it is compared as the set of its factors, and each factor can be left out,
priced and named. ``when(predicate, A, B)`` is one abstraction or the other, and
``per_player(A, B)`` one for each player; both are products of these. ``first_of(A, B)`` is one
factor that has the bucket of whichever of several has one.

=========================  ================================================
``given(p, A * B)``        ``== given(p, A) * given(p, B)``
``given(p, ONE)``          ``== ONE``
``when(p, A * B, C * D)``  ``== when(p, A, C) * when(p, B, D)``
``when(p, ONE, ONE)``      ``== p``
``when(p, A, A)``          separates the same infosets as ``p * A``
=========================  ================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.algebra import Algebraic, Product
from zerosum.abstraction.combined import (
    Combined,
    buckets_of,
    factors_of,
    predicate_of,
    product_of,
    value_of,
    values_of,
)
from zerosum.abstraction.projections import fields
from zerosum.errors import AbstractionError
from zerosum.support.tokens import NO_BUCKET

_BITS = 62  # of an integer of a key


@dataclass(frozen=True, repr=False)
class Given(Combined):
    """The record behind :func:`given`."""

    maker = "given"
    predicate: Algebraic
    factor: Algebraic

    def __call__(self, infoset: Any) -> Any:
        """Return the factor's value where the predicate holds, None elsewhere."""
        if value_of(self.predicate, infoset):
            return value_of(self.factor, infoset)
        return None


@dataclass(frozen=True, repr=False)
class Unless(Combined):
    """The record behind :func:`unless`."""

    maker = "unless"
    predicate: Algebraic
    factor: Algebraic

    def __call__(self, infoset: Any) -> Any:
        """Return the factor's value where the predicate does not hold, None elsewhere."""
        if value_of(self.predicate, infoset):
            return None
        return value_of(self.factor, infoset)


@dataclass(frozen=True, repr=False)
class Equals(Combined):
    """The record behind :func:`equals`."""

    maker = "equals"
    factor: Algebraic
    value: int | bool | Enum | None

    def __call__(self, infoset: Any) -> bool:
        """Return whether the factor has the value."""
        found = value_of(self.factor, infoset) == self.value
        return bool(found)


@dataclass(frozen=True, repr=False)
class Numbered(Combined):
    """A factor of buckets, which are numbered from ``first`` on.

    Parameters
    ----------
    first
        The number of its first bucket.
    size
        How many buckets it has.
    factor
        The factor; its value is 0 to ``size - 1``, or -1 where it has none.
    """

    maker = "numbered"
    first: int
    size: int
    factor: Algebraic


@dataclass(frozen=True, repr=False)
class FirstOf(Combined):
    """The record behind :func:`first_of`."""

    maker = "first_of"
    parts: tuple[Numbered, ...]

    def __call__(self, infoset: Any) -> int:
        """Return the bucket of the first factor that has one, numbered through; else -1."""
        return first_bucket(self.parts, infoset)

    def of_hands(self, infoset: Any, hands: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """Return the bucket of each of several hands; None if a factor does not find them at once.

        Parameters
        ----------
        infoset
            What is known besides the hand.
        hands
            The hands.
        """
        found = np.full(len(hands), -1)
        for part in self.parts:
            values = values_of(part.factor, infoset, hands)
            if values is None:
                return None
            found = np.where((found < 0) & (values >= 0), part.first + values, found)
        return found

    @property
    def buckets(self) -> tuple[int, ...]:
        """How many buckets each factor has."""
        return tuple([part.size for part in self.parts])

    def __repr__(self) -> str:
        return f"first_of({', '.join(repr(part.factor) for part in self.parts)})"


def first_bucket(parts: tuple[Numbered, ...], infoset: Any) -> int:
    """Return the bucket of the first factor that has one, numbered through; else -1."""
    for part in parts:
        bucket = int(value_of(part.factor, infoset))
        if bucket >= part.size:
            raise ValueError(NO_BUCKET)
        if bucket >= 0:
            return part.first + bucket
    return -1


def given(predicate: Any, states: Any) -> Product:
    """Use an abstraction where a predicate holds; elsewhere, merge all infosets.

    Parameters
    ----------
    predicate
        One factor; it holds where its value is true in Python.
    states
        A factor or a product. It is not called where the predicate does not hold, so it may be
        a function of some infosets only.

    Returns
    -------
    A product with one factor for each factor of ``states``: its value, or None where the
    predicate does not hold. Each of them calls the predicate.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are not a factor or product.

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
    return product_of(Given(holds, factor) for factor in factors_of(states, "given"))


def unless(predicate: Any, states: Any) -> Product:
    """Use an abstraction where a predicate does not hold: see :func:`given`.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are not a factor or product.

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
    return product_of(Unless(holds, factor) for factor in factors_of(states, "unless"))


def equals(factor: Any, value: int | bool | Enum | None) -> Algebraic:
    """Return the predicate that a factor has a value, as in ``given(equals(street, 3), A)``.

    Parameters
    ----------
    factor
        One factor.
    value
        An int of at most 62 bits, a bool, None or an enum member.

    Raises
    ------
    AbstractionError
        If ``factor`` is not one factor, or the value is of another type.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def parity(infoset):
    ...     return infoset % 2
    >>> equals(parity, 1)(3), equals(parity, 1)
    (True, equals(parity, 1))
    """
    known = value is None or isinstance(value, int | Enum)
    if not known or (isinstance(value, int) and value.bit_length() > _BITS):
        raise AbstractionError(
            f"The value of equals must be an int of at most {_BITS} bits, a bool, None or an enum "
            f"member; got {value!r}: write a factor that returns True or False instead.",
            value,
        )
    return Algebraic(Equals(predicate_of(factor, "equals"), value))


def when(predicate: Any, states: Any, others: Any) -> Product:
    """Use one abstraction where a predicate holds, and another elsewhere.

    Returns ``predicate * given(predicate, states) * unless(predicate, others)``.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are not a factor or product.

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


def per_player(*states: Any, player: Any = None) -> Product:
    """Use the first abstraction for player 0, the second for player 1, and so on.

    Parameters
    ----------
    states
        A factor or a product for each player.
    player
        The factor that returns the player to act; ``infoset.player`` by default.

    Returns
    -------
    ``player * given(equals(player, 0), A) * given(equals(player, 1), B) * ...``

    Raises
    ------
    AbstractionError
        If there are no states; when called, if an infoset has no ``player``.

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
    acting = fields("player").factors[0] if player is None else predicate_of(player, "player=")
    product = acting * Product()
    for number, each in enumerate(states):
        product *= given(equals(acting, number), each)
    return product


def first_of(*states: Any) -> Algebraic:
    """Return one factor with the bucket of the first of several that has one.

    The buckets are numbered through: first those of the first factor, and so on; the value is -1
    where no factor has a bucket. If at most one of them has a bucket at each infoset, as those of
    streets do, this separates the same infosets as their product, in one number of a key.

    Parameters
    ----------
    states
        Factors and products. Each factor says how many ``buckets`` it has, and its value is below,
        or -1 where it has none.

    Raises
    ------
    AbstractionError
        If there is no factor, or one that does not say how many buckets it has.

    Notes
    -----
    Factors after the first that has a bucket are not called.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> from zerosum.pkr.holdem.abstraction.buckets import hole, rank_vectors
    >>> cards = first_of(hole(deck=TWENTY), rank_vectors(40, deck=TWENTY))
    >>> cards.target.buckets
    (25, 40)
    """
    factors = [each for part in states for each in factors_of(part, "first_of")]
    sizes = [buckets_of(factor) for factor in factors]
    if {*map(len, sizes)} != {1}:
        raise AbstractionError(
            f"The factors of first_of must be at least one, and each must say how many buckets it "
            f"has; got {', '.join(map(repr, factors)) or 'none'}: give them a property `buckets`, "
            f"as buckets of cards have.",
            states,
        )
    starts = accumulate([0, *(size for (size,) in sizes)])
    parts = zip(starts, sizes, factors, strict=False)
    return Algebraic(
        FirstOf(tuple([Numbered(first, size, each) for first, (size,), each in parts]))
    )
