"""An abstraction of a whole game as arrays, and the games that result from it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np

from zerosum.abstraction.view import as_actions, as_states
from zerosum.errors import AbstractionError
from zerosum.lattice.classes import classes_of
from zerosum.lattice.menus import Menus, menus
from zerosum.lattice.partitions import Classes
from zerosum.lattice.quotient import Quotient, check_well_formed, divide
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of


@dataclass(frozen=True, eq=False)
class Division:
    """An abstraction of a whole game as arrays, and the games that result from it.

    Parameters
    ----------
    tree
        The whole game.
    states, actions
        The abstraction; None keeps the infosets or actions of the game.
    classes
        Shape (infosets of the whole game,): infosets of one class have one key.
    offers
        The menu at each infoset.
    """

    tree: Tree
    states: Any
    actions: Any
    classes: Classes
    offers: Menus
    _halves: dict[int, Quotient] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, tree: Tree, states: Any, actions: Any, offers: Menus | None = None) -> Self:
        """Return an abstraction, if it is well formed; ``offers`` if they are known.

        Raises
        ------
        AbstractionError
            If it is ill-formed, or offers actions that the game does not.
        """
        states, actions = as_states(states), as_actions(actions)
        classes = np.arange(tree.infoset_count, dtype=np.int32)
        if states is not None:
            classes = classes_of(tree, states)
            check_well_formed(tree, states, actions, classes)
        offers = menus(tree, actions) if offers is None else offers
        return cls(tree, states, actions, classes, offers)

    @cached_property
    def game(self) -> Quotient:
        """The abstract game."""
        return divide(self.tree, self.classes, self.offers)

    def half(self, player: int) -> Quotient:
        """Return the game in which only one player sees through the abstraction; it is kept."""
        if player not in self._halves:
            self._halves[player] = divide(self.tree, self.classes, self.offers, [player])
        return self._halves[player]


def whole_of(game: Any) -> Tree:
    """Return the tree of a game that is not abstract.

    Raises
    ------
    AbstractionError
        If it is abstract, or a tree that was cut out of a larger one.
    """
    tree = tree_of(game)
    tree.check_own()
    if not tree.view.is_plain:
        raise AbstractionError(
            f"An abstraction must be priced in a whole game; got the abstract {tree!r}: give its "
            f"base, and what it is abstracted by.",
            game,
        )
    return tree
