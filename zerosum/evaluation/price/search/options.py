"""The options of a search: products for both players, products for each, or bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import NOTHING, ONE, Menu, Product, fields
from zerosum.abstraction import per_player as by_player
from zerosum.abstraction.menus import parts_of
from zerosum.errors import AbstractionError
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.search.candidates import choices, distinct, groups_of
from zerosum.evaluation.price.search.proof import Option
from zerosum.evaluation.price.search.seat import Seat
from zerosum.evaluation.price.search.space import Space
from zerosum.lattice.classes import classes_of
from zerosum.lattice.labelled import labelled
from zerosum.lattice.menus import Menus, chosen_by, least, menus, offered
from zerosum.lattice.partitions import Classes, count, divided, joined, numbered
from zerosum.tree import Tree


@dataclass(eq=False)
class Products:
    """The products of a pool of factors on a whole game.

    Parameters
    ----------
    seats
        Both players.
    pool
        The factors.
    always
        The factors that are in every product.
    """

    seats: tuple[Seat, Seat]
    pool: Sequence[Product]
    always: Product
    spaces: dict[tuple[int, bytes], Space] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tree = self.seats[0].tree
        self.offers = menus(self.tree, None)
        needed = self.needed = least(self.tree, None)
        # Together first: all factors are evaluated on one walk.
        self.fixed = classes_of(self.tree, reduce(mul, self.pool, self.always))
        self.fixed = classes_of(self.tree, self.always)
        self.factors = [classes_of(self.tree, each) for each in self.pool]
        self.base = joined(needed, self.fixed)
        self.player = _acting(self.tree)
        self.enough = [divided(classes, needed) is None for classes in self.factors]

    def shared(self, most: float) -> Iterator[Option]:
        """Yield the options of products that both players use."""
        for classes, chosen in distinct(self.base, self.factors, most):
            spaces = tuple(self._space(seat, classes[seat.infosets]) for seat in self.seats)
            division = Division(self.tree, self._states(chosen), None, classes, self.offers)
            yield Option(count(classes), spaces, division)

    def own(self, seat: Seat, most: float) -> Iterator[Option]:
        """Yield the options of products that one player uses."""
        base, *factors = (
            numbered(classes[seat.infosets]) for classes in (self.base, *self.factors)
        )
        for classes, chosen in distinct(base, factors, most):
            whole = np.zeros(self.tree.infoset_count, np.int32)
            whole[seat.infosets] = classes
            states = self._states(chosen, seat)
            division = Division(self.tree, states, None, whole, self.offers)
            yield Option(count(classes), (self._space(seat, classes),), division)

    def pair(self, first: Option, second: Option) -> Option:
        """Return the option of two players who use a product each."""
        spaces = first.spaces + second.spaces
        whole = np.zeros(self.tree.infoset_count, np.int32)
        whole[self.seats[0].infosets] = spaces[0].classes
        whole[self.seats[1].infosets] = spaces[1].classes + first.size
        own = first.division.states, second.division.states
        states = by_player(*own, player=self.player)
        division = Division(self.tree, states, None, numbered(whole), self.offers)
        return Option(first.size + second.size, spaces, division, own)

    def _states(self, chosen: Sequence[int], seat: Seat | None = None) -> Product:
        """Return a product that is well formed for a seat, by player and menu if need be."""
        states = reduce(mul, [self.pool[place] for place in chosen], self.always)
        if any(self.enough[place] for place in chosen):
            return states
        own = slice(None) if seat is None else seat.infosets
        classes = reduce(joined, [self.factors[place] for place in chosen], self.fixed)
        if divided(numbered(classes[own]), self.needed[own]) is None:
            return states
        return states * (self.player if seat is None else ONE) * offered

    def _space(self, seat: Seat, classes: Classes) -> Space:
        classes = numbered(classes)
        key = seat.player, classes.tobytes()
        if key not in self.spaces:
            everything = np.ones(seat.sequences.size, np.bool_)
            self.spaces[key] = Space.of(seat, classes, self.offers, everything)
        return self.spaces[key]


def _acting(tree: Tree) -> Any:
    """Return the factor of the player to act: the infosets' own, or else one of numbers."""
    shown = (getattr(tree.infoset(number), "player", None) for number in range(tree.infoset_count))
    if all(player == owner for player, owner in zip(shown, tree.owners.tolist(), strict=True)):
        return fields("player").factors[0]
    return labelled(tree, tree.owners.tolist())


def bets(
    tree: Tree, seats: tuple[Seat, Seat], several: Any, always: Any, sizes: int | None
) -> Iterator[Option]:
    """Yield the options of menus with some of the bets.

    Raises
    ------
    AbstractionError
        If one leaves a player without actions.
    """
    fixed = NOTHING if always is None else Menu(parts_of(always, "a search"))
    groups = groups_of(several)
    base, *offers = chosen_by(tree, [fixed, *(bet for group in groups for bet in group)])
    states = np.arange(tree.infoset_count, dtype=np.int32)
    for size, actions, chosen in choices(groups, offers, fixed, base, sizes):
        given = Menus.where(tree, chosen)
        _check_some(tree, given, actions)
        spaces = (_of_menus(seat, given, chosen) for seat in seats)
        yield Option(size, tuple(spaces), Division(tree, None, actions, states, given))


def _of_menus(seat: Seat, given: Menus, chosen: NDArray[np.bool_]) -> Space:
    classes = np.arange(seat.infosets.size, dtype=np.int32)
    return Space.of(seat, classes, given, chosen[seat.sequences])


def _check_some(tree: Tree, given: Menus, actions: Menu) -> None:
    empty = np.flatnonzero(given.sizes == 0)
    if empty.size:
        infoset = tree.infoset(int(empty[0]))
        raise AbstractionError(
            f"The menus of a search must offer an action everywhere; `{actions!r}` has none at "
            f"{infoset!r}: add what is not a choice by always=, such as passive + allin.",
            infoset,
        )
