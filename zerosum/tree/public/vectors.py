"""The arrays that kernels with vectors over private hands work on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import typeof_impl
from numpy.typing import NDArray

from zerosum.jit import compiled
from zerosum.native.types import RANDOM, WorkspaceType
from zerosum.rng import Random
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.recall import deepest

_INTS = (
    *("owners", "firsts", "targets", "starts", "places"),
    *("rows", "shared", "sizes", "counts"),
)
_FLOATS = (
    *("odds", "payoffs_0", "payoffs_1", "scratch"),
    *("regrets", "sums", "probabilities", "weights"),
)
_GENERATORS = ("rng", "dealer")

VECTORS = WorkspaceType(
    "zerosum.Vectors",
    (
        *((name, types.CPointer(types.int64)) for name in _INTS),
        *((name, types.CPointer(types.float64)) for name in _FLOATS),
        *((name, RANDOM) for name in _GENERATORS),
    ),
)


class Vectors:
    """What a walk over a public tree works on: the tree, numbers by node, and scratch.

    Numbers lie as :class:`PublicTree` says, or, where several decisions and hands share an
    infoset, infoset by infoset, with one more row behind the last for hands that cannot be held.

    Parameters
    ----------
    tree
        The public tree.
    rng
        The generator that is saved; a second, ``dealer``, is set anew by each iteration.

    Attributes
    ----------
    regrets, sums, probabilities
        Numbers of each decision, action and hand; empty until they are set.
    weights, counts
        For whatever a kernel keeps there.
    """

    regrets: NDArray[np.float64]
    sums: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    def __init__(self, tree: PublicTree, rng: Random) -> None:
        self.rng, self.dealer = rng, Random(0)
        self.owners, self.firsts, self.targets = (
            array.astype(np.int64) for array in (tree.owners, tree.firsts, tree.targets)
        )
        self.starts, self.places, self.odds = tree.starts, tree.places, tree.odds
        self.sizes = np.array(tree.hands, np.int64)
        self.counts = np.zeros(4, np.int64)
        self.weights = np.zeros(4)
        self.shared = np.array([not tree.plain], np.int64)
        self.rows = np.zeros(0, np.int64)
        self.size = tree.numbers
        if not tree.plain:
            infosets = tree.rows
            self.rows = infosets.starts[infosets.numbers]
            self.rows[infosets.numbers < 0] = infosets.sequences
            self.size = infosets.sequences + int(np.diff(tree.firsts).max(initial=1))
        self.payoffs_0 = np.ascontiguousarray(tree.payoffs.swapaxes(1, 2))
        self.payoffs_1 = -tree.payoffs
        self.scratch = np.zeros(_room(tree))
        self.regrets = self.sums = self.probabilities = np.zeros(0)
        self.readdress()

    def readdress(self) -> None:
        """Note where the arrays lie; to be called after one of them was replaced."""
        arrays = [getattr(self, name) for name in (*_INTS, *_FLOATS)]
        arrays += [getattr(self, name).word for name in _GENERATORS]
        self.addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        self.address = int(self.addresses.ctypes.data)

    def plain(self) -> SimpleNamespace:
        """Return the same memory as Python sees it fastest, for interpreted kernels."""
        names = (*_INTS, *_FLOATS)
        views = {name: memoryview(getattr(self, name).ravel()) for name in names}
        return SimpleNamespace(rng=self.rng, dealer=self.dealer, **views)


@typeof_impl.register(Vectors)
def _typeof_vectors(value: Vectors, context: Any) -> Any:
    return VECTORS


def _room(tree: PublicTree) -> int:
    """Return how much scratch a walk needs: that of the widest node, as often as it is deep."""
    hands, actions = max(tree.hands), int(np.diff(tree.firsts).max(initial=1))
    parents = np.full(tree.nodes, -1, np.int32)
    inner = tree.targets >= 0
    origins = np.repeat(np.arange(tree.nodes), np.diff(tree.firsts))
    parents[tree.targets[inner]] = origins[inner]
    depth = 1 + int(compiled(deepest)(parents, np.zeros(tree.nodes, np.int32)))
    return (depth + 1) * hands * (3 * actions + 4)
