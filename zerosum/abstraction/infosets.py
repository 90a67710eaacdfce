"""Abstract infosets: what states and actions leave of an infoset."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.values import check_value
from zerosum.errors import AbstractionError


@dataclass(frozen=True, slots=True)
class AbstractInfoset:
    """What is left of an infoset: the key that tells it apart, and its actions.

    Parameters
    ----------
    key
        The values of the factors in canonical order.
    menu
        The actions; not compared, since equal keys imply equal actions in a sound abstraction.
    """

    key: tuple[Hashable, ...]
    menu: tuple[Any, ...] = field(compare=False)

    def actions(self) -> tuple[Any, ...]:
        """Return what the player to act may do, in a fixed order."""
        return self.menu

    def __str__(self) -> str:
        return ", ".join(str(value) for value in self.key)


class InfosetMaker:
    """States and actions of one abstraction as a function of infosets, actions computed once."""

    def __init__(self, states: Product | None, actions: Algebraic | None) -> None:
        self.actions = actions
        self.states = () if states is None else states.canonical
        self.sees_all = states is None
        self.place = self.states.index(actions) if actions in self.states else -1

    def __call__(self, infoset: Any) -> AbstractInfoset:
        """Return the abstract infoset of an infoset of the base game."""
        menu = self.menu(infoset)
        if self.sees_all:
            return AbstractInfoset((infoset,), menu)
        values = [
            menu if place == self.place else factor(infoset)
            for place, factor in enumerate(self.states)
        ]
        return AbstractInfoset(tuple(values), menu)

    def menu(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions offered at an infoset of the base game."""
        if self.actions is None:
            return tuple(infoset.actions())
        menu = self.actions.target(infoset)
        if not isinstance(menu, tuple):
            raise AbstractionError(
                f"The actions of `{self.actions!r}` must be a tuple; got {menu!r} "
                f"({type(menu).__name__}): write `return tuple(...)`.",
                self.actions,
            )
        check_value(self.actions, menu)
        return menu


@lru_cache(maxsize=256)
def maker_of(states: Product | None, actions: Algebraic | None) -> InfosetMaker:
    """Return the maker of one abstraction, made once."""
    return InfosetMaker(states, actions)


def as_states(states: Any) -> Product | None:
    """Return states as a product; None stays."""
    if states is None:
        return None
    if isinstance(states, Product):
        return states
    return (states if isinstance(states, Algebraic) else algebraic(states)) * ONE


def as_actions(actions: Any) -> Algebraic | None:
    """Return actions as one factor; None stays."""
    if isinstance(actions, Product):
        if len(actions.factors) == 1:
            return actions.factors[0]
        raise AbstractionError(
            f"Actions of an abstraction must be one factor; got the product {actions!r}: "
            "multiply states only.",
            actions,
        )
    return None if actions is None else algebraic(actions)
