"""What players remember of their own moves: the sequence before each infoset.

A player has perfect recall where all histories of an infoset share the player's own last
sequence (Selten 1975; von Stengel, "Efficient computation of behavior strategies", Games and
Economic Behavior 14, 1996). An infoset that comes twice on one path breaks this too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled, kernel

if TYPE_CHECKING:
    from zerosum.tree.tree import Tree

_UNSEEN = -2


@dataclass(frozen=True, eq=False)
class Recall:
    """What the players of a tree remember.

    Parameters
    ----------
    perfect
        Whether each player has perfect recall.
    before
        Shape (infosets,): the owner's own sequence before each infoset, -1 for none; where the
        player forgets, that of the first history.
    lasts
        Shape (terminals, players): each player's last sequence before a terminal, -1 for none.
    witnesses
        For each player who forgets, two histories of one infoset with different own pasts.
    """

    perfect: tuple[bool, ...]
    before: NDArray[np.int32]
    lasts: NDArray[np.int32]
    witnesses: tuple[tuple[int, int] | None, ...]


def recalled(tree: Tree) -> Recall:
    """Return what the players of a tree remember.

    One pass over the histories for each player.
    """
    before = np.full(tree.infoset_count, _UNSEEN, np.int32)
    first = np.zeros(tree.infoset_count, np.int32)
    lasts = np.zeros((tree.payoffs.shape[0], tree.players), np.int32)
    last = np.zeros(tree.histories, np.int32)
    witnesses: list[tuple[int, int] | None] = []
    for player in range(tree.players):
        second = compiled(remember)(
            tree.parents, tree.edges, tree.infosets, tree.owners, player, before, first, last, lasts
        )
        number = int(tree.infosets[second])
        witnesses.append(None if second < 0 else (int(first[number]), second))
    perfect = tuple(witness is None for witness in witnesses)
    return Recall(perfect, before, lasts, tuple(witnesses))


@kernel
def remember(
    parents: Any,
    edges: Any,
    infosets: Any,
    owners: Any,
    player: int,
    before: Any,
    first: Any,
    last: Any,
    lasts: Any,
) -> int:
    """Note a player's own sequence before each infoset and terminal.

    Modified in place: ``before``, ``first`` (the first history of an infoset), ``last`` (by
    history), ``lasts``. Returns a history that contradicts the first of its infoset, or -1.
    """
    contradiction = -1
    last[0] = -1
    for node in range(parents.size):
        infoset = infosets[node]
        if node > 0:
            parent = parents[node]
            at = infosets[parent]
            last[node] = edges[node] if at >= 0 and owners[at] == player else last[parent]
        if infoset < -1:
            lasts[-2 - infoset, player] = last[node]
        elif infoset >= 0 and owners[infoset] == player:
            if before[infoset] == _UNSEEN:
                before[infoset] = last[node]
                first[infoset] = node
            elif before[infoset] != last[node] and contradiction < 0:
                contradiction = node
    return contradiction


@kernel
def deepest(parents: Any, depths: Any) -> int:
    """Return the most moves from the root; modified in place: ``depths``, by history."""
    most = 0
    for node in range(1, parents.size):
        depths[node] = depths[parents[node]] + 1
        most = max(most, depths[node])
    return most
