r"""CFR-BR: regrets of one player against an opponent who always plays a best response.

The opponent sees the whole game, has all of its actions, and in every iteration plays a best
response to the player's current strategy. What that response wins is what the strategy concedes.
A player with perfect recall thereby converges to the least; without it, the least that was seen
is only an upper bound.

Johanson, Bard, Burch & Bowling, "Finding optimal abstract strategies in extensive-form games",
AAAI 2012.
"""

import numpy as np

from zerosum.algorithms import CFR
from zerosum.algorithms.histories import Histories
from zerosum.evaluation.price.solving import Effort
from zerosum.evaluation.response import response_to
from zerosum.rules import Rule
from zerosum.strategy import shares
from zerosum.tables import Floats
from zerosum.tree import Tree

# How often averages are evaluated: each time costs a third of an iteration.
_EVALUATIONS = 25


class CFRBR:
    """One player's regrets, and an opponent who plays a best response in every iteration.

    Parameters
    ----------
    tree
        A game of two players, in which the opponent has perfect recall.
    player
        The player who learns.
    rule
        The rule of regrets.
    """

    def __init__(self, tree: Tree, player: int, rule: Rule) -> None:
        self.tree, self.player = tree, player
        self.state = Histories(tree, rule)
        # Only this player has groups of infosets to learn at.
        first, last = self.state.borders[player : player + 2]
        self.state.borders = np.where(np.arange(3) <= player, first, last)
        self.responding = tree.owners != player
        self.replies = self.state.slots[np.repeat(self.responding, np.diff(tree.starts))]
        self.reaches = np.empty(tree.histories)

    def step(self, iteration: int) -> float:
        """Respond, then learn; return what the strategy before this step concedes, in chips."""
        state = self.state
        value, choices = response_to(
            self.tree, 1 - self.player, state.strategy[state.slots], self.reaches
        )
        state.strategy[self.replies] = 0.0
        state.strategy[state.slots[choices[self.responding]]] = 1.0
        state.iterate(iteration, iteration, native=True)
        return value

    def average(self) -> Floats:
        """Return the average strategy; shape (sequences,)."""
        return shares(self.state.state()["sums"], self.tree.starts)


def conceded(tree: Tree, player: int, probabilities: Floats) -> float:
    """Return what the opponent's best response wins beyond its share, in chips."""
    return response_to(tree, 1 - player, probabilities, np.empty(tree.histories))[0]


def least_by_cfr_br(tree: Tree, player: int, effort: Effort) -> float:
    """Return the least that any strategy concedes on the way of CFR-BR, in chips."""
    learner = CFRBR(tree, player, effort.rule)
    evaluated = _evaluated(effort)
    found = np.inf
    for iteration in range(1, effort.iterations + 1):
        found = min(found, learner.step(iteration))
        if iteration in evaluated:
            found = min(found, conceded(tree, player, learner.average()))
    return float(found)


def least_by_cfr(tree: Tree, player: int, effort: Effort) -> float:
    """Return the least that any average strategy concedes on the way of CFR, in chips.

    The opponent learns too. That is faster than CFR-BR, and any strategy gives an upper bound.
    """
    solver = CFR(tree, effort.rule)
    found = np.inf
    for iteration in sorted(_evaluated(effort)):
        solver.run(iteration - solver.iterations)
        found = min(found, conceded(tree, player, solver.average()))
    return float(found)


def _evaluated(effort: Effort) -> set[int]:
    """Return the iterations after which averages are evaluated, including the last."""
    return set(np.linspace(0, effort.iterations, _EVALUATIONS + 1).astype(int)[1:].tolist()) - {0}
