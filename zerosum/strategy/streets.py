"""Strategies of trees of streets: a number for each action, hand and board."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import StoreError
from zerosum.strategy.origin import describe, differing, title
from zerosum.strategy.policy import TabularPolicy
from zerosum.strategy.saved import STREETS
from zerosum.support import store
from zerosum.tables import Floats, Ints
from zerosum.tree.streets.places import Place
from zerosum.tree.streets.tree import StreetTree, street_tree


@dataclass(eq=False, repr=False)
class StreetStrategy(TabularPolicy):
    """Probabilities of the actions of every hand, at all decisions of a tree of streets.

    Parameters
    ----------
    tree
        The tree.
    numbers
        Shape (numbers of the tree,), in any width: probabilities of actions are in proportion to
        those above 0, and uniform where there are none.
    about
        What it is of and what made it, in words.

    Examples
    --------
    >>> from zerosum.algorithms.street_cfr import StreetCFR
    >>> from zerosum.leduc import Leduc
    >>> strategy = StreetCFR(Leduc(), native=False).strategy()
    >>> strategy.at(strategy.tree.place(())).shape  # actions, hands
    (2, 6)
    """

    tree: StreetTree
    numbers: NDArray[Any]
    about: str = ""
    unknown: int = field(default=0, init=False)
    vectors: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.view = self.tree.view
        self.of = describe(self.tree.base, self.view)
        self.about = self.about or title(self.tree.base, self.view)

    def __len__(self) -> int:
        return self.tree.infosets

    def find(self, infoset: Any, menu: tuple[Any, ...]) -> list[float] | None:
        """Return the probability of each action of a menu, None where no such hand may come."""
        seen = self.tree.seen(infoset)
        if seen is None or len(seen[0].menu) != len(menu):
            return None
        place, hand = seen
        found: list[float] = self.at(place)[:, hand].tolist()
        return found

    def of_hands(self, infoset: Any) -> tuple[Ints, Floats] | None:
        """Return the hands at the decision of an infoset, whatever its own, and what they do."""
        place = self.tree.beside(infoset)
        return None if place is None else (place.hands, self.at(place))

    def at(self, place: Place) -> Floats:
        """Return the probabilities of all hands at a place; shape (actions, hands)."""
        actions, hands = len(place.menu), place.hands.size
        numbers = self.numbers[place.start : place.start + actions * hands]
        positive = np.maximum(numbers.reshape(actions, hands).astype(np.float64), 0.0)
        totals = positive.sum(axis=0)
        even = np.full_like(positive, 1.0 / actions)
        found: Floats = np.divide(positive, totals, out=even, where=totals > 0.0)
        return found

    def save(self, path: str | Path) -> None:
        """Save as a folder of one array and ``meta.json``.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        meta = {
            "kind": STREETS,
            "of": self.of,
            "about": self.about,
            "symmetric": self.tree.symmetric,
        }
        store.write(path, {"numbers": self.numbers}, meta)

    @classmethod
    def load(cls, path: str | Path, game: Any) -> Self:
        """Open a saved strategy of a game, or of its tree, as a memory map.

        Raises
        ------
        StoreError
            If the folder is damaged, or the strategy is of another game or menu.
        """
        saved = store.read(path, mmap=True)
        if saved.meta.get("kind") != STREETS or saved.arrays.keys() != {"numbers"}:
            raise StoreError(f"The folder {path} must hold a strategy of streets.", path)
        symmetric = bool(saved.meta.get("symmetric", True))
        tree = game if isinstance(game, StreetTree) else street_tree(game, symmetric=symmetric)
        if differs := differing(saved.meta["of"], describe(tree.base, tree.view)):
            raise StoreError(
                f"The strategy in {path} must be of this game and menu; it differs in {differs}.",
                path,
            )
        numbers = saved.arrays["numbers"]
        if numbers.shape != (tree.numbers,):
            raise StoreError(
                f"The strategy in {path} must have {tree.numbers:,} numbers; it has "
                f"{numbers.size:,}: solve the spot again.",
                path,
            )
        return cls(tree, numbers, about=saved.meta.get("about", ""))
