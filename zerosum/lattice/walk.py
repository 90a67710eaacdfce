"""The walk that evaluates factors at all infosets of an enumerated game."""

from typing import Any

import numpy as np

from zerosum.jit import compiled, kernel
from zerosum.kernels.rows import find
from zerosum.native.primitives import hold, outcomes
from zerosum.tables import Arena, ShortInts
from zerosum.tree import Tree

# A history that is not the first of an infoset is of no use, or on the way to such a one.
IDLE, WAY = -1, -2


class Marks(Arena):
    """The way of the walk, and the classes that it finds.

    Parameters
    ----------
    tree
        The game.
    factors
        How many.
    """

    factors: int
    count: int
    ends: ShortInts
    infosets: ShortInts
    classes: ShortInts

    def __init__(self, tree: Tree, factors: int) -> None:
        super().__init__(
            factors=factors,
            count=tree.infoset_count,
            ends=np.zeros(tree.histories, np.int32),
            infosets=np.zeros(tree.histories, np.int32),
            classes=np.full(factors * tree.infoset_count, -1, np.int32),
        )
        compiled(route)(tree.parents, tree.infosets, self.ends, self.infosets)


@kernel
def route(parents: Any, infosets: Any, ends: Any, marks: Any) -> None:
    """Write where each subtree ends, and which histories are the first of their infosets.

    Modified in place: ``ends``, and ``marks``: the infoset that a history is the first of,
    ``WAY`` if there is such a history below, else ``IDLE``.
    """
    last = -1
    for node in range(parents.size):
        marks[node] = infosets[node] if infosets[node] > last else IDLE
        last = max(last, infosets[node])
        ends[node] = node + 1
    for node in range(parents.size - 1, 0, -1):
        parent = parents[node]
        ends[parent] = max(ends[parent], ends[node])
        if marks[node] != IDLE and marks[parent] == IDLE:
            marks[parent] = WAY


@kernel
def mark(game: Any, view: Any, work: Any, marks: Any, at: int) -> None:
    """Evaluate all factors at the infosets that are first reached in a subtree.

    Modified in place: ``work``, whose table has a row for each value of each factor, and
    ``marks.classes``.
    """
    below = at + 1
    if game.chance:
        branches = outcomes(game)
        for place in range(len(branches)):
            if marks.infosets[below] != IDLE:
                mark(game.apply(branches[place][0]), view, work, marks, below)
            below = marks.ends[below]
        return
    infoset = game.infoset(game.active)
    number = marks.infosets[at]
    if number >= 0:
        for factor in range(marks.factors):
            end = view.tell(infoset, factor, work.row)
            # A row has one value, so that values are numbered as rows are.
            marks.classes[factor * marks.count + number] = find(work, 0, end, 1)
    menu = hold(view.menu(infoset))
    for place in range(len(menu)):
        if marks.infosets[below] != IDLE:
            mark(game.apply(menu[place]), view, work, marks, below)
        below = marks.ends[below]
