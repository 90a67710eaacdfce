"""A game as flat arrays: every history a number, parents before children, depth first."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zerosum.jit import compiled
from zerosum.tables import Floats, Ints, ShortInts
from zerosum.tree.infosets import Infosets
from zerosum.tree.recall import UNSEEN, Recall, deepest, remember
from zerosum.tree.replay import met, moved, ordinals


class Statistics(NamedTuple):
    """The size of a game.

    Histories include terminals. Sequences are the (infoset, action) pairs of all players, without
    empty sequences. Depth is the largest number of moves from the root, including chance moves.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> size = enumerated(Kuhn()).statistics
    >>> size.histories, size.infosets, size.depth
    (58, 12, 5)
    """

    histories: int
    terminals: int
    infosets: int
    sequences: int
    depth: int


@dataclass(frozen=True, eq=False, repr=False)
class Tree(Infosets):
    """All histories of a game, numbered in the order of a depth-first walk.

    Its infosets are described in :class:`~zerosum.tree.infosets.Infosets`.

    Parameters
    ----------
    parents
        Shape (histories,): the parent of each history; -1 at the root.
    edges
        Shape (histories,): what leads from there to here, a sequence, or ``sequences + k`` for
        outcome number ``k`` of chance; -1 at the root.
    infosets
        Shape (histories,): the infoset of a decision, -1 at chance, ``-2 - z`` at terminal
        number ``z``.
    payoffs
        Shape (terminals, players): what each player wins beyond ``share``, in chips; they sum to 0.
    chances
        The probability of each outcome of each history where chance moves.
    share
        Each player's equal share of what the payoffs of the game sum to, in chips.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> tree = enumerated(Kuhn())
    >>> tree.histories, tree.recall, tree.history(3)
    (58, (True, True), (Kuhn(cards=(0, 1), history=2), [0, 1, <Move.PASS: 0>]))
    """

    parents: ShortInts
    edges: ShortInts
    infosets: ShortInts
    payoffs: Floats
    chances: Floats
    share: float

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.base!r}: {self.histories:,} histories>"

    @property
    def histories(self) -> int:
        """The number of histories, terminals included."""
        return int(self.parents.size)

    @cached_property
    def terminals(self) -> ShortInts:
        """The histories that are terminal, in their order; shape (terminals,)."""
        return np.flatnonzero(self.infosets < -1).astype(np.int32)

    @cached_property
    def statistics(self) -> Statistics:
        """The size of the game."""
        return Statistics(
            histories=self.histories,
            terminals=self.payoffs.shape[0],
            infosets=self.infoset_count,
            sequences=self.sequences,
            depth=int(compiled(deepest)(self.parents, np.zeros(self.histories, np.int32))),
        )

    @cached_property
    def recollection(self) -> Recall:
        """The recall of the players: the sequence before each infoset, and whether it is unique.

        One pass over the histories for each player.
        """
        before = np.full(self.infoset_count, UNSEEN, np.int32)
        lasts = np.zeros((self.payoffs.shape[0], self.players), np.int32)
        last = np.zeros(self.histories, np.int32)
        witnesses: list[tuple[int, int] | None] = []
        for player in range(self.players):
            second = compiled(remember)(
                self.parents, self.edges, self.infosets, self.owners, player, before, last, lasts
            )
            forgets = second >= 0
            witnesses.append((int(self.firsts[self.infosets[second]]), second) if forgets else None)
        perfect = tuple(witness is None for witness in witnesses)
        return Recall(perfect, before, lasts, tuple(witnesses))

    @property
    def recall(self) -> tuple[bool, ...]:
        """Whether each player has perfect recall."""
        return self.recollection.perfect

    def history(self, number: int) -> tuple[Any, list[Any]]:
        """Return a history and the moves that lead to it."""
        taken = ordinals(self.parents, self.edges, number)
        return moved(self.base, self.view, taken)

    def _met(self, number: int) -> Any:
        return met(self.history(int(self.firsts[number]))[0], self.view)

    @cached_property
    def firsts(self) -> Ints:
        """The first history of each infoset; shape (infosets,)."""
        firsts = np.empty(self.infoset_count, np.int64)
        # Of all that are written to one place the last one stays.
        backwards = np.flatnonzero(self.infosets >= 0)[::-1]
        firsts[self.infosets[backwards]] = backwards
        return firsts
