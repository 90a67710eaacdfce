"""Factors that number the infosets of one game, which is enumerated for them."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from zerosum.errors import AbstractionError
from zerosum.lattice.partitions import Classes
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of


class Within(ABC):
    """The base of records that are factors of one game: the value is the number of a class.

    A subclass is a frozen dataclass with the field ``game``, the start of the game. Nothing is
    computed until a factor is first evaluated. It does not compile.
    """

    game: Any

    def __call__(self, infoset: Any) -> int:
        """Return the number of the class that an infoset is in."""
        found = self._numbers.get(infoset)
        if found is None:
            raise AbstractionError(
                f"The infoset of a {self._called} must be one of {self.game!r}; got {infoset!r}: "
                f"make it on the game that it is used in.",
                infoset,
            )
        return found

    def classes_on(self, tree: Tree) -> Classes:
        """Return the class of each infoset of the game's tree."""
        if tree.base != self.game:
            raise AbstractionError(
                f"The game of a {self._called} must be the one that it is used in, {tree.base!r}; "
                f"got {self.game!r}: make it on the game that it is used in.",
                tree,
            )
        return self.divided(tree)

    @abstractmethod
    def divided(self, tree: Tree) -> Classes:
        """Return the class of each infoset of a tree, which is that of the game."""

    @property
    def _called(self) -> str:
        return type(self).__name__.lower()

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        tree = tree_of(self.game)
        classes = self.classes_on(tree).tolist()
        return {tree.infoset(number): found for number, found in enumerate(classes)}
