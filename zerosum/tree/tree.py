"""A game as flat arrays: every history a number, parents before children, depth first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.infosets import AbstractInfoset
from zerosum.jit import compiled
from zerosum.native.view import View
from zerosum.tables import HEADER, Row, class_names, read_block, recognise
from zerosum.tokens import CLASSES
from zerosum.tree.recall import Recall, deepest, recalled
from zerosum.tree.replay import is_whole, met, moved, ordinals


class Statistics(NamedTuple):
    """How large a game is.

    Histories count terminals too; sequences are the (infoset, action) pairs of all players,
    without the empty ones; depth is the most moves from the root, chance's included.
    """

    histories: int
    terminals: int
    infosets: int
    sequences: int
    depth: int


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """All histories of a game, numbered in the order of a depth-first walk.

    A *sequence* is an infoset and one of its actions: that at ``place`` in the menu of infoset
    ``i`` is number ``starts[i] + place``. A strategy of all players is thus one array of
    ``sequences`` probabilities.

    Parameters
    ----------
    base, view
        The start of the game, and how infosets are seen.
    players
        How many there are.
    parents
        Shape (histories,): the history before; -1 at the root.
    edges
        Shape (histories,): what leads from there to here, a sequence, or ``sequences + k`` for
        outcome number ``k`` of chance; -1 at the root.
    infosets
        Shape (histories,): the infoset of a decision, -1 at chance, ``-2 - z`` at terminal
        number ``z``.
    payoffs
        Shape (terminals, players): in chips.
    chances
        The probability of each outcome of each history where chance moves.
    starts
        Shape (infosets + 1,): the first sequence of each infoset, and where the last's end.
    words, blocks, hashes
        The infosets' rows, as :mod:`zerosum.tables` keeps them.
    """

    base: Any
    view: View
    players: int
    parents: NDArray[np.int32]
    edges: NDArray[np.int32]
    infosets: NDArray[np.int32]
    payoffs: NDArray[np.float64]
    chances: NDArray[np.float64]
    starts: NDArray[np.int64]
    words: NDArray[np.int64]
    blocks: NDArray[np.int64]
    hashes: NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<Tree of {self.base!r}: {self.histories:,} histories>"

    @property
    def histories(self) -> int:
        """The number of histories, terminals included."""
        return int(self.parents.size)

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

    @cached_property
    def terminals(self) -> NDArray[np.int32]:
        """The histories that are terminal, in their order; shape (terminals,)."""
        return np.flatnonzero(self.infosets < -1).astype(np.int32)

    @cached_property
    def statistics(self) -> Statistics:
        """How large the game is."""
        return Statistics(
            histories=self.histories,
            terminals=self.payoffs.shape[0],
            infosets=self.infoset_count,
            sequences=self.sequences,
            depth=self._depth(),
        )

    @cached_property
    def recollection(self) -> Recall:
        """What players remember: the sequence before each infoset, and whether it is one."""
        return recalled(self)

    @property
    def recall(self) -> tuple[bool, ...]:
        """Whether each player has perfect recall."""
        return self.recollection.perfect

    def row(self, infoset: int) -> Row:
        """Return player, actions and key of an infoset."""
        return read_block(self.words, int(self.blocks[infoset]))

    def infoset(self, number: int) -> Any:
        """Return an infoset, of the game or, where that is abstract, of the abstraction.

        Read from its row, in some 20 microseconds. Where rows do not tell all, since records
        have fields that are not compared, a history leads there, which takes longer.
        """
        if not self._readable:
            return met(self.history(int(self._firsts[number]))[0], self.view)
        row = self.row(number)
        states, actions = self.view.states, self.view.actions
        if states is None:
            return row.key[0] if actions is None else AbstractInfoset(row.key, row.actions)
        rest = iter(row.key)
        key = [row.actions if factor == actions else next(rest) for factor in states.canonical]
        return AbstractInfoset(tuple(key), row.actions)

    def history(self, number: int) -> tuple[Any, list[Any]]:
        """Return a history and the moves that lead there."""
        taken = ordinals(self.parents, self.edges, number)
        return moved(self.base, self.view, taken)

    @cached_property
    def _readable(self) -> bool:
        """Whether infosets can be made again from their rows."""
        names = class_names(self.words)
        recognise(names)
        return all(is_whole(CLASSES[int(number)]) for number in names if int(number) in CLASSES)

    @cached_property
    def _firsts(self) -> NDArray[np.int64]:
        """The first history of each infoset."""
        firsts = np.empty(self.infoset_count, np.int64)
        # Of all that are written to one place the last one stays.
        backwards = np.flatnonzero(self.infosets >= 0)[::-1]
        firsts[self.infosets[backwards]] = backwards
        return firsts

    def _depth(self) -> int:
        return int(compiled(deepest)(self.parents, np.zeros(self.histories, np.int32)))
