"""Menus: abstractions of actions that can be added.

``A + B`` offers what either offers, each action once: under ``==`` addition is associative,
commutative and idempotent, and ``NOTHING`` its identity. Equality is that of the set of parts.
:func:`menu` makes one of a function, and ``where(predicate, A)`` offers ``A`` at some infosets
only; it distributes over sums, so that a table or a cap is a sum like any other.

A menu is a factor too: it can be multiplied with states, and be the actions of an abstraction.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from numbers import Real
from types import FunctionType
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Partition, Product, algebraic, misused
from zerosum.abstraction.combined import Combined, predicate_of, value_of
from zerosum.abstraction.identity import digest, meaning
from zerosum.errors import AbstractionError

_WRAPPED = "write menu(...) around a function that returns actions"


@dataclass(frozen=True, repr=False)
class Part(Combined):
    """Some of the actions of a menu, and where they are offered.

    Parameters
    ----------
    offer
        The factor that returns the actions.
    rank
        Actions come after those of lower ranks.
    places
        The predicates that must hold, in a fixed order, without repetition.
    name
        How the part is printed; it is not compared.
    """

    offer: Algebraic
    rank: float
    places: tuple[Algebraic, ...] = ()
    name: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return self.name or f"menu({self.offer!r}, rank={self.rank!r})"

    def at(self, predicate: Algebraic, name: str) -> Part:
        """Return the part restricted to where one more predicate holds, under another name."""
        places = {each.identity: each for each in (*self.places, predicate)}
        ordered = tuple([places[identity] for identity in sorted(places)])
        return replace(self, places=ordered, name=name)


@dataclass(frozen=True)
class Offer(Combined):
    """The record behind a menu: its parts in the order of the actions."""

    parts: tuple[Part, ...]

    def __call__(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions that are offered at an infoset."""
        return joined(self.parts, infoset)


def _order(part: Part) -> tuple[float, str, str]:
    # The offer before its places: where it is offered does not change the order of actions.
    return part.rank, part.offer.identity, digest(meaning(part))


class Menu(Algebraic):
    """A sum of actions, made by :func:`menu`, ``where`` and ``+``.

    The actions are in the order of the ranks of their parts, and for equal ranks in an order that
    does not depend on how the sum is written; ``repr`` keeps the order of writing.

    Parameters
    ----------
    written
        The parts; repeated ones count once.

    Notes
    -----
    Of two actions that are equal, only the first is offered; likewise of two that the method
    ``concrete`` of the infoset, if it has one, maps to the same action of the game.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.pkr.abstraction import allin, passive
    >>> menu = passive + allin + passive
    >>> menu, menu(RiverOfBlood().infoset(0))
    (passive + allin, (Fold(), Call(), Allin()))
    """

    def __init__(self, written: tuple[Part, ...]) -> None:
        parts = tuple(dict.fromkeys(written))
        super().__init__(Offer(tuple(sorted(parts, key=_order))))
        vars(self)["parts"] = parts

    parts: tuple[Part, ...]
    """The parts in the order in which they were written, each once."""

    @cached_property
    def identity(self) -> str:
        """Module, qualified name and a hash of the meaning; computed when first needed."""
        return f"{Menu.__module__}:Menu:{digest(meaning(self))}"

    @property
    def factored(self) -> str:
        """How the menu is printed within a product."""
        return f"({self!r})" if len(self.parts) > 1 else repr(self)

    def __add__(self, other: object) -> Menu:
        added = _parts_of(other)
        if added is None:
            raise misused("+", self, other, _WRAPPED)
        return Menu(self.parts + added)

    def __radd__(self, other: object) -> Menu:
        added = _parts_of(other)
        if added is None:
            raise misused("+", other, self, _WRAPPED)
        return Menu(added + self.parts)

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts)) or "NOTHING"

    def __reduce__(self) -> tuple[Any, ...]:
        return Menu, (self.parts,)


NOTHING = Menu(())
"""The menu that offers nothing: ``A + NOTHING == A``."""


def joined(parts: tuple[Part, ...], infoset: Any) -> tuple[Any, ...]:
    """Return the actions of the parts whose predicates hold, each once.

    Natively nothing is allocated.
    """
    offers = (
        _offered(part, infoset)
        for part in parts
        if all(value_of(predicate, infoset) for predicate in part.places)
    )
    menu, known = [], []
    for action in chain.from_iterable(offers):
        made = come_to(infoset, action)
        if made not in known:
            menu.append(action)
            known.append(made)
    return tuple(menu)


def come_to(infoset: Any, action: Any) -> Any:
    """Return the action of the game that an action stands for: ``infoset.concrete(action)``.

    Without that method, an action stands for itself.
    """
    concrete = getattr(infoset, "concrete", None)
    return action if concrete is None else concrete(action)


class NotOffered(AbstractionError):
    """An abstraction offers an action that the game does not list."""


def check_offered(actions: Algebraic, infoset: Any, menu: tuple[Any, ...]) -> None:
    """Check that the actions of an abstraction are actions of the game, or named ones.

    A named action is one that ``concrete`` of the infoset maps to another action.

    Raises
    ------
    NotOffered
        If one is neither.
    """
    plain = [action for action in menu if come_to(infoset, action) == action]
    try:
        own = tuple(infoset.actions()) if plain and hasattr(infoset, "actions") else tuple(plain)
    except NotImplementedError:  # they are too many to list
        return
    for action in plain:
        if action not in own:
            raise _not_offered(f"`{actions!r}`", action, infoset, own)


def places(infoset: Any, menu: tuple[Any, ...]) -> list[int]:
    """Return the place of each action of an abstract menu among the actions of the game.

    An action that is not among them has the place of the one that ``concrete`` maps it to.

    Raises
    ------
    NotOffered
        If an action has no place.
    """
    real = tuple(infoset.actions())
    first = {action: place for place, action in reversed(list(enumerate(real)))}
    found = [action if action in first else come_to(infoset, action) for action in menu]
    for action in found:
        if action not in first:
            raise _not_offered("an abstraction", action, infoset, real)
    return [first[action] for action in found]


def _not_offered(whose: str, action: Any, infoset: Any, real: tuple[Any, ...]) -> NotOffered:
    return NotOffered(
        f"The actions of {whose} must be actions of the game; got {action!r} at {infoset!r}, where "
        f"the game has {real}: offer actions of the game, or give its infosets a method `concrete` "
        f"that maps the action to one of them.",
        infoset,
    )


def _offered(part: Part, infoset: Any) -> tuple[Any, ...]:
    actions = value_of(part.offer, infoset)
    if not isinstance(actions, tuple):
        raise AbstractionError(
            f"The actions of `{part.offer!r}` must be a tuple; got {actions!r} "
            f"({type(actions).__name__}): write `return tuple(...)`.",
            part.offer,
        )
    return actions


def parts_of(offers: Any, place: str) -> tuple[Part, ...]:
    """Return the parts of an argument that must be a menu.

    Raises
    ------
    AbstractionError
        If it is not.
    """
    if not isinstance(offers, Menu):
        raise AbstractionError(
            f"The actions of {place} must be a menu; got {offers!r}: {_WRAPPED}.",
            offers,
        )
    return offers.parts


def _parts_of(other: object) -> tuple[Part, ...] | None:
    """Return the parts of an operand of ``+``; None if it has nothing to do with factors."""
    known = isinstance(other, Partition | FunctionType) or hasattr(type(other), "__algebraic__")
    return parts_of(other, "a sum") if known else None


def menu(offer: Any, rank: float = 1.0, name: str = "") -> Menu:
    """Make a menu of a function of infosets that returns a tuple of actions.

    Parameters
    ----------
    offer
        The function, algebraic or not.
    rank
        In a sum, actions come after those of lower ranks. Use 0 for actions that are not bets,
        which no cap removes, and the size of the bet for bets.
    name
        How the menu is printed, if not as the call of this function.

    Raises
    ------
    AbstractionError
        If the function cannot be called with an infoset, or the rank is not a number, 0 or more.

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
            f"The rank of a menu must be a number, 0 or more; got {rank!r}: give the size of a "
            f"bet, or 0 for an action that is not a bet.",
            rank,
        )
    factor = algebraic(offer)
    if isinstance(factor, Product) or not isinstance(factor, Algebraic):
        factor = predicate_of(factor, "menu")
    return Menu((Part(factor, float(rank), name=name),))


def where(predicate: Any, offers: Menu) -> Menu:
    """Offer a menu where a predicate holds, and nothing elsewhere.

    It distributes: ``where(p, A + B) == where(p, A) + where(p, B)``. Neither the order of
    predicates nor repeating one matters. The menu is not called where it is not offered.

    Parameters
    ----------
    predicate
        One factor; what Python calls true of its value counts.
    offers
        The menu.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or ``offers`` is not a menu.

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
