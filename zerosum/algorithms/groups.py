r"""Regret matching on groups of infosets: the update that all exact solvers share.

For an infoset with strategy :math:`\sigma`, regrets :math:`R_a` and counterfactual gains
:math:`g_a` of its sequences, in iteration :math:`t` of a rule that discounts by :math:`d_t`,

.. math:: v = \sum_a \sigma_a g_a, \quad r_a = g_a - v, \quad R_a \leftarrow \max(d_t R_a + r_a,
          \text{floor}), \quad \sigma_a \propto \max(d'_t R_a + c\, r_a, 0)

where :math:`d'_t` is :math:`d_{t+1}` and :math:`c` one for rules that predict, else one and zero;
:math:`v` is what the sequence before the infoset gains.

Infosets with the same number of actions form a *group*. Their sequences are stored action by
action, and within each action infoset by infoset (:mod:`zerosum.tree.layout`).
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.rules import Rule, discount
from zerosum.tables import Arena, Floats, Ints
from zerosum.tree import Tree

# Less than this is no regret: shares of it would not sum to one.
TINY = 1e-290
SAVED = ("regrets", "strategy", "sums")


class Groups(Arena):
    """The regrets, strategies and averages of all sequences of a tree, by slot, and their rule.

    Parameters
    ----------
    tree
        The game.
    slots
        Shape (sequences,): the slot of each of the tree's sequences.
    rule
        How regrets and averages are kept.
    values
        Of other fields.
    """

    # By row: first slot, number of infosets and of actions, first of ``before``.
    groups: Ints
    # Where each player's groups begin, and the last's end.
    borders: Ints
    # The slot of the sequence before each infoset.
    before: NDArray[np.uint32]
    size: int
    regrets: Floats
    sums: Floats
    strategy: Floats
    gains: Floats
    # Two lines of scratch as wide as the largest group.
    totals: Floats
    values: Floats
    alternating: int
    alpha: float
    beta: float
    gamma: float
    floor: float
    again: float
    # Of the iteration: what remains of positive regrets, of others, and of those in the next one;
    # what the average gains.
    positive: float
    other: float
    later: float
    weight: float

    # The kernel (groups, first, last) that runs iterations.
    iteration: ClassVar[Any]

    def __init__(self, tree: Tree, slots: Ints, rule: Rule, **values: Any) -> None:
        size, counts = tree.sequences, np.diff(tree.starts)
        self.tree, self.slots = tree, slots
        width = int(values["groups"][:, 1].max(initial=1))
        numbers = {name: np.zeros(size) for name in SAVED} | {
            "gains": np.zeros(size + 1),
            "totals": np.zeros(width),
            "values": np.zeros(width),
        }
        super().__init__(
            size=size,
            alternating=1,
            alpha=rule.alpha,
            beta=rule.beta,
            gamma=rule.gamma,
            floor=rule.floor,
            again=float(rule.predictive),
            **numbers | values,
        )
        self.strategy[slots] = np.repeat(1.0 / counts, counts)

    def state(self) -> dict[str, Floats]:
        """Return regrets, strategy and average sums, by sequence of the tree."""
        return {name: getattr(self, name)[self.slots] for name in SAVED}

    def restore(self, arrays: dict[str, Floats]) -> None:
        """Take over what :meth:`state` gave."""
        for name in SAVED:
            getattr(self, name)[self.slots] = arrays[name]

    def iterate(self, first: int, last: int, *, native: bool) -> None:
        """Run iterations ``first`` to ``last``."""
        self.run(type(self).iteration, first, last, native=native)


@kernel
def begin(work: Work, iteration: int) -> None:
    """Set the weights of an iteration by its rule. Modified in place: ``work``."""
    work.positive = discount(iteration, work.alpha)
    work.other = discount(iteration, work.beta)
    work.later = discount(iteration + 1, work.alpha) if work.again > 0.0 else 1.0
    work.weight = float(iteration) ** work.gamma


@kernel
def learn(work: Work, group: int) -> None:
    """Update regrets and strategy of a group; add its values to the sequences before.

    Modified in place: ``work``.
    """
    shape = work.groups[4 * group :]
    first, size, actions = shape[0], shape[1], shape[2]
    before = work.before[shape[3] :]
    gains, regrets, strategy = work.gains[first:], work.regrets[first:], work.strategy[first:]
    values, totals = work.values, work.totals
    positive, other, floor = work.positive, work.other, work.floor
    later, again = work.later, work.again
    for each in range(size):
        values[each] = 0.0
        totals[each] = 0.0
    # Inner loops run over what lies side by side, so that they become vectors.
    for a in range(actions):
        g, sigma = gains[a * size :], strategy[a * size :]
        for each in range(size):
            values[each] += sigma[each] * g[each]
    for a in range(actions):
        g, sigma, r = gains[a * size :], strategy[a * size :], regrets[a * size :]
        for each in range(size):
            new = g[each] - values[each]
            kept = positive if r[each] > 0.0 else other
            r[each] = max(r[each] * kept + new, floor)
            sigma[each] = max(r[each] * later + new * again, 0.0)
        for each in range(size):
            totals[each] += sigma[each]
    uniform = 1.0 / actions
    for a in range(actions):
        sigma = strategy[a * size :]
        for each in range(size):
            sigma[each] = sigma[each] / totals[each] if totals[each] > TINY else uniform
    for each in range(size):
        work.gains[before[each]] += values[each]
