"""Factors of one enumerated game: a number for each of its infosets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from zerosum.abstraction import algebraic, base_and_view
from zerosum.errors import AbstractionError
from zerosum.game import check_methods
from zerosum.lattice.partitions import Classes, numbered
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of


class OfGame:
    """Base of records that are factors of the infosets of one game.

    Attributes
    ----------
    game
        The start of the game, which is enumerated when the factor is first evaluated.
    kind
        What errors call the factor.
    """

    game: Any
    kind: ClassVar[str]

    @abstractmethod
    def numbers_on(self, tree: Tree) -> Classes:
        """Return the number of each infoset of the game's tree."""

    def __call__(self, infoset: Any) -> int:
        """Return the number of an infoset."""
        number = self._numbers.get(infoset)
        if number is None:
            raise AbstractionError(
                f"The infoset of {self.kind} must be one of {self.game!r}; got {infoset!r}: make "
                f"it on the game that it is used in.",
                infoset,
            )
        return number

    def classes_on(self, tree: Tree) -> Classes:
        """Return the class of each infoset of the game's tree."""
        if tree.base != self.game:
            raise AbstractionError(
                f"The game of {self.kind} must be the one that it is used in, {tree.base!r}; got "
                f"{self.game!r}: make it on the game that it is used in.",
                tree,
            )
        return numbered(self.numbers_on(tree))

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        """The number of each infoset."""
        tree = tree_of(self.game)
        infosets = map(tree.infoset, range(tree.infoset_count))
        return dict(zip(infosets, self.numbers_on(tree).tolist(), strict=True))


@algebraic
@dataclass(frozen=True)
class Labelled(OfGame):
    """A factor whose value is the label of an infoset, as :func:`labelled` returns it.

    Parameters
    ----------
    game
        The start of the game.
    labels
        One for each infoset.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> factor = Labelled(Kuhn(), tuple(range(12)))
    >>> factor(Kuhn().apply(2).apply(0).infoset(0)), factor == labelled(Kuhn(), range(12))
    (10, True)
    """

    kind = "labels"
    game: Any
    labels: tuple[int, ...]

    def numbers_on(self, tree: Tree) -> Classes:
        """Return the label of each infoset."""
        return np.array(self.labels, np.int32)

    def __meaning__(self) -> tuple[object, ...]:
        return self.labels, self.game

    def __repr__(self) -> str:
        return f"labelled({self.game!r}, {len(set(self.labels))} labels)"

    def __reduce__(self) -> tuple[Any, ...]:
        return Labelled, (self.game, self.labels)


def labelled(game: Any, labels: Sequence[int]) -> Labelled:
    """Return a factor of given numbers: one for each infoset of an enumerated game.

    Parameters
    ----------
    game
        The start of a game, its class or its tree, small enough to enumerate. If the game is
        abstract, its base is used.
    labels
        Shape (infosets,): whole numbers. Infoset ``i`` is ``tree_of(game).infoset(i)``, as for
        :func:`~zerosum.lattice.order.partition`, whose result may be given.

    Returns
    -------
    A factor, which can be multiplied like any other. It is defined only for infosets of this
    game, and does not compile: solve with it on the enumerated game.

    Raises
    ------
    AbstractionError
        If there is not a whole number for each infoset; when evaluated, for an infoset of another
        game.
    GameError
        If the game cannot be enumerated.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import is_jack
    >>> from zerosum.lattice import equivalent, partition
    >>> again = labelled(Kuhn(), partition(Kuhn(), is_jack))
    >>> bool(equivalent(again, is_jack, Kuhn()))
    True
    """
    tree, numbers = tree_of(game if isinstance(game, Tree) else base_of(game)), np.asarray(labels)
    if numbers.shape != (tree.infoset_count,) or numbers.dtype.kind not in "iu":
        raise AbstractionError(
            f"The labels of a factor must be a whole number for each of {tree.infoset_count:,} "
            f"infosets; got {numbers.dtype} of shape {numbers.shape}: number them as partition "
            f"does.",
            labels,
        )
    return Labelled(tree.base, tuple(numbers.tolist()))


def base_of(game: Any) -> Any:
    """Return the start of a game, its class or its tree; of an abstract one, that of its base."""
    if isinstance(game, Tree):
        return game.base
    base = base_and_view(game)[0]
    check_methods(base)
    return base
