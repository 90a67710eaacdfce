"""Combinators: abstractions made of abstractions, flat products again.

``given(predicate, A)`` looks through ``A`` where the predicate holds, ``unless(predicate, A)``
where it does not; ``equals(factor, value)`` is a predicate. Each distributes over products, so
that what it makes is a product like any other: it compares as the set of its factors, and each
factor can be left out, priced and named.

=========================  ========================================
``given(p, A * B)``        ``== given(p, A) * given(p, B)``
``given(p, ONE)``          ``== ONE``
=========================  ========================================

Whatever chooses among abstractions is made of these: see :mod:`zerosum.abstraction.choices`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Product
from zerosum.abstraction.combined import (
    Combined,
    factors_of,
    predicate_of,
    product_of,
    value_of,
)
from zerosum.errors import AbstractionError


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
    return product_of(Given(holds, factor) for factor in factors_of(states, "given"))


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
    return product_of(Unless(holds, factor) for factor in factors_of(states, "unless"))


def equals(factor: Any, value: int | bool | Enum | None) -> Algebraic:
    """Make the predicate that a factor has a certain value: ``given(equals(street, 3), A)``.

    Parameters
    ----------
    factor
        One factor.
    value
        An int of at most 62 bits, as in a key, a bool, None or an enum member.

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
    known = value is None or isinstance(value, int | Enum)
    if not known or (isinstance(value, int) and value.bit_length() > _BITS):
        raise AbstractionError(
            f"The value of equals must be an int of at most {_BITS} bits, a bool, None or an enum "
            f"member; got {value!r}: write a factor that returns True or False instead.",
            value,
        )
    return Algebraic(Equals(predicate_of(factor, "equals"), value))


_BITS = 62  # of an integer of a key
