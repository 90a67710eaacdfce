"""All decisions of an enumerated game, as an abstraction lets it be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic
from zerosum.jit import compiled
from zerosum.lattice.labels import labels, labels_of
from zerosum.lattice.looked import Witness
from zerosum.lattice.memory.paths import Met, Numbers, Paths
from zerosum.lattice.numbering import Classes
from zerosum.lattice.quotient import Quotient, quotient
from zerosum.tree import Tree
from zerosum.tree.recall import deepest


@dataclass(frozen=True, eq=False)
class Unfolded(Met):
    """All decisions of an abstract game.

    Parameters
    ----------
    base
        The start of the whole game.
    paths
        The decisions.
    tree
        Of the whole game.
    cut
        Of the abstract one.
    nodes
        Shape (decisions,): the histories of ``cut``.
    """

    base: Any
    paths: Paths
    tree: Tree
    cut: Quotient
    nodes: Numbers
    deals = None

    def classes(self, partition: Any) -> Classes:
        """Return the class of each decision; shape (decisions,)."""
        return self._at_decisions(labels(self.tree, partition))

    def classes_of(self, factors: Sequence[Algebraic]) -> list[Classes]:
        """Return the class of each decision by each factor, all asked at once."""
        return [self._at_decisions(found) for found in labels_of(self.tree, factors)]

    def _at_decisions(self, of_infosets: Classes) -> Classes:
        found: Classes = of_infosets[self.tree.infosets[self.cut.nodes[self.nodes]]]
        return found

    def witness(self, number: int) -> Witness:
        """Return the infoset of a decision, and the moves that lead there."""
        history, moves = self.cut.history(int(self.nodes[number]))
        return Witness(history.infoset(history.active), tuple(moves))


def unfolded(tree: Tree, states: Any, actions: Any) -> Unfolded:
    """Return all decisions of an abstract game.

    Parameters
    ----------
    tree
        The whole game.
    states, actions
        The abstraction.

    Raises
    ------
    AbstractionError
        Where it is ill-formed.
    """
    cut = quotient(tree, states, actions)
    nodes = np.flatnonzero(cut.infosets >= 0)
    return Unfolded(tree.base, _paths(cut, nodes), tree, cut, nodes)


def _paths(cut: Quotient, nodes: Numbers) -> Paths:
    """Return the decisions at given histories of a tree, all that it has."""
    deciders = np.full(cut.histories, -1, np.int64)
    deciders[nodes] = cut.owners[cut.infosets[nodes]]
    owners = deciders[nodes]
    # Up from each decision, until the same player decides.
    above, below = cut.parents[nodes].astype(np.int64), nodes.copy()
    going = np.flatnonzero(above >= 0)
    while going.size:
        going = going[deciders[above[going]] != owners[going]]
        below[going] = above[going]
        above[going] = cut.parents[above[going]]
        going = going[above[going] >= 0]
    numbers = np.full(cut.histories + 1, -1, np.int64)
    numbers[nodes] = np.arange(nodes.size)
    firsts = cut.starts[np.maximum(cut.infosets[above], 0)]
    depths = np.zeros(cut.histories, np.int64)
    compiled(deepest)(cut.parents, depths)
    return Paths(
        owners=owners,
        before=numbers[above],
        taken=np.where(above < 0, 0, cut.edges[below] - firsts),
        depths=depths[nodes],
    )
