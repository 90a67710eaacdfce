"""Which actions of the game an action abstraction offers at each infoset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, View, algebraic
from zerosum.abstraction.menus import places
from zerosum.lattice.classes import classes_of
from zerosum.lattice.partitions import Classes, joined
from zerosum.lattice.steady import check_steady
from zerosum.tables import Ints, ShortInts, menu_words, starts_of
from zerosum.tree import Tree


class Menus(NamedTuple):
    """The actions that are offered at each infoset of a tree.

    Parameters
    ----------
    starts
        Shape (infosets + 1,): where the menu of each infoset begins in ``places``.
    places
        The place of each action among those of the game.
    """

    starts: Ints
    places: ShortInts

    @classmethod
    def where(cls, tree: Tree, chosen: NDArray[np.bool_]) -> Menus:
        """Return menus of the chosen actions; shape (sequences of the tree,)."""
        sizes = np.diff(tree.starts)
        infosets = np.repeat(np.arange(sizes.size), sizes)[chosen]
        starts = starts_of(np.bincount(infosets, minlength=sizes.size))
        return cls(starts, (np.flatnonzero(chosen) - tree.starts[infosets]).astype(np.int32))

    @property
    def sizes(self) -> Ints:
        """How many actions each infoset has."""
        return np.diff(self.starts)

    @property
    def infosets(self) -> Ints:
        """The infoset of each action."""
        return np.repeat(np.arange(self.sizes.size), self.sizes)

    @property
    def ranks(self) -> Ints:
        """The place of each action in its menu."""
        return np.arange(self.places.size) - self.starts[self.infosets]

    def only(self, seen: NDArray[np.bool_], others: Menus) -> Menus:
        """Return these menus at the infosets where ``seen`` is true, and others elsewhere."""
        sizes = np.where(seen, self.sizes, others.sizes)
        starts = starts_of(sizes)
        found = np.empty(int(starts[-1]), np.int32)
        for menus, chosen in ((self, seen), (others, ~seen)):
            kept = chosen[menus.infosets]
            found[(starts[menus.infosets] + menus.ranks)[kept]] = menus.places[kept]
        return Menus(starts, found)


@algebraic
def offered(infoset: Any) -> tuple[Any, ...]:
    """Return the actions of the game itself."""
    return tuple(infoset.actions())


def menus(tree: Tree, actions: Algebraic | None) -> Menus:
    """Return what an action abstraction offers; None offers all actions of the game.

    Raises
    ------
    NotOffered
        If it offers an action that the game does not.
    AbstractionError
        If it does not offer the same whenever it is asked.
    """
    if actions is None:
        firsts = np.repeat(tree.starts[:-1], np.diff(tree.starts))
        return Menus(tree.starts, (np.arange(tree.sequences) - firsts).astype(np.int32))
    check_steady(tree.infoset_count, tree.infoset, [actions])
    view = View(None, actions)
    found, starts = [], [0]
    for number in range(tree.infoset_count):
        infoset = tree.infoset(number)
        found += places(infoset, view.menu(infoset))
        starts.append(len(found))
    return Menus(np.array(starts, np.int64), np.array(found, np.int32))


def chosen_by(tree: Tree, several: Sequence[Algebraic]) -> NDArray[np.bool_]:
    """Return which actions of the game each of several menus offers, alone and perhaps none.

    Shape (menus, sequences of the tree). It raises what :func:`menus` does.
    """
    check_steady(tree.infoset_count, tree.infoset, several)
    found = np.zeros((len(several), tree.sequences), np.bool_)
    for number, first in enumerate(tree.starts[:-1].tolist()):
        infoset = tree.infoset(number)
        for row, actions in zip(found, several, strict=True):
            row[[first + place for place in places(infoset, actions(infoset))]] = True
    return found


def least(tree: Tree, actions: Algebraic | None) -> Classes:
    """Return the classes of ``player * actions``: infosets with one player and one menu.

    An abstraction is well formed if and only if it refines these.
    """
    if actions is not None:
        offers = classes_of(tree, actions)
    else:  # rows begin with the menu
        known: dict[tuple[int, ...], int] = {}
        menus = (menu_words(tree.words, block) for block in tree.blocks.tolist())
        offers = np.array([known.setdefault(menu, len(known)) for menu in menus], np.int32)
    return joined(tree.owners.astype(np.int32), offers)
