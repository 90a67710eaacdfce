"""What menus are made by: a function that returns actions, and a predicate of where.

``where(predicate, A)`` offers ``A`` at some infosets only; it distributes over sums, so that a
table or a cap is a sum like any other.
"""

from __future__ import annotations

from numbers import Real
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Product, algebraic
from zerosum.abstraction.combined import predicate_of
from zerosum.abstraction.menus import Menu, Part, parts_of
from zerosum.errors import AbstractionError


def menu(offer: Any, rank: float = 1.0, name: str = "") -> Menu:
    """Make a menu of a function of infosets that returns a tuple of actions.

    Parameters
    ----------
    offer
        The function, algebraic or not.
    rank
        Where its actions stand in a sum: after those of lower ranks. 0 is for what is no bet,
        and no cap takes away; that of a bet is its size.
    name
        How the menu reads, where that is not the call of this function.

    Raises
    ------
    AbstractionError
        If the function cannot be called with an infoset, or the rank is no number from 0 on.

    Examples
    --------
    >>> def small(infoset):
    ...     return (1, 2)
    >>> def large(infoset):
    ...     return (2, infoset)
    >>> both = menu(large, rank=2) + menu(small)
    >>> both
    menu(large, rank=2.0) + menu(small, rank=1.0)
    >>> both(7), both == menu(small) + menu(large, rank=2) + menu(small)
    ((1, 2, 7), True)
    """
    given: Any = rank
    if not isinstance(given, Real) or not rank >= 0:
        raise AbstractionError(
            f"The rank of a menu must be a number from 0 on; got {rank!r}: 0 for what is no bet, "
            "the size of a bet.",
            rank,
        )
    factor = algebraic(offer)
    if isinstance(factor, Product) or not isinstance(factor, Algebraic):
        factor = predicate_of(factor, "menu")
    return Menu((Part(factor, float(rank), name=name),))


def where(predicate: Any, offers: Menu) -> Menu:
    """Offer a menu where a predicate holds, and nothing elsewhere.

    It distributes: ``where(p, A + B) == where(p, A) + where(p, B)``; the order of predicates
    does not count, nor that one is repeated. What is not offered is not asked for.

    Parameters
    ----------
    predicate
        One factor; what Python calls true of its value counts.
    offers
        The menu.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or there is no menu.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def even(infoset):
    ...     return infoset % 2 == 0
    >>> @algebraic
    ... def halved(infoset):
    ...     return (infoset // 2,)
    >>> halves = where(even, menu(halved))
    >>> halves, halves(6), halves(7)
    (where(even, menu(halved, rank=1.0)), (3,), ())
    """
    place = predicate_of(predicate, "where")
    parts = parts_of(offers, "where")
    return Menu(tuple([part.at(place, f"where({place!r}, {part!r})") for part in parts]))
