"""The key and the menu of an infoset: a game seen through states and actions.

A :class:`View` alone decides what these are; :mod:`zerosum.native.view` compiles it. The menu of an
infoset is the tuple of actions that are offered there. ``actions()`` of a game's
infoset may return any sequence, and a list means the tuple of its items; the value of a factor of
actions must be a tuple, since it may stand in a key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, MutableSequence, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from zerosum.abstraction.algebra import ONE, Algebraic, Product, algebraic
from zerosum.abstraction.naming import listed, shown
from zerosum.abstraction.values import check_value
from zerosum.errors import AbstractionError, Contradiction, GameError, ZeroSumError
from zerosum.support.rendering import infoset_page
from zerosum.support.tokens import put, write


@dataclass(frozen=True, slots=True)
class AbstractInfoset:
    """An infoset of an abstract game: its key and its actions.

    Parameters
    ----------
    key
        The values of the factors in canonical order.
    menu
        The actions; not compared, since equal keys imply equal actions in a sound abstraction.
    states
        The factors, for messages; None if the key is the infoset of the game.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> infoset = Abstraction().apply(1).apply(0).infoset(0)
    >>> infoset, infoset.actions()
    (AbstractInfoset(is_jack False, betting 1), (<Move.PASS: 0>, <Move.BET: 1>))
    """

    key: tuple[Hashable, ...]
    menu: tuple[Any, ...] = field(compare=False)
    states: Product | None = field(default=None, compare=False)

    _repr_html_ = infoset_page

    def actions(self) -> tuple[Any, ...]:
        """Return what the player to act may do, in a fixed order."""
        return self.menu

    def __str__(self) -> str:
        if self.states is None:
            return ", ".join(map(shown, self.key))
        return listed((repr(factor), v) for factor, v in self.states.decode(self.key).items())

    def __repr__(self) -> str:
        return f"AbstractInfoset({self})"


class View:
    """States and actions: how infosets of a base game become keys and menus.

    A row of a table holds the player, the menu, and the values of all factors but that of the
    actions, in canonical order; :class:`zerosum.tables.RowView` says how. Kernels call ``menu``,
    ``write`` and ``tell``, which are compiled with the game.

    Parameters
    ----------
    states
        A factor or a product; None if every infoset is its own key.
    actions
        One factor; None for the actions of the game.

    Raises
    ------
    AbstractionError
        If states or actions are not algebraic, or the actions are a product of several factors.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> view, queen = View(is_jack * betting, None), Kuhn().apply(1).apply(0).infoset(0)
    >>> view.menu(queen), view.named(queen)
    ((<Move.PASS: 0>, <Move.BET: 1>), {'is_jack': False, 'betting': 1})
    >>> view.infoset(queen) == view.infoset(Kuhn().apply(2).apply(0).infoset(0))
    True
    """

    def __init__(self, states: Any, actions: Any) -> None:
        self.states = as_states(states)
        self.actions = as_actions(actions)
        canonical = () if self.states is None else self.states.canonical
        self.exact = self.actions is not None and self.actions in canonical
        # The place of the menu in a key; behind the end if it is not a part of it.
        self._place = canonical.index(self.actions) if self.exact else len(canonical)
        self.factors = canonical[: self._place] + canonical[self._place + 1 :]

    def through(self, look: Callable[[Algebraic], Algebraic]) -> Self:
        """Return the same view of infosets that hold those of this view.

        Its rows have the same words, since the factors keep their order.

        Parameters
        ----------
        look
            Returns a factor of the outer infosets for a factor of the inner ones.
        """
        found = copy(self)
        found.factors = tuple(map(look, self.factors))
        found.actions = None if self.actions is None else look(self.actions)
        return found

    @property
    def sources(self) -> list[Any]:
        """The functions, or classes of records, of the factors and of the actions."""
        factors = (*self.factors, *([] if self.actions is None else [self.actions]))
        return [factor.function or type(factor.target) for factor in factors]

    @property
    def is_plain(self) -> bool:
        """Whether infosets and actions are those of the game itself."""
        return self.states is None and self.actions is None

    def offered(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions at an infoset; there may be none if its player is not to act.

        Raises
        ------
        AbstractionError
            If they are not a tuple.
        GameError
            If a game's own actions are not a sequence.
        """
        if isinstance(infoset, AbstractInfoset):
            return infoset.menu
        given = infoset.actions() if self.actions is None else self.actions.target(infoset)
        if isinstance(given, tuple):
            return given
        if self.actions is None and isinstance(given, Sequence) and not isinstance(given, str):
            return tuple(given)
        raise self._not_a_menu(given, infoset)

    def menu(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions at an infoset whose player is to act.

        Raises
        ------
        AbstractionError, GameError
            If they are not a tuple, or there is none.
        """
        menu = self.offered(infoset)
        if not menu:
            raise self._not_a_menu(menu, infoset)
        return menu

    def menu_in(self, infoset: Any, room: object) -> tuple[Any, ...]:  # noqa: ARG002
        """Return what :meth:`menu` does; natively the actions are held in ``room``."""
        return self.menu(infoset)

    def _not_a_menu(self, given: Any, infoset: Any) -> ZeroSumError:
        plain = self.actions is None
        name = type(infoset).__name__ if plain else f"`{self.actions!r}`"
        advice = "offer one everywhere" if isinstance(given, tuple) else "write `return tuple(...)`"
        return (GameError if plain else AbstractionError)(
            f"The actions of {name} must be a tuple of at least one action; got {given!r}: "
            f"{advice}.",
            infoset,
        )

    def infoset(self, infoset: Any) -> AbstractInfoset:
        """Return the abstract infoset of an infoset of the base game."""
        menu = self.offered(infoset)
        if self.actions is not None:
            check_value(self.actions, menu)
        return AbstractInfoset(self._whole_key(self.key_of(infoset), menu), menu, self.states)

    def infoset_of(self, key: tuple[Any, ...], menu: tuple[Any, ...]) -> Any:
        """Return the infoset of a row: of the abstraction, or of the game if there is none.

        Parameters
        ----------
        key
            The part of the key that the row keeps behind the menu.
        menu
            The actions.
        """
        if self.is_plain:
            return key[0]
        return AbstractInfoset(self._whole_key(key, menu), menu, self.states)

    def _whole_key(self, key: tuple[Any, ...], menu: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a key with the menu in the place of the factor of actions."""
        return (*key[: self._place], menu, *key[self._place :]) if self.exact else key

    def named(self, infoset: Any) -> Any:
        """Return the key of an infoset for messages: values by the names of their factors."""
        if self.states is None:
            return self.key_of(infoset)[0]
        key = infoset.key if isinstance(infoset, AbstractInfoset) else self.states.key(infoset)
        return {repr(factor): value for factor, value in self.states.decode(key).items()}

    def key_of(self, infoset: Any) -> tuple[Any, ...]:
        """Return the part of an infoset's key that a row keeps behind the menu."""
        if isinstance(infoset, AbstractInfoset):
            key, place = infoset.key, self._place
            return key[:place] + key[place + 1 :] if self.exact else key
        if self.states is None:
            return (infoset,)
        return tuple([factor(infoset) for factor in self.factors])

    def row(self, infoset: Any, menu: tuple[Any, ...], player: int = 0) -> tuple[list[int], int]:
        """Return an infoset's row, and where in it its identity starts."""
        return self.row_of(self.key_of(infoset), menu, player)

    def row_of(
        self, key: tuple[Any, ...], menu: tuple[Any, ...], player: int = 0
    ) -> tuple[list[int], int]:
        """Return the row of a key, as :meth:`key_of` returns it, and where its identity starts."""
        row = [player, *write(menu)]
        start = 1 if self.exact else len(row)
        for value in key:
            row += write(value)
        return row, start

    def write(
        self, infoset: Any, menu: tuple[Any, ...], player: int, words: MutableSequence[int]
    ) -> tuple[int, int]:
        """Write an infoset's row; return where its identity starts and where the row ends.

        Modified in place: ``words``.
        """
        row, start = self.row(infoset, menu, player)
        for at, word in enumerate(row):
            words[at] = word
        return start, len(row)

    def tell(self, infoset: Any, place: int, words: MutableSequence[int]) -> int:
        """Write the number of a factor and its value at an infoset; return where that ends.

        Modified in place: ``words``.
        """
        words[0] = place
        return put(words, 1, self.factors[place](infoset))


def view_of(states: Product | None, actions: Algebraic | None) -> View:
    """Return the view of states and actions, made once for each order of the factors.

    Products that differ in it only are equal, but each is printed as it was written.
    """
    order = None if states is None else tuple([each.identity for each in states.factors])
    return _view(states, actions, order)


@lru_cache(maxsize=256)
def _view(
    states: Product | None, actions: Algebraic | None, _order: tuple[str, ...] | None
) -> View:
    return View(states, actions)


def remedy(states: Product | None) -> str:
    """Return what to do about a key that two different decisions share."""
    if states is None:
        return "Add to the infoset what distinguishes them."
    return "Multiply the states by the actions and the player."


def contradiction(
    key: object, decisions: Iterable[str], states: Product | None, subject: object = None
) -> Contradiction:
    """Return the error for a key that two different decisions share.

    Parameters
    ----------
    key
        As it is printed.
    decisions
        The two, each like ``player 0 with (PASS, BET)``, and where.
    states
        The states, or None if infosets of the game are the keys.
    subject
        What the error carries instead of the states.
    """
    return Contradiction(
        f"Equal keys must imply equal players and equal actions: key {key} stands for "
        f"{', and for '.join(decisions)}. {remedy(states)}",
        states if subject is None else subject,
    )


def as_states(states: Any) -> Product | None:
    """Return states as a product; None stays."""
    if states is None or isinstance(states, Product):
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
