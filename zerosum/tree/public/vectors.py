"""The arrays that kernels with vectors over private hands work on."""

from typing import Any

import numpy as np

from zerosum.jit import compiled
from zerosum.tables import Arena, Floats, Ints
from zerosum.tree.public.betting import BettingTree
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.recall import deepest


class Vectors(Arena):
    """What a walk over a public tree works on: the tree, numbers by node, and scratch.

    Numbers lie as :class:`PublicTree` says, or, where several decisions and hands share an
    infoset, infoset by infoset, with one more row behind the last for hands that cannot be held.

    Kernels call the two players who decide 0 and 1.

    Parameters
    ----------
    tree
        The public tree, or the betting tree of one public state.
    values
        Of other fields; numbers by decision, action and hand are empty until they are set.
    """

    owners: Ints
    firsts: Ints
    targets: Ints
    starts: Ints
    places: Ints
    rows: Ints
    shared: int
    # How many hands each player has, and how many numbers there are in all.
    sizes: Ints
    size: int
    odds: Floats
    payoffs_0: Floats
    payoffs_1: Floats
    # Which of the payoffs each kind of terminal has, and how many times.
    matrices: Ints
    scales: Floats
    # How likely each hand leads to the root, the second player's behind the first's.
    ranges: Floats
    scratch: Floats
    # Numbers of each decision, action and hand.
    probabilities: Floats

    def __init__(self, tree: PublicTree | BettingTree[Any], **values: Any) -> None:
        terms = tree.terms
        kinds = len(terms["payoffs_0"])
        terms = {"matrices": np.arange(kinds), "scales": np.ones(kinds)} | terms
        super().__init__(
            owners=tree.sides,
            firsts=tree.firsts.astype(np.int64),
            targets=tree.targets.astype(np.int64),
            starts=tree.starts,
            places=tree.places,
            odds=tree.odds,
            sizes=np.array(tree.hands, np.int64),
            shared=int(not tree.plain),
            rows=np.zeros(0, np.int64),
            size=tree.numbers,
            scratch=np.zeros(_room(tree)),
            probabilities=np.zeros(0),
            **{"ranges": np.ones(sum(tree.hands))} | terms | values,
        )
        if isinstance(tree, PublicTree) and not tree.plain:
            infosets = tree.rows
            self.rows = infosets.starts[infosets.numbers]
            self.rows[infosets.numbers < 0] = infosets.sequences
            self.size = infosets.sequences + int(np.diff(tree.firsts).max(initial=1))


def _room(tree: PublicTree | BettingTree[Any]) -> int:
    """Return how much scratch a walk needs: that of the widest node, as often as it is deep."""
    hands, actions = max(tree.hands), int(np.diff(tree.firsts).max(initial=1))
    parents = np.full(tree.nodes, -1, np.int32)
    inner = tree.targets >= 0
    origins = np.repeat(np.arange(tree.nodes), np.diff(tree.firsts))
    parents[tree.targets[inner]] = origins[inner]
    depth = 1 + int(compiled(deepest)(parents, np.zeros(tree.nodes, np.int32)))
    return (depth + 1) * hands * (3 * actions + 4)
