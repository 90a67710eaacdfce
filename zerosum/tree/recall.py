"""Perfect recall: the player's own sequence before each infoset.

A player has perfect recall if all histories of each infoset share the player's own last sequence
(Selten 1975; von Stengel, "Efficient computation of behavior strategies", Games and Economic
Behavior 14, 1996). An infoset that is visited twice on one path also violates this.
"""

from dataclasses import dataclass

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers
from zerosum.tables import ShortInts

# What stands before an infoset that no history has led to yet.
UNSEEN = -2


@dataclass(frozen=True, eq=False)
class Recall:
    """What the players of a tree remember.

    Parameters
    ----------
    perfect
        Whether each player has perfect recall.
    before
        Shape (infosets,): the owner's own sequence before each infoset, -1 for none; if the player
        forgets, that of the first history.
    lasts
        Shape (terminals, players): each player's last sequence before a terminal, -1 for none.
    witnesses
        For each player who forgets, two histories of one infoset that differ in the own moves.
    """

    perfect: tuple[bool, ...]
    before: ShortInts
    lasts: ShortInts
    witnesses: tuple[tuple[int, int] | None, ...]


@kernel
def remember(
    parents: Numbers,
    edges: Numbers,
    infosets: Numbers,
    owners: Numbers,
    player: int,
    before: Numbers,
    last: Numbers,
    lasts: Numbers,
) -> int:
    """Note a player's own sequence before each infoset and terminal.

    Modified in place: ``before``, ``last`` (by history), ``lasts``. Returns a history that
    contradicts the first of its infoset, or -1.
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
            if before[infoset] == UNSEEN:
                before[infoset] = last[node]
            elif before[infoset] != last[node] and contradiction < 0:
                contradiction = node
    return contradiction


@kernel
def deepest(parents: Numbers, depths: Numbers) -> int:
    """Return the most moves from the root; modified in place: ``depths``, by history."""
    most = 0
    for node in range(1, parents.size):
        depths[node] = depths[parents[node]] + 1
        most = max(most, depths[node])
    return most
