r"""The sequence form of two players with perfect recall: realisation plans and a payoff matrix.

With perfect recall a strategy of one player is a *realisation plan*: for each sequence of the
player, the product of the player's probabilities along it. The expected payoff is then bilinear,
:math:`x^\top A y`, and :math:`A` has at most one entry per terminal (Koller, Megiddo & von Stengel,
STOC 1994).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.errors import GameError
from zerosum.jit import compiled, kernel
from zerosum.kernels.names import Numbers
from zerosum.tables import Floats, ShortInts
from zerosum.tree.tree import Tree


@dataclass(frozen=True, eq=False, repr=False)
class SequenceForm:
    """A two-player game by pairs of sequences.

    Sequences have the numbers of the tree, with both players' in one array; -1 is the empty
    sequence of either player.

    Parameters
    ----------
    tree
        The game.
    before
        Shape (infosets,): the owner's sequence before each infoset, -1 for none. An infoset has a
        greater number than the infosets of its owner before it.
    rows, columns
        Shape (pairs,): player 0's and player 1's last sequence, each pair once, in order.
    payoffs
        Shape (pairs,): what player 0 wins there, in chips, times the probability of chance,
        summed over the terminals of the pair.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> form = SequenceForm.of(enumerated(Kuhn()))
    >>> form.before, form.payoffs.size
    (array([-1, -1,  0, -1, -1, -1, -1, -1, 12, -1, -1, 20], dtype=int32), 30)
    """

    tree: Tree
    before: ShortInts
    rows: ShortInts
    columns: ShortInts
    payoffs: Floats

    @classmethod
    def of(cls, tree: Tree) -> SequenceForm:
        """Return the sequence form of a tree.

        Raises
        ------
        GameError
            If there are not two players with perfect recall.
        """
        if why := unfit(tree):
            raise GameError(
                f"The sequence form needs two players with perfect recall; {why}.", tree
            )
        lasts = tree.recollection.lasts
        payoffs = chance_reaches(tree) * tree.payoffs[:, 0]
        # One word a pair sorts them all, and brings equal ones together.
        width = tree.sequences + 1
        pairs, places = np.unique(
            (lasts[:, 0].astype(np.int64) + 1) * width + lasts[:, 1] + 1, return_inverse=True
        )
        return cls(
            tree=tree,
            before=tree.recollection.before,
            rows=(pairs // width - 1).astype(np.int32),
            columns=(pairs % width - 1).astype(np.int32),
            payoffs=np.bincount(places, payoffs, pairs.size).astype(np.float64),
        )


def unfit(tree: Tree) -> str:
    """Return why a tree has no sequence form, as a clause; empty if it has one.

    >>> from zerosum.kuhn import Kuhn, KuhnThree
    >>> from zerosum.tree import enumerated
    >>> unfit(enumerated(Kuhn())), unfit(enumerated(KuhnThree(), native=False))
    ('', 'the game has 3 players')
    """
    if tree.players != 2:
        return f"the game has {tree.players} players"
    if not all(tree.recall):
        return f"player {tree.recall.index(False)} forgets"
    return ""


def advice_for(tree: Tree, use: str) -> str:
    """Return what to do with a tree that has no sequence form, as a clause.

    Parameters
    ----------
    tree
        The tree.
    use
        What solves it without one, as a clause.
    """
    if all(tree.recall):
        return use
    if not _meets_twice(tree):
        return f"{use}, which promises no equilibrium, or let infosets keep the player's own moves"
    return (
        "let infosets keep the player's own moves; while one path meets an infoset twice, do not "
        "use CFR, which chooses anew at each visit and may end far from the best strategy"
    )


def _meets_twice(tree: Tree) -> bool:
    """Return whether a path meets an infoset twice: whether a player is absent-minded."""
    nodes: Any = np.flatnonzero(tree.infosets >= 0)
    above = nodes
    while nodes.size:
        kept = above > 0
        nodes, above = nodes[kept], tree.parents[above[kept]]
        if (tree.infosets[above] == tree.infosets[nodes]).any():
            return True
    return False


def chance_reaches(tree: Tree) -> Floats:
    """Return the reach of chance at each terminal; shape (terminals,)."""
    reaches = np.empty(tree.histories)
    weights = np.append(np.ones(tree.sequences), tree.chances)
    compiled(spread)(tree.parents, tree.edges, weights, reaches)
    found: Floats = reaches[tree.terminals]
    return found


@kernel
def spread(parents: Numbers, edges: Numbers, weights: Numbers, reaches: Numbers) -> None:
    """Multiply the weights of edges along all paths; modified in place: ``reaches``."""
    reaches[0] = 1.0
    for node in range(1, parents.size):
        reaches[node] = reaches[parents[node]] * weights[edges[node]]
