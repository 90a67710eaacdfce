"""All infosets of a game, as rows of a table, and the sequences that leave them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.errors import AbstractionError
from zerosum.support.tokens import CLASSES, Carried
from zerosum.tables import (
    HEADER,
    Ints,
    Row,
    Workspace,
    action_counts,
    class_names,
    read_block,
    recognise,
    starts_of,
)
from zerosum.tree.replay import is_whole


@dataclass(frozen=True, eq=False, repr=False)
class Infosets(ABC):
    """All infosets of a game.

    A *sequence* is an infoset with one of its actions: the action at position ``place`` in the menu
    of infoset ``i`` has number ``starts[i] + place``. So a strategy of all players is one array of
    ``sequences`` probabilities.

    Parameters
    ----------
    base, view
        The start of the game, and how infosets are seen.
    players
        How many there are.
    starts
        Shape (infosets + 1,): the first sequence of each infoset, and the total number of
        sequences.
    words, blocks, hashes
        The infosets' rows, as :mod:`zerosum.tables` keeps them.
    """

    base: Any
    view: View
    players: int
    starts: Ints
    words: Ints
    blocks: Ints
    hashes: Ints

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"words": Carried(self.words)}

    @property
    def sequences(self) -> int:
        """The number of (infoset, action) pairs of all players."""
        return int(self.starts[-1])

    @property
    def infoset_count(self) -> int:
        """The number of infosets of all players."""
        return int(self.blocks.size)

    @cached_property
    def owners(self) -> NDArray[np.int8]:
        """Who acts at each infoset; shape (infosets,)."""
        return self.words[self.blocks + HEADER].astype(np.int8)

    @property
    def is_own(self) -> bool:
        """Whether the infosets are those of ``base`` seen through ``view``."""
        return True

    def base_and_view(self) -> tuple[Any, View]:
        """Return what solvers of it are of: as ``check_own``, a tree must be of its game."""
        self.check_own()
        return self.base, self.view

    def check_own(self) -> None:
        """Check that the infosets are those of the game, not of a tree derived from it.

        Raises
        ------
        AbstractionError
            If they are not: rows are then those of a member of each.
        """
        if not self.is_own:
            raise AbstractionError(
                f"A tree that stands for its game must be enumerated from it; got {self!r}, which "
                f"was cut out of a whole tree: carry probabilities back by its lifted(...), and "
                f"give its whole.",
                self,
            )

    def row(self, infoset: int) -> Row:
        """Return player, actions and key of an infoset."""
        return read_block(self.words, int(self.blocks[infoset]))

    def infoset(self, number: int) -> Any:
        """Return an infoset of the game or, if it is abstract, of the abstraction.

        The infoset is decoded from its row, in about 20 microseconds. If records have fields that
        are not compared, the row is not sufficient, and a history is replayed, which takes longer.
        """
        if not self._readable:
            return self._met(number)
        row = self.row(number)
        return self.view.infoset_of(row.key, row.actions)

    @abstractmethod
    def _met(self, number: int) -> Any:
        """Return an infoset that its row does not tell."""

    @cached_property
    def _readable(self) -> bool:
        """Whether infosets can be made again from their rows."""
        names = class_names(self.words)
        recognise(names)
        return all(is_whole(CLASSES[int(number)]) for number in names if int(number) in CLASSES)


def cut_rows(work: Workspace) -> dict[str, Ints]:
    """Return the rows that were written, without the free space, and their sequences.

    These are ``starts``, ``words``, ``blocks`` and ``hashes`` of :class:`Infosets`. The table is
    used up: its arrays are not copied, but give back the memory that they did not need.
    """
    rows = work.table.cut()
    return {"starts": starts_of(action_counts(rows["words"], rows["blocks"])), **rows}
