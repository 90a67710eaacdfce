"""A tree of tests as one factor, whose tests are data: another tree needs no new native code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.algebra import Algebraic
from zerosum.abstraction.combined import Combined, value_of

LEAF = -1
# Of a node: its factor, or LEAF; the value, or the number of the leaf; where to go if the factor
# has the value, and where else.
NODE = 4


@dataclass(frozen=True, eq=False, repr=False)
class Branches(Combined):
    """A factor whose value is a leaf of a tree of tests, as :class:`Grown` of ``grow`` has them.

    Parameters
    ----------
    factors
        What is tested; each returns ints or bools.
    nodes
        The nodes one after another, four numbers each, the root first.
    """

    maker = "branches"
    factors: tuple[Algebraic, ...]
    nodes: NDArray[np.int64]

    def __call__(self, infoset: Any) -> int:
        """Return the number of the leaf."""
        return leaf_of(self.factors, self.nodes, infoset)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Branches):
            return NotImplemented
        return self.factors == other.factors and np.array_equal(self.nodes, other.nodes)

    def __hash__(self) -> int:
        return hash((self.factors, self.nodes.tobytes()))


def leaf_of(factors: tuple[Algebraic, ...], nodes: Any, infoset: Any) -> int:
    """Return the number of the leaf that the tests lead to."""
    at = 0
    while nodes[at] != LEAF:
        value = int(value_of(factors[nodes[at]], infoset))
        at = nodes[at + 2] if value == nodes[at + 1] else nodes[at + 3]
    return int(nodes[at + 1])
