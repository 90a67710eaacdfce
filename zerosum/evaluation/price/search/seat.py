r"""One player's side of a whole game, and bounds that are kept with its tree.

Let :math:`y` be a plan of the opponent in the whole game, and :math:`BR_A(y)` the most that the
player wins against it by plans that an abstraction :math:`A` can express. What the player's best
plan guarantees is at most that: :math:`v(A) = \max_x \min_y u(x, y) \le BR_A(y)`. So every
:math:`y`, once found, bounds all abstractions. Those from linear programs are the tightest: there
:math:`v(A) = BR_A(y)` for the abstraction whose program it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from zerosum.evaluation.price.best import Concession
from zerosum.evaluation.price.solving import Effort
from zerosum.evaluation.response import gains_against
from zerosum.tables import Floats, Ints
from zerosum.tree import Tree

# Memory that the cuts of one player may take, in bytes.
_MOST_KEPT = 1 << 27


@dataclass(eq=False)
class Seat:
    """One player's side of a whole game, and what searches found out about it.

    Parameters
    ----------
    tree
        The whole game.
    player
        The player.
    cuts
        For each plan of the opponent, what the player wins where each own sequence is the last;
        shape (own sequences + 1,), the last entry for the empty sequence.
    known
        The concessions that were computed, by partition and effort.
    """

    tree: Tree
    player: int
    cuts: list[Floats] = field(default_factory=list)
    known: dict[tuple[bytes, Effort], Concession] = field(default_factory=dict)

    @cached_property
    def infosets(self) -> Ints:
        """The player's infosets in the tree."""
        return np.flatnonzero(self.tree.owners == self.player)

    @cached_property
    def sequences(self) -> Ints:
        """The player's sequences in the tree."""
        owned = self.tree.owners == self.player
        return np.flatnonzero(np.repeat(owned, np.diff(self.tree.starts)))

    @cached_property
    def at(self) -> Ints:
        """The place, among the player's infosets, of that of each own sequence."""
        sizes = np.diff(self.tree.starts)[self.infosets]
        return np.repeat(np.arange(sizes.size), sizes)

    @cached_property
    def before(self) -> Ints:
        """The place, among the player's sequences, of that before each infoset; -1 for none."""
        before = self.tree.recollection.before[self.infosets]
        return np.where(before < 0, -1, np.searchsorted(self.sequences, before))

    def add(self, reply: Floats) -> None:
        """Add the cut of an opponent's plan: the probability of each sequence of the tree."""
        if sum(cut.nbytes for cut in self.cuts) < _MOST_KEPT:
            room = np.empty(self.tree.histories)
            gains = gains_against(self.tree, self.player, reply, room)
            self.cuts.append(np.append(gains[self.sequences], gains[-1]))


# Without the tree itself, which would never be freed.
_Kept = tuple[list[Floats], dict[tuple[bytes, Effort], Concession]]
_KEPT: WeakKeyDictionary[Tree, tuple[_Kept, _Kept]] = WeakKeyDictionary()


def seats_of(tree: Tree) -> tuple[Seat, Seat]:
    """Return both players' seats, with all that earlier searches on the same tree found."""
    first, second = _KEPT.setdefault(tree, (([], {}), ([], {})))
    return Seat(tree, 0, *first), Seat(tree, 1, *second)
