"""The sequence form laid out for speed: infosets that can be treated alike lie side by side.

Infosets of one player, as many own moves deep and with as many actions, form a *group*. In a
group, sequences lie action by action, and in each action infoset by infoset: a loop over the
infosets of a group runs through memory in one direction, many at a time. Groups come in the
order of depth, so that what is above is done before what is below, and in each group infosets
follow those that they come after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled, kernel
from zerosum.kernels.names import Numbers
from zerosum.tables import Ints
from zerosum.tree.sequence import SequenceForm
from zerosum.tree.sliced import SlicedMatrix
from zerosum.tree.tree import Tree

# What a row of groups says: first slot, infosets, actions, first of parents.
FIRST, INFOSETS, ACTIONS, PARENTS = range(4)


class Grouping(NamedTuple):
    """Where the sequences of a tree lie.

    Parameters
    ----------
    slots
        Shape (sequences + 1,): the place of each of the tree's sequences. The last, -1, stands for
        the empty sequence of every player.
    infosets
        Shape (infosets,): the infosets, group by group.
    groups
        Shape (groups, 4): the first slot, the number of infosets, of actions, and the first
        of ``parents``; player 0's groups, then player 1's, and so on.
    parents
        Shape (infosets,): the slot of the owner's sequence before each infoset, group by group.
    borders
        Shape (players + 1,): where the groups of each player begin, and where the last's end.
    """

    slots: Ints
    infosets: Ints
    groups: Ints
    parents: NDArray[np.uint32]
    borders: Ints

    @classmethod
    def of(cls, tree: Tree, before: NDArray[Any]) -> Grouping:
        """Return the groups of a tree, given the owner's sequence before each infoset, or -1."""
        counts = np.diff(tree.starts)
        depths = np.zeros(tree.infoset_count, np.int32)
        if before.max(initial=-1) >= 0:
            holders = np.repeat(np.arange(tree.infoset_count, dtype=np.int32), counts)
            compiled(rank)(before, holders, depths)
        slots = np.append(np.zeros(tree.sequences, np.int64), tree.sequences)
        groups: list[tuple[int, int, int, int]] = []
        infosets, parents, borders = [slots[:0]], [slots[:0]], [0]
        for player in range(tree.players):
            own = np.flatnonzero(tree.owners == player)
            for depth in range(depths[own].max(initial=-1) + 1):
                level = own[depths[own] == depth]
                above = slots[before[level]]
                order = np.lexsort((above, counts[level]))
                lay(tree, level[order], slots, groups)
                infosets.append(level[order])
                parents.append(above[order])
            borders.append(len(groups))
        return cls(
            slots,
            np.concatenate(infosets),
            np.array(groups, np.int64).reshape(-1, 4),
            np.concatenate(parents).astype(np.uint32),
            np.array(borders, np.int64),
        )


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """Where the sequences of a two-player game lie, and the payoff matrix from both sides.

    Parameters
    ----------
    slots, groups, parents, borders
        As of :class:`Grouping`, but that ``slots`` has no place for the empty sequence.
    matrices
        For each player, what each own sequence wins against each of the other's.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> layout = Layout.of(SequenceForm.of(enumerated(Kuhn())))
    >>> layout.slots.size, layout.borders
    (24, array([0, 2, 3]))
    """

    slots: Ints
    groups: Ints
    parents: NDArray[np.uint32]
    borders: Ints
    matrices: tuple[SlicedMatrix, SlicedMatrix]

    @classmethod
    def of(cls, form: SequenceForm) -> Layout:
        """Return the layout of a sequence form."""
        slots, _, groups, parents, borders = Grouping.of(form.tree, form.before)
        return cls(slots[:-1], groups, parents, borders, _matrices(form, slots))


def lay(
    tree: Tree,
    infosets: NDArray[Any],
    slots: Ints,
    groups: list[tuple[int, int, int, int]],
) -> None:
    """Lay out infosets after those that are laid out; as many actions in a row make a group.

    Modified in place: ``slots``, and ``groups``, to whose end theirs are added.
    """
    first, size, actions, listed = groups[-1] if groups else (0, 0, 0, 0)
    free, listed = first + size * actions, listed + size
    counts = tree.starts[infosets + 1] - tree.starts[infosets]
    for alike in np.split(infosets, np.flatnonzero(np.diff(counts)) + 1):
        if alike.size:
            actions = int(tree.starts[alike[0] + 1] - tree.starts[alike[0]])
            places = tree.starts[alike] + np.arange(actions)[:, None]
            slots[places] = free + np.arange(places.size).reshape(places.shape)
            groups.append((free, alike.size, actions, listed))
            free += places.size
            listed += alike.size


def _matrices(form: SequenceForm, slots: Ints) -> tuple[SlicedMatrix, SlicedMatrix]:
    """Return the payoffs of each player's own sequences; those of the empty one are left out."""
    rows, columns, beyond = slots[form.rows], slots[form.columns], slots.size - 1
    ours, theirs = rows < beyond, columns < beyond
    return (
        SlicedMatrix.of(rows[ours], columns[ours], form.payoffs[ours], beyond),
        SlicedMatrix.of(columns[theirs], rows[theirs], -form.payoffs[theirs], beyond),
    )


@kernel
def rank(before: Numbers, holders: Numbers, depths: Numbers) -> None:
    """Count the owner's moves before each infoset; modified in place: ``depths``."""
    for infoset in range(before.size):
        if before[infoset] >= 0:
            depths[infoset] = depths[holders[before[infoset]]] + 1
