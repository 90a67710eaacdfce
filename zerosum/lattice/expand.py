"""Kernels that follow the actions of an abstraction down the tree of the whole game."""

from typing import Any

from zerosum.jit import kernel


@kernel
def measure(infosets: Any, firsts: Any, below: Any, starts: Any, places: Any, sizes: Any) -> None:
    """Count the histories that an abstraction leaves in each subtree.

    Parameters
    ----------
    infosets
        The infosets of the tree's histories.
    firsts, below
        Where the children of each history begin in ``below``, in the order of its branches.
    starts, places
        Where the menu of each infoset begins in ``places``, the branches that are offered.
    sizes
        Shape (histories,). Modified in place.
    """
    for node in range(infosets.size - 1, -1, -1):
        infoset, size = infosets[node], 1
        if infoset >= 0:
            for each in range(starts[infoset], starts[infoset + 1]):
                size += sizes[below[firsts[node] + places[each]]]
        else:
            for each in range(firsts[node], firsts[node + 1]):
                size += sizes[below[each]]
        sizes[node] = size


@kernel
def expand(
    infosets: Any,
    firsts: Any,
    below: Any,
    starts: Any,
    places: Any,
    sizes: Any,
    nodes: Any,
    parents: Any,
    branches: Any,
) -> None:
    """Write the histories that an abstraction leaves, depth first.

    Parameters
    ----------
    infosets, firsts, below, starts, places, sizes
        As for :func:`measure`.
    nodes
        The history of the tree that each one is.
    parents, branches
        The history before each, -1 for the first, and its place among the branches there. These
        three are modified in place.
    """
    nodes[0], parents[0], branches[0] = 0, -1, 0
    # When a history is reached, it is known where each subtree below it begins.
    for at in range(nodes.size):
        node = nodes[at]
        infoset, begin = infosets[node], at + 1
        first = starts[infoset] if infoset >= 0 else firsts[node]
        last = starts[infoset + 1] if infoset >= 0 else firsts[node + 1]
        for each in range(first, last):
            branch = places[each] if infoset >= 0 else each - first
            child = below[firsts[node] + branch]
            nodes[begin], parents[begin], branches[begin] = child, at, each - first
            begin += sizes[child]
