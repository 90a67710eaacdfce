r"""CFR on the sequence form: realisation plans, and the gain of every sequence at once.

With the plan :math:`y` of the opponent, :math:`g = Ay` is what each own sequence wins at once.
From the last infosets up, an infoset's value is :math:`v = \sum_a \sigma_a g_a`, its regrets
gain :math:`g_a - v`, and the sequence before it gains :math:`v`. These are the counterfactual
values and regrets that a walk over all histories would find, at the price of one sparse product.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.learning import learn
from zerosum.jit import compiled, kernel
from zerosum.kernels.discounts import weigh
from zerosum.tree import Layout, SequenceForm, Tree
from zerosum.tree.lanes import multiply


class Sequences:
    """The state of CFR on the sequence form of a tree.

    Parameters
    ----------
    tree
        The game, of two players who remember.
    settings
        The rule's scalars, as :func:`zerosum.kernels.discounts.weigh` takes them.
    """

    def __init__(self, tree: Tree, settings: NDArray[np.float64]) -> None:
        counts, size = np.diff(tree.starts), tree.sequences
        self.layout = Layout.of(SequenceForm.of(tree))
        self.settings = settings
        self.regrets, self.sums, self.gains = np.zeros(size), np.zeros(size), np.zeros(size + 1)
        self.strategy, self.plan = np.zeros(size), np.ones(size + 1)
        self.row = np.zeros((2, int(self.layout.groups[:, 1].max(initial=1))))
        uniform = np.repeat(1.0 / counts, counts)
        self.restore({"regrets": np.zeros(size), "strategy": uniform, "sums": np.zeros(size)})

    def state(self) -> dict[str, NDArray[np.float64]]:
        """Return regrets, strategy and average sums, as the tree numbers sequences."""
        slots = self.layout.slots
        names = ("regrets", "strategy", "sums")
        return {name: getattr(self, name)[slots] for name in names}

    def restore(self, arrays: dict[str, NDArray[np.float64]]) -> None:
        """Take over what :meth:`state` gave."""
        slots, layout = self.layout.slots, self.layout
        for name in ("regrets", "strategy", "sums"):
            getattr(self, name)[slots] = arrays[name]
        compiled(realise_all)(
            layout.groups, layout.parents, self.strategy, self.plan, self.sums, self.row
        )

    def run(self, first: int, last: int, *, alternating: bool, native: bool) -> None:
        """Run iterations ``first`` to ``last``."""
        layout = self.layout
        ours, theirs = layout.matrices
        (compiled(iterate) if native else iterate)(
            layout.groups,
            layout.parents,
            layout.borders,
            ours.arrays,
            theirs.arrays,
            self.gains,
            self.regrets,
            self.strategy,
            self.plan,
            self.sums,
            self.row,
            self.settings,
            np.zeros(5),
            alternating,
            first,
            last,
        )


@kernel
def realise(
    group: Any, parents: Any, strategy: Any, plan: Any, sums: Any, row: Any, weight: float
) -> None:
    """Add the plan of a group to its sums, then make the plan of the strategy.

    Modified in place: ``sums``, ``plan``, ``row``.
    """
    first, size, actions, listed = group[0], group[1], group[2], group[3]
    reaches, before = row[0, :size], parents[listed : listed + size]
    for each in range(size):
        reaches[each] = plan[before[each]]
    for start in range(first, first + actions * size, size):
        played, reached = strategy[start : start + size], plan[start : start + size]
        summed = sums[start : start + size]
        for each in range(size):
            summed[each] += weight * reached[each]
            reached[each] = reaches[each] * played[each]


@kernel
def iterate(
    groups: Any,
    parents: Any,
    borders: Any,
    ours: Any,
    theirs: Any,
    gains: Any,
    regrets: Any,
    strategy: Any,
    plan: Any,
    sums: Any,
    row: Any,
    settings: Any,
    rule: Any,
    alternating: bool,
    first: int,
    last: int,
) -> None:
    """Run iterations ``first`` to ``last``, player 0 first.

    ``ours`` and ``theirs`` are the payoff matrices of player 0 and 1, as tuples of arrays.
    """
    for iteration in range(first, last + 1):
        weight = weigh(iteration, settings, rule)
        value(ours, plan, gains, groups, borders[0], borders[1])
        if not alternating:
            value(theirs, plan, gains, groups, borders[1], borders[2])
        for player in range(2):
            if player == 1 and alternating:
                value(theirs, plan, gains, groups, borders[1], borders[2])
            for each in range(borders[player + 1] - 1, borders[player] - 1, -1):
                learn(groups[each], parents, gains, regrets, strategy, row, rule)
            for each in range(borders[player], borders[player + 1]):
                realise(groups[each], parents, strategy, plan, sums, row, weight)


@kernel
def value(matrix: Any, plan: Any, gains: Any, groups: Any, first: int, last: int) -> None:
    """Write what each of a player's sequences wins at once; modified in place: ``gains``."""
    if last > first:
        end = groups[last - 1, 0] + groups[last - 1, 1] * groups[last - 1, 2]
        gains[groups[first, 0] : end] = 0.0
    multiply(matrix[0], matrix[1], matrix[2], matrix[3], plan, gains)


@kernel
def realise_all(groups: Any, parents: Any, strategy: Any, plan: Any, sums: Any, row: Any) -> None:
    """Make the plans of both players; modified in place: ``plan``, ``row``."""
    for each in range(groups.shape[0]):
        realise(groups[each], parents, strategy, plan, sums, row, 0.0)
