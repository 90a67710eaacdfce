"""Menus: abstractions of actions that add.

``A + B`` offers what either offers, each action once: under ``==`` addition is associative,
commutative and idempotent, and ``NOTHING`` its identity. Equality is that of the set of parts.
What they are made by is told in :mod:`zerosum.abstraction.offering`.

A menu is a factor too: it multiplies with states, and is what an abstraction offers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from types import FunctionType
from typing import Any

from zerosum.abstraction.algebra import Algebraic, Partition
from zerosum.abstraction.combined import Combined, value_of
from zerosum.abstraction.identity import digest, meaning
from zerosum.errors import AbstractionError


@dataclass(frozen=True, repr=False)
class Part(Combined):
    """Some of the actions of a menu, and where they are offered.

    Parameters
    ----------
    offer
        The factor that returns the actions.
    rank
        Where the actions stand in a menu: after those of lower ranks.
    places
        The predicates that must hold, in one order, each once.
    name
        How the part is written; no part of what it means.
    """

    offer: Algebraic
    rank: float
    places: tuple[Algebraic, ...] = ()
    name: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return self.name or f"menu({self.offer!r}, rank={self.rank!r})"

    def at(self, predicate: Algebraic, name: str) -> Part:
        """Return the same, offered only where one more predicate holds, and how that is written."""
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
    """A sum of actions, made by :func:`~zerosum.abstraction.offering.menu`, ``where`` and ``+``.

    The actions stand in the order of the ranks of their parts, equal ranks in the order of what
    the parts mean, however the sum is written; ``repr`` keeps the order of writing.

    Parameters
    ----------
    written
        The parts; repeated ones count once.

    Notes
    -----
    Two actions are one where they are equal, or come to the same action of the game, as the
    method ``concrete`` of an infoset that has one says: the first stands for both.
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
        """How the menu reads within a product."""
        return f"({self!r})" if len(self.parts) > 1 else repr(self)

    def __add__(self, other: object) -> Menu:
        added = _parts_of(other)
        return NotImplemented if added is None else Menu(self.parts + added)

    def __radd__(self, other: object) -> Menu:
        added = _parts_of(other)
        return NotImplemented if added is None else Menu(added + self.parts)

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
    """Return the action of the game that one comes to: what ``infoset.concrete(action)`` says.

    An infoset without that method offers actions of the game, which are what they are.
    """
    concrete = getattr(infoset, "concrete", None)
    return action if concrete is None else concrete(action)


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
        Where it is none.
    """
    if not isinstance(offers, Menu):
        raise AbstractionError(
            f"The actions of {place} must be a menu; got {offers!r}: write menu(...) around a "
            "function that returns actions.",
            offers,
        )
    return offers.parts


def _parts_of(other: object) -> tuple[Part, ...] | None:
    """Return the parts of an operand of ``+``; None if it has nothing to do with factors."""
    known = isinstance(other, Partition | FunctionType) or hasattr(type(other), "__algebraic__")
    return parts_of(other, "a sum") if known else None
