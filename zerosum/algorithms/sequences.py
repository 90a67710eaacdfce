r"""CFR on the sequence form: realisation plans, and the gain of every sequence at once.

With the plan :math:`y` of the opponent, :math:`g = Ay` is the immediate gain of each of the
player's sequences. From the last infosets up, the value of an infoset is
:math:`v = \sum_a \sigma_a g_a`, its regrets gain :math:`g_a - v`, and the sequence before it gains
:math:`v`. These are the counterfactual values and regrets that a walk over all histories would
compute, but they need only one sparse product.
"""

import numpy as np

from zerosum.algorithms.groups import Groups, begin, learn
from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.rules import Rule
from zerosum.tables import Floats
from zerosum.tree import Layout, SequenceForm, Tree
from zerosum.tree.sliced import SlicedMatrix, multiply


@kernel
def realise(work: Work, group: int, weight: float) -> None:
    """Add the plan of a group to its sums, then make the plan of the strategy.

    Modified in place: ``work``.
    """
    shape = work.groups[4 * group :]
    first, size, actions = shape[0], shape[1], shape[2]
    before = work.before[shape[3] :]
    plan, sums, strategy, reaches = work.plan, work.sums[first:], work.strategy[first:], work.values
    for each in range(size):
        reaches[each] = plan[before[each]]
    for a in range(actions):
        x, summed, sigma = plan[first + a * size :], sums[a * size :], strategy[a * size :]
        for each in range(size):
            summed[each] += weight * x[each]
            x[each] = reaches[each] * sigma[each]


@kernel
def value(work: Work, player: int) -> None:
    """Compute the immediate gain of each of a player's sequences. Modified in place: ``work``."""
    first, last = work.borders[player], work.borders[player + 1]
    if last > first:
        shape = work.groups[4 * (last - 1) :]
        for slot in range(work.groups[4 * first], shape[0] + shape[1] * shape[2]):
            work.gains[slot] = 0.0
    multiply(work.ours if player == 0 else work.theirs, work.plan, work.gains)


@kernel
def iterate(work: Work, first: int, last: int) -> None:
    """Run iterations ``first`` to ``last``, player 0 first."""
    for iteration in range(first, last + 1):
        begin(work, iteration)
        value(work, 0)
        if work.alternating == 0:
            value(work, 1)
        for player in range(2):
            if player == 1 and work.alternating > 0:
                value(work, 1)
            for group in range(work.borders[player + 1] - 1, work.borders[player] - 1, -1):
                learn(work, group)
            for group in range(work.borders[player], work.borders[player + 1]):
                realise(work, group, work.weight)


@kernel
def realise_all(work: Work, groups: int) -> None:
    """Make the plans of both players; modified in place: ``work``."""
    for group in range(groups):
        realise(work, group, 0.0)


class Sequences(Groups):
    """The state of CFR on the sequence form of a tree.

    Parameters
    ----------
    tree
        The game, of two players with perfect recall.
    rule
        How regrets and averages are kept.
    """

    # Payoff matrices of player 0 and 1, and both players' plans.
    ours: SlicedMatrix
    theirs: SlicedMatrix
    plan: Floats

    iteration = iterate

    def __init__(self, tree: Tree, rule: Rule) -> None:
        layout = Layout.of(SequenceForm.of(tree))
        ours, theirs = layout.matrices
        super().__init__(
            tree,
            layout.slots,
            rule,
            groups=layout.groups,
            borders=layout.borders,
            before=layout.parents,
            ours=ours,
            theirs=theirs,
            plan=np.ones(tree.sequences + 1),
        )
        self._realise()

    def restore(self, arrays: dict[str, Floats]) -> None:
        """Take over what :meth:`state` gave."""
        super().restore(arrays)
        self._realise()

    def _realise(self) -> None:
        self.run(realise_all, len(self.groups))
