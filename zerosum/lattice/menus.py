"""Which real actions an action abstraction offers, infoset by infoset."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, View, algebraic
from zerosum.abstraction.menus import come_to
from zerosum.errors import AbstractionError
from zerosum.lattice.classes import classes_of
from zerosum.lattice.partitions import Classes, joined
from zerosum.tree import Tree


class Menus(NamedTuple):
    """The actions that are offered at each infoset of a tree.

    Parameters
    ----------
    starts
        Shape (infosets + 1,): where the menu of each infoset begins in ``places``.
    places
        Where each action stands among the real ones.
    """

    starts: NDArray[np.int64]
    places: NDArray[np.int32]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many actions each infoset has."""
        return np.diff(self.starts)

    @property
    def infosets(self) -> NDArray[np.int64]:
        """The infoset of each action."""
        return np.repeat(np.arange(self.sizes.size), self.sizes)

    @property
    def ranks(self) -> NDArray[np.int64]:
        """Where each action stands in its menu."""
        return np.arange(self.places.size) - self.starts[self.infosets]

    def only(self, seen: NDArray[np.bool_], others: Menus) -> Menus:
        """Return these menus where ``seen`` holds, by infoset, and others elsewhere."""
        sizes = np.where(seen, self.sizes, others.sizes)
        starts = np.concatenate([[0], np.cumsum(sizes)])
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
    """Return what an action abstraction offers; all there is where that is None.

    Raises
    ------
    AbstractionError
        Where it offers what the game does not.
    """
    if actions is None:
        firsts = np.repeat(tree.starts[:-1], np.diff(tree.starts))
        return Menus(tree.starts, (np.arange(tree.sequences) - firsts).astype(np.int32))
    view = View(None, actions)
    found, starts = [], [0]
    for number in range(tree.infoset_count):
        infoset = tree.infoset(number)
        found += places(infoset, view.menu(infoset))
        starts.append(len(found))
    return Menus(np.array(starts, np.int64), np.array(found, np.int32))


def places(infoset: Any, menu: tuple[Any, ...]) -> list[int]:
    """Return where each action of an abstract menu stands among the real ones.

    An action that is none of them stands where the one does that it comes to.

    Raises
    ------
    AbstractionError
        Where one comes to none of them.
    """
    real = infoset.actions()
    first = {action: place for place, action in reversed(list(enumerate(real)))}
    found = [action if action in first else come_to(infoset, action) for action in menu]
    for action in found:
        if action not in first:
            raise AbstractionError(
                f"The actions of an abstraction must be real ones; got {action!r} at "
                f"{infoset!r}, where there are {tuple(real)}: offer actions of the game, or give "
                f"its infosets a method `concrete` that says what an action comes to.",
                infoset,
            )
    return [first[action] for action in found]


def least(tree: Tree, actions: Algebraic | None) -> Classes:
    """Return the classes of infosets with one player and one menu: ``player * actions``.

    Whatever refines them is well formed, and nothing else is.
    """
    return joined(
        tree.owners.astype(np.int32), classes_of(tree, offered if actions is None else actions)
    )
